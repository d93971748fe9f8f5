import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SitePage = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A small website on a free port of loopback. `pages` may change while it runs; strings are html, other paths are 404. */
export async function startLoopbackSite(pages: Record<string, SitePage>) {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    visits.push(path);
    const page = pages[path];
    if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here.</p>');
    else if (typeof page === 'string')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else page(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pages,
    /** Every path that was asked for, in order. */
    visits,
    pair: `127.0.0.1:${port}`,
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
