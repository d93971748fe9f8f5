import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { isRegion } from '@antiphon/contract/regions';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler, Next } from 'hono';
import { pagePolicy } from './page-policy.ts';

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const WEB = folder('web/dist');
const WIDGET = folder('widget/dist');
const FRAMES = `${WIDGET}/frame`;
/** The loader, and what it brings in by itself where a conversation waits. */
const SCRIPTS = [
  ['/widget.js', 'widget.js'],
  ['/widget/waiting.js', 'waiting.js'],
] as const;
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Anybody may frame the chat: that is what it is for. It loads nothing from elsewhere but pictures and its own API. Its script
 * stands within the page, the same in every language, and runs by its hash.
 */
const frameCsp = (scriptHash: string) =>
  `default-src 'none'; script-src 'self' 'sha256-${scriptHash}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

/** The script for other people's pages, and the chat in its frame: the same on every host. */
export function mountWidget(app: Hono) {
  for (const [at, path] of SCRIPTS) {
    const script = serveStatic({ root: WIDGET, path, precompressed: true });
    app.get(at, async (c, next) => {
      c.header('cache-control', 'public, max-age=300');
      c.header('cross-origin-resource-policy', 'cross-origin');
      c.header('access-control-allow-origin', '*');
      c.header('x-content-type-options', 'nosniff');
      return (await script(c, next)) ?? c.text('The widget is not built. Run: npm start', 503);
    });
  }
  app.use(
    '/widget/assets/*',
    serveStatic({
      root: `${WIDGET}/frame`,
      rewriteRequestPath: (path) => path.replace(/^\/widget/, ''),
      precompressed: true,
      onFound: cacheForever,
    }),
  );
  let pages: Promise<FramePages> | undefined;
  const frame = async (c: Context, next: Next) => {
    if (!isRegion(c.req.param('region'))) return c.notFound();
    pages ??= readFramePages();
    const { send, csp } = await pages;
    const page = send.get(c.req.query('lang')?.slice(0, 2).toLowerCase() ?? '') ?? send.get('en');
    if (!page) return c.text('The widget is not built. Run: npm start', 503);
    c.header('content-security-policy', csp);
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', 'public, max-age=300');
    return page(c, next);
  };
  app.get('/widget/frame/:region/:agentId', frame);
  app.get('/:region{na|eu}/prototype/:agentId', frame);
}

type FramePages = { send: Map<string, MiddlewareHandler>; csp: string };

/** The chat's page of each language; none where the widget is not built. */
async function readFramePages(): Promise<FramePages> {
  const names = existsSync(FRAMES) ? (await readdir(FRAMES)).filter((name) => name.endsWith('.html')) : [];
  const send = names.map(
    (path) => [path.slice(0, -'.html'.length), serveStatic({ root: FRAMES, path, precompressed: true })] as const,
  );
  const html = names.length > 0 ? await readFile(`${FRAMES}/en.html`, 'utf8') : '';
  const script = /<script type="module">(.*)<\/script>/s.exec(html)?.[1] ?? '';
  return { send: new Map(send), csp: frameCsp(createHash('sha256').update(script).digest('base64')) };
}

/** Screens and the widget's files. The API is mounted before; what is left here are pages. */
export function mountPages(app: Hono, { platformName, takesCards }: { platformName: string; takesCards: boolean }) {
  mountWidget(app);
  app.use('/assets/*', serveStatic({ root: WEB, precompressed: true, onFound: cacheForever }));
  const shell = async (c: Context) => {
    c.header('content-security-policy', pagePolicy({ takesCards }));
    c.header('referrer-policy', 'same-origin');
    c.header('x-frame-options', 'DENY');
    if (!existsSync(`${WEB}/index.html`)) return c.text('The screens are not built. Run: npm start', 503);
    const html = await readFile(`${WEB}/index.html`, 'utf8');
    const name = escapeHtml(platformName);
    return c.html(
      html.replace('<!--brand-->', `<title>${name}</title><meta name="application-name" content="${name}">`),
    );
  };
  const entry = [
    '/login',
    '/signup',
    '/onboarding',
    '/forgot-password',
    '/reset-password',
    '/magic-link',
    '/verify-email',
    '/no-auth/*',
  ];
  for (const path of [...entry, '/app', '/app/*']) app.get(path, shell);
}

export const cacheForever = (_path: string, c: Context) => {
  c.header('cache-control', YEAR);
  c.header('access-control-allow-origin', '*');
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
