import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brandCss, brandIcon } from '@antiphon/contract/brand-css';
import { directionOf, pickLanguage } from '@antiphon/contract/languages';
import { isRegion, type Region } from '@antiphon/contract/regions';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import type { HostAgency } from './hosts.ts';
import { pagePolicy } from './page-policy.ts';
import { cacheForever, escapeHtml, mountWidget } from './pages.ts';
import { mountResumePage } from './resume-page.ts';

const CLIENT = fileURLToPath(new URL('../../../web/dist/client', import.meta.url));

/** Written into the page. */
type PageFacts = { region?: Region; frameOrigins?: readonly string[] };
type Called = { region: Region; agency: HostAgency };

/** What one agency's host answers beside the API: the client shell, and the chat of its agents. `called` is whose host it is. */
export function mountClientPages(
  app: Hono,
  called: (c: Context) => Called,
  {
    readCss,
    contentHost,
    takesCards,
  }: { readCss(called: Called): Promise<string>; contentHost: string; takesCards: boolean },
) {
  mountWidget(app);
  mountClientAssets(app);
  mountResumePage(app);
  app.get('/robots.txt', (c) => c.text('User-agent: *\nDisallow: /api/\nDisallow: /app/\n'));
  app.get('/agency.css', async (c) => {
    const whose = called(c);
    const css = await readCss(whose);
    const isCurrent = new URL(c.req.url).search === `?${whose.agency.revision}`;
    c.header('content-type', 'text/css; charset=utf-8');
    c.header('x-content-type-options', 'nosniff');
    c.header('cache-control', isCurrent ? 'private, max-age=31536000, immutable' : 'private, no-cache');
    return c.body(css);
  });
  app.get('/share', (c, next) => {
    const id = c.req.query('id') ?? c.req.query('vg_id') ?? '';
    const region = c.req.query('region') ?? called(c).region;
    return /^\w{1,64}$/.test(id) && isRegion(region) ? c.redirect(`/${region}/prototype/${id}`) : next();
  });
  app.get('*', async (c, next) => {
    if (/^\/(api|assets|fonts|widget|client-preview)(\/|$)/.test(c.req.path)) return next();
    const { region, agency } = called(c);
    c.header(
      'content-security-policy',
      pagePolicy({ frames: [contentSource(c, contentHost), ...agency.frameOrigins], takesCards }),
    );
    c.header('x-frame-options', 'DENY');
    // Addresses of the sign-in may carry what must not be told to others.
    c.header('referrer-policy', 'no-referrer');
    return sendShell(c, agency, { region, frameOrigins: agency.frameOrigins });
  });
}

/** By the port of the page: a development server has one. */
const contentSource = (c: Context, host: string) => {
  const { port } = new URL(c.req.url);
  return port === '' ? host : `${host}:${port}`;
};

/** The files of the client shell's own build: none of another shell's is among them. */
export const mountClientAssets = (app: Hono) =>
  void app.use('/assets/*', serveStatic({ root: CLIENT, precompressed: true, onFound: cacheForever }));

/** The owner's look at a brand before it is saved: the real shell, framed by our own screens alone, which send it the brand. */
export function mountPreview(
  app: Hono,
  { contentHost, findOrigins }: { contentHost: string; findOrigins(c: Context, region: Region): Promise<string[]> },
) {
  app.get('/client-preview', async (c) => {
    c.header('content-security-policy', pagePolicy({ ancestors: "'self'", takesCards: false }));
    c.header('referrer-policy', 'no-referrer');
    return sendShell(c, null, {});
  });
  // Before the agency has a host: a page of its own, for a member, with the brand as it was saved.
  for (const path of ['/app/:region{na|eu}/c', '/app/:region{na|eu}/c/*'])
    app.get(path, async (c) => {
      const region = c.req.param('region') as Region;
      const frameOrigins = await findOrigins(c, region);
      c.header(
        'content-security-policy',
        pagePolicy({ frames: [contentSource(c, contentHost), ...frameOrigins], takesCards: false }),
      );
      c.header('x-frame-options', 'DENY');
      c.header('referrer-policy', 'no-referrer');
      return sendShell(c, null, { region, frameOrigins });
    });
}

/** Nobody's host: a page without anybody's name. */
export const sendNobody = (c: Context) =>
  c.req.path.startsWith('/api/')
    ? c.json({ code: 'not_found', message: 'Not found.', requestId: '' }, 404)
    : c.html(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Page not found</title><style>body{font:16px/24px system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0}</style></head><body><p>There is no page at this address.</p></body></html>',
        404,
        { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" },
      );

async function sendShell(c: Context, agency: HostAgency | null, facts: PageFacts) {
  if (!existsSync(`${CLIENT}/client.html`)) return c.text('The screens are not built. Run: npm start', 503);
  const html = await readFile(`${CLIENT}/client.html`, 'utf8');
  const brand = agency?.brand;
  const language = pickLanguage(c.req.header('accept-language') ?? null);
  // Another scheme or brand may stand here tomorrow: the page is asked for each time, its files never.
  c.header('cache-control', 'private, no-cache');
  c.header('vary', 'Accept-Language');
  c.header('x-content-type-options', 'nosniff');
  const opening = `<html lang="${language}" dir="${directionOf(language)}" data-brand${brand ? ` data-theme-type="${brand.themeType}" data-variant="${brand.themeVariant}" data-usage="${brand.themeColorUsage}"` : ''}>`;
  return c.html(html.replace('<html lang="en">', opening).replace('<!--brand-->', () => headOf(agency, facts)));
}

/** Title, icon, colours and font stand in the page before any script: no other brand is ever seen. */
function headOf(agency: HostAgency | null, facts: PageFacts): string {
  if (!agency)
    return (
      `<title>&#8203;</title><script type="application/json" id="fonts">${JSON.stringify(fontFiles())}</script>` +
      (facts.region ? `<script type="application/json" id="brand">${toJson(facts)}</script>` : '')
    );
  const { brand, hasCss, revision } = agency;
  const name = escapeHtml(brand.name);
  const font = fontFiles()[brand.googleFont];
  return [
    `<title>${name}</title><meta name="application-name" content="${name}">`,
    `<link rel="icon" href="${escapeHtml(brandIcon(brand))}">`,
    font || brand.fontSheet ? `<link rel="stylesheet" href="${font?.css ?? brand.fontSheet}">` : '',
    font?.preload ? `<link rel="preload" as="font" type="font/woff2" href="${font.preload}" crossorigin>` : '',
    // A colour, a font of a list: nothing of it can close the element.
    `<style id="brand-css">${brandCss(brand)}</style>`,
    !hasCss ? '' : `<link rel="stylesheet" href="/agency.css?${revision}">`,
    `<script type="application/json" id="brand">${toJson({ brand, ...facts })}</script>`,
  ].join('');
}

/** Nothing of it can close the element. */
const toJson = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');

type FontFiles = Record<string, { css: string; preload?: string }>;
let fonts: FontFiles | undefined;

/** Written by the build. */
function fontFiles(): FontFiles {
  fonts ??= JSON.parse(readFileSync(`${CLIENT}/fonts.json`, 'utf8')) as FontFiles;
  return fonts;
}
