import { guard } from './dom.ts';

export const FLAG_KEY = 'never_show_proactive';

// Storage may be missing, full or forbidden: the widget then works without a memory.
/** Undefined where it is missing or not JSON. */
export const read = guard((key: string) => JSON.parse(localStorage.getItem(key)!));
export const write = guard((key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value)));
export const drop = guard((key: string) => localStorage.removeItem(key));
