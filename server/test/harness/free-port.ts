import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on now, at any of these addresses. */
export async function freePort(addresses: readonly string[] = ['127.0.0.1']): Promise<number> {
  const servers: ReturnType<typeof createServer>[] = [];
  try {
    let port = 0;
    for (const address of addresses) {
      const server = createServer();
      servers.push(server);
      server.listen(port, address);
      await once(server, 'listening');
      port = (server.address() as { port: number }).port;
    }
    return port;
  } finally {
    for (const server of servers) {
      server.close();
      await once(server, 'close').catch(() => {});
    }
  }
}
