import errors from '../de/errors.json';
import ui from '../de/ui.json';

export const always = { ui, errors };
export const others = import.meta.glob(['../de/*.json', '!**/ui.json', '!**/errors.json'], { import: 'default' });
