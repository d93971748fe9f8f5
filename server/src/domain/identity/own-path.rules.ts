/** Where a sign-in may lead: a path of our own and nothing else; what is not one becomes `otherwise`. */
export function ownPath(target: unknown, otherwise: string): string {
  if (typeof target !== 'string' || target.length > 2_000) return otherwise;
  // Browsers read `//host` and `/\host` as another site, and drop tabs and line breaks before they do.
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(target) ? target : otherwise;
}
