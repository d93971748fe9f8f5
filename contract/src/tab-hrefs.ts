import { CLIENT_PAGES } from './client-pages.ts';

/** Where custom tabs stand in a client's dashboard. Free of validators, so that screens can import it. */
export const HREF_CHARS_MAX = 100;

/** A slash, and names of letters, digits and `-._~` with slashes between them; none of them is `.` or `..`. */
export const HREF = /^(\/(?!\.{1,2}(\/|$))[\p{L}\p{N}\p{M}._~-]+)+$/u;

/** Without spaces around it and slashes at its end. */
export const toHref = (typed: string) => typed.trim().replace(/(?<=.)\/+$/, '');

export const HREF_FAULTS = {
  slash: 'URL must include a leading slash (/)',
  reserved: 'This URL is reserved for a default tab',
  taken: 'This URL is already used by another tab',
  malformed: 'Use letters, digits and hyphens after the slash.',
} as const;
export type HrefFault = keyof typeof HREF_FAULTS;

/** What is wrong with where a tab stands, beside the `others` of its agency; null where nothing is. Case makes no difference. */
export function findHrefFault(href: string, others: readonly string[]): HrefFault | null {
  if (!href.startsWith('/')) return 'slash';
  const key = href.toLowerCase();
  if (CLIENT_PAGES.some((page) => page === key)) return 'reserved';
  if (others.some((other) => toHref(other).toLowerCase() === key)) return 'taken';
  return HREF.test(href) && href.length <= HREF_CHARS_MAX ? null : 'malformed';
}
