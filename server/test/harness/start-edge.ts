import { connect } from 'node:tls';
import { startDnsWorld } from './dns-world.ts';
import { freePort } from './free-port.ts';
import { startCaddy } from './start-caddy.ts';
import { startPebble } from './start-pebble.ts';

export type Edge = Awaited<ReturnType<typeof startEdge>>;

const ROOT = 'platform.example';
const OWN = `app.${ROOT}`;
const EDGE_HOST = 'edge.example';

/**
 * All that stands between a browser and the server: name servers, an authority of certificates, and the proxy with the file that it
 * has in production. `startServer` is given the settings that the server needs for it.
 */
export async function startEdge<Server extends { origin: string; stop(): Promise<unknown> }>(
  startServer: (settings: Record<string, string>) => Promise<Server>,
) {
  const dns = await startDnsWorld();
  for (const zone of [ROOT, EDGE_HOST]) dns.addZone(zone);
  for (const host of [OWN, EDGE_HOST]) dns.set(host, 'A', '127.0.0.1');
  const [httpPort, httpsPort, askPort] = [await freePort(), await freePort(), await freePort()];
  const authority = await startPebble({ resolver: dns.resolver, httpPort, httpsPort });
  const server = await startServer({
    PUBLIC_URL: `https://${OWN}:${httpsPort}`,
    PLATFORM_ROOT_DOMAIN: ROOT,
    EDGE_HOST,
    EDGE_ADDRESSES: '127.0.0.1',
    TLS_ASK_LISTEN: `127.0.0.1:${askPort}`,
    DNS_SERVERS: dns.resolver,
    OUTBOUND_ALLOW_SITES: dns.serverPair,
    TRUSTED_PROXIES: '1',
    NODE_EXTRA_CA_CERTS: authority.rootFile,
  });
  const tlsAsk = `http://127.0.0.1:${askPort}/tls-ask`;
  const proxy = await startCaddy({ origins: [server.origin], tlsAsk, httpPort, httpsPort, authority });
  return {
    dns,
    authority,
    proxy,
    server,
    tlsAsk,
    ownHost: OWN,
    rootDomain: ROOT,
    edgeHost: EDGE_HOST,
    /** Adds the records that a subdomain has by a star in production. */
    addSubdomain: (host: string) => dns.set(host, 'A', '127.0.0.1'),
    urlOf: (host: string) => `https://${host}:${httpsPort}`,
    /** True where the proxy shows a certificate of the authority that holds for the host. */
    shakesHands: (host: string) =>
      new Promise<boolean>((done) => {
        const socket = connect({ host: '127.0.0.1', port: httpsPort, servername: host, ca: authority.authorities });
        const end = (isTrue: boolean) => {
          socket.destroy();
          done(isTrue);
        };
        socket.once('secureConnect', () => end(socket.authorized)).once('error', () => end(false));
      }),
    async stop() {
      await proxy.stop();
      await server.stop();
      await Promise.all([authority.stop(), dns.close()]);
    },
  };
}
