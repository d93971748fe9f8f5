import errors from '../es/errors.json';
import ui from '../es/ui.json';

export const always = { ui, errors };
export const others = import.meta.glob(['../es/*.json', '!**/ui.json', '!**/errors.json'], { import: 'default' });
