import errors from '../en/errors.json';
import ui from '../en/ui.json';

export const always = { ui, errors };
export const others = import.meta.glob(['../en/*.json', '!**/ui.json', '!**/errors.json'], { import: 'default' });
