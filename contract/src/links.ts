import * as z from 'zod';
import { SETTING_FAULTS } from './setting-faults.ts';

/** https alone; plain http only to this machine. Nobody's name and password stand in it. */
export function isLink(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.username || url.password) return false;
  const isHere = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}

const HOST_ALONE = /^[^\s/:@?#]+\.[^\s/:@?#]+([/?#].*)?$/;

/** An address, or empty. A host without its scheme is read as https. */
export const link = z
  .string()
  .trim()
  .overwrite((value) => (HOST_ALONE.test(value) ? `https://${value}` : value))
  .max(2_000)
  .refine((value) => value === '' || isLink(value), SETTING_FAULTS.https);
