/**
 * Is a request that carries a cookie from our own page? Browsers say so in `Sec-Fetch-Site`; older ones send `Origin`.
 * A client that sends neither is no browser, and carries no cookie that it was not given on purpose.
 */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || URL.parse(origin)?.host === headers.get('host');
}
