/** The address, where a visitor may be sent there; null for every scheme but http(s) and mailto. */
export function safeHref(address: string): string | null {
  return /^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+@[^\s<>"]+)$/i.test(address) ? address : null;
}
