import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { makeFontFiles } from '../../src/adapters/fontsource/font-files.ts';
import type { Resolve } from '../../src/adapters/guarded-fetch/guarded-connector.ts';
import { makeGuardedFetch } from '../../src/adapters/guarded-fetch/guarded-fetch.ts';

const require = createRequire(import.meta.url);
const file = (subset: string) =>
  readFileSync(require.resolve(`@fontsource-variable/rubik/files/rubik-${subset}-wght-normal.woff2`));
const FILES: Record<string, Uint8Array> = {
  arabic: file('arabic'),
  latin: file('latin'),
  'latin-ext': file('latin-ext'),
};
const RANGES = { arabic: 'U+0600-06FF,U+200C-200E', latin: 'U+0000-00FF, U+0131', 'latin-ext': 'U+0100-02BA' };

/** How it fails: with 503, with a page where a file should be, with a file that is too large, or with another answer. */
type Fault = 'down' | 'page' | 'large' | 'other';

/**
 * The two calls of Fontsource's API that we make (https://fontsource.org/docs/api/font-id) on a free port of loopback: it knows
 * `cairo`, in weights 300, 400 and 700, and nothing else. Whatever else is asked for is 404.
 */
export async function startFontSource() {
  const standing: { fault: Fault | null } = { fault: null };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    if (standing.fault === 'down') return void response.writeHead(503).end();
    if (path === '/v1/fonts/cairo')
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(standing.fault === 'other' ? { id: 'cairo' } : about(port())));
    const [, subset, weight] = /^\/files\/cairo\/([a-z-]+)-(300|400|700)-normal\.woff2$/.exec(path) ?? [];
    const bytes = subset && FILES[subset];
    if (request.method !== 'GET' || !bytes || !weight) return void response.writeHead(404).end();
    if (standing.fault === 'page')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
    response.writeHead(200, { 'content-type': 'font/woff2' });
    response.end(standing.fault === 'large' ? Buffer.concat([bytes, Buffer.alloc(1024 * 1024)]) : bytes);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port()}`,
    pair: `127.0.0.1:${port()}`,
    requests,
    standing,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As the product has them; `allowed` as `OUTBOUND_ALLOW_SITES`. */
export function openFontFiles(source: string, allowed: readonly string[], resolve?: Resolve) {
  const fetchPage = makeGuardedFetch({ allowed, contact: 'https://example.com', ...(resolve ? { resolve } : {}) });
  return { ...makeFontFiles({ source, fetchPage }), close: () => fetchPage.close() };
}

const about = (port: number) => ({
  ...{ id: 'cairo', family: 'Cairo', subsets: Object.keys(RANGES), weights: [300, 400, 700], styles: ['normal'] },
  ...{ unicodeRange: RANGES, defSubset: 'latin', variable: true, lastModified: '2026-01-01', category: 'sans-serif' },
  ...{
    version: 'v1',
    type: 'google',
    license: 'OFL-1.1',
    npmVersion: '5.0.0',
    source: 'https://github.com/google/fonts',
  },
  variants: Object.fromEntries(
    [300, 400, 700].map((weight) => [
      weight,
      {
        normal: Object.fromEntries(
          Object.keys(RANGES).map((subset) => {
            const base = `http://127.0.0.1:${port}/files/cairo/${subset}-${weight}-normal`;
            return [subset, { url: { woff2: `${base}.woff2`, woff: `${base}.woff`, ttf: `${base}.ttf` } }];
          }),
        ),
      },
    ]),
  ),
});
