import { createHash } from 'node:crypto';
import { type SitePage, startLoopbackSite } from '../harness/loopback-site.ts';

const page = (title: string, body: string) =>
  `<html><head><title>${title}</title></head><body><main>${body}</main></body></html>`;

/**
 * A site whose pages are words that may change; its start page links to all of them. It answers 304 where a page is as it was. `sent`:
 * the paths whose pages were sent whole.
 */
export async function startCrawledSite(options: { delayMs?: number } = {}) {
  const texts = new Map<string, string>();
  const sent: string[] = [];
  const pages: Record<string, SitePage> = {};
  const site = await startLoopbackSite(pages);
  const answer =
    (path: string): SitePage =>
    (request, response) => {
      const text = texts.get(path);
      if (text === undefined) return void response.writeHead(404).end();
      const links = path === '/' ? [...texts.keys()].map((one) => `<a href="${one}">${one}</a>`).join(' ') : '';
      const body = page(path, `<p>${text}</p>${links}`);
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
      const answerNow = () => {
        if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
        sent.push(path);
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body);
      };
      if (options.delayMs) setTimeout(answerNow, options.delayMs);
      else answerNow();
    };
  const set = (path: string, text: string) => {
    texts.set(path, text);
    pages[path] = answer(path);
  };
  const remove = (path: string) => {
    texts.delete(path);
    delete pages[path];
  };
  set('/', 'Welcome to the shop.');
  return { ...site, sent, set, remove };
}

export type CrawledSite = Awaited<ReturnType<typeof startCrawledSite>>;

/** `/1` to `/n` beside the start page. */
export function fillSite(site: CrawledSite, count: number) {
  for (let n = 1; n <= count; n += 1) site.set(`/${n}`, `Article number ${n} says what there is to say of ${n * 7}.`);
}
