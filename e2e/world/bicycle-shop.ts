import { once } from 'node:events';
import { createServer } from 'node:http';

/** What a shop would write of itself. */
export const prices =
  '# Prices\n\n## Rental\n\nA city bike costs 12 euros a day. An electric bike costs 28 euros a day, with the charger.\n\n## Deposit\n\nThe deposit for an electric bike is 200 euros.';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<nav><a href="/">Home</a> <a href="/prices">Prices</a> <a href="/repairs">Repairs</a> <a href="/opening-hours">Opening hours</a></nav>
<main>${body}</main></body></html>`;

const PAGES: Record<string, string> = {
  '/': page(
    'Harbour Bikes',
    '<h1>Harbour Bikes</h1><p>Harbour Bikes rents and repairs bicycles beside the old harbour. Our workshop has been run by the same family since 1987, and every bicycle is checked before it leaves the house.</p>',
  ),
  '/prices': page(
    'Prices',
    '<h1>Prices</h1><h2>Rental</h2><p>A city bike costs 12 euros a day. An electric bike costs 28 euros a day, with the charger. A helmet costs 2 euros a day.</p><h2>Deposit</h2><p>The deposit for a city bike is 50 euros. The deposit for an electric bike is 200 euros.</p>',
  ),
  '/repairs': page(
    'Repairs',
    '<h1>Repairs</h1><p>A punctured tyre is repaired while you wait and costs 15 euros. Larger repairs take two working days. Bring your bicycle before noon and we call you the same day.</p>',
  ),
  '/opening-hours': page(
    'Opening hours',
    '<h1>Opening hours</h1><p>The shop is open from nine in the morning to six in the evening, Monday to Saturday. On Sundays and public holidays we are closed.</p>',
  ),
};

/** A small web site with four pages, as a customer of ours has one. It also serves pages that the test makes. */
export async function startBicycleShop() {
  const extra = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    const html = extra.get(path) ?? PAGES[path];
    response.writeHead(html ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html ?? 'not found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    hostAndPort: `127.0.0.1:${port}`,
    /** A page that carries the widget's script tag. */
    addPage: (path: string, script: string) =>
      void extra.set(path, page('Our shop', `<h1>Our shop</h1><p>Welcome to our shop.</p>${script}`)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type BicycleShop = Awaited<ReturnType<typeof startBicycleShop>>;
