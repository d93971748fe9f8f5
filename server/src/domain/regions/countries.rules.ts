/** Of the value that a proxy wrote; Cloudflare says XX where it does not know and T1 for Tor, which are no countries. */
export function countryOf(value: string | null): string {
  const country = (value ?? '').trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : '';
}
