/** How whoever asks reached us: the port of a development server is a part of every address. */
export type HostFacts = { origin: string };

/** Where a host under the root domain is reached: as the platform itself is, by scheme and port. */
export function clientUrlOf(host: string, publicUrl: string | null, { origin }: HostFacts): string {
  const { protocol, port } = new URL(publicUrl ?? origin);
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`;
}

/** The same of a host that a stranger called, whatever port and scheme the call says of itself: mails lead there. */
export const calledUrlOf = (host: string, { publicUrl, port }: { publicUrl: string | null; port: number }): string =>
  clientUrlOf(host, publicUrl, { origin: `http://localhost:${port}` });
