import type { Logger } from 'pino';

/** A host as a certificate can name it: letters, digits and hyphens, with a dot, and no address. In lower case. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?=.{4,253}$)(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

type TlsAskOptions = {
  /** The installation's own. */
  ownHosts: ReadonlySet<string>;
  /** Rejects where a database that could know it does not answer. */
  mayHaveCertificate(host: string): Promise<boolean>;
  log: Logger;
};

/**
 * The proxy asks here, for each name that a stranger says in a handshake, before it orders a certificate: 200 permits it. Listens
 * where only the proxy comes, for it tells which hosts there are.
 */
export function makeTlsAsk({ ownHosts, mayHaveCertificate, log }: TlsAskOptions) {
  const answer = async (request: Request): Promise<number> => {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.pathname !== '/tls-ask') return 404;
    const [host = '', ...others] = url.searchParams.getAll('domain').map((name) => name.toLowerCase());
    if (others.length > 0 || !HOST.test(host)) return 400;
    try {
      return ownHosts.has(host) || (await mayHaveCertificate(host)) ? 200 : 404;
    } catch (error) {
      log.warn({ err: error }, 'whether a host may have a certificate cannot be told');
      return 503;
    }
  };
  return async (request: Request): Promise<Response> => new Response(null, { status: await answer(request) });
}
