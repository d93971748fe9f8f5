import errors from '../ar/errors.json';
import ui from '../ar/ui.json';

export const always = { ui, errors };
export const others = import.meta.glob(['../ar/*.json', '!**/ui.json', '!**/errors.json'], { import: 'default' });
