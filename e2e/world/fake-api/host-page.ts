import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostSite {
  origin: string;
  page: { html: string; headers?: Record<string, string> };
  close(): Promise<void>;
}

/** A customer's site on an origin of its own: `/` and `/any-page` are `page`, which may be changed between visits. */
export async function startHostSite(): Promise<HostSite> {
  const server = createServer((request, response) => {
    if (!/^\/(\w+-page)?$/.test(request.url ?? '')) return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...site.page.headers }).end(site.page.html);
  });
  const site: HostSite = {
    origin: '',
    page: { html: '' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `localhost` and 127.0.0.1 are different sites to a browser.
  site.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return site;
}

/** A plausible page with the script tag in it; `head` and `attributes` make it hostile or special. */
export const pageWith = (widgetOrigin: string, options: { head?: string; attributes?: string; body?: string } = {}) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Example Parcels</title>${options.head ?? ''}</head><body><main><h1>Example Parcels</h1><p>Parcels, since 1987. We carry what you send, and say where it is.</p>${options.body ?? ''}</main><script async src="${widgetOrigin}/widget.js" data-id="agt_test" data-region="na" ${options.attributes ?? ''}></script></body></html>`;
