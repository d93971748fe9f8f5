import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Nobody can guess one: pages are opened by those who were handed an address with it. */
export const randomText = (length: number) =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export const newId = (prefix: string) => `${prefix}_${randomText(24)}`;
