import errors from '../fr/errors.json';
import ui from '../fr/ui.json';

export const always = { ui, errors };
export const others = import.meta.glob(['../fr/*.json', '!**/ui.json', '!**/errors.json'], { import: 'default' });
