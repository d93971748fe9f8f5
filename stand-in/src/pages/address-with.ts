/** Where a page sends the browser, with what Stripe adds to the address. */
export function addressWith(url: string, more: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
  return address.href;
}
