import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isRegion } from '@antiphon/contract/regions';
import type { Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import mustache from 'mustache';

const PAGES = fileURLToPath(new URL('../../../web/dist/pages/', import.meta.url));

/** What the public pages say about the installation; what is null or empty is not shown, or shown as not filled in. */
export type SiteFacts = {
  platformName: string;
  /** Where people reach the platform; null takes it from each request. */
  publicUrl: string | null;
  operator: { name: string; address: string; email: string; country: string; registration: string };
  affiliatesUrl: string;
  discordUrl: string;
  socialLinks: readonly { label: string; url: string }[];
  demoAgent: { id: string; region: string } | null;
  /** Plans and credits can be bought here. */
  takesPayments: boolean;
};

type Page = { name: string; path: string; isUnlisted: boolean; hasWidget: boolean };
type Site = { styleHash: string; pages: Page[] };

/** Of the region's session; its value is looked at by the API alone. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Secure-|__Host-)?app-(na|eu)\.session_token=[^;]/;

/**
 * The pages for people who are not signed in: templates of the build, filled in for this installation. They run no script of
 * their own and are readable without one. Returns what answers an address that nothing else answers.
 */
export function mountPublicPages(app: Hono, facts: SiteFacts) {
  const site = loadSite();
  if (!site) {
    app.get('/', (c) => c.text('The pages are not built. Run: npm start', 503));
    return { sendMissing: (_c: Context) => null };
  }
  const templates = new Map(site.pages.map(({ name }) => [name, readFileSync(`${PAGES}${name}.html`, 'utf8')]));
  const send = (c: Context, name: string, status: 200 | 404 = 200) => {
    const page = site.pages.find((other) => other.name === name);
    c.header('content-security-policy', policyOf(site, page));
    c.header('referrer-policy', 'strict-origin-when-cross-origin');
    c.header('x-content-type-options', 'nosniff');
    // Whoever signs in or out sees the other entry at once.
    c.header('cache-control', 'private, no-cache');
    c.header('vary', 'Cookie');
    return c.html(fill(templates.get(name) ?? '', valuesFor(c, facts)), status);
  };
  const zip = compress();
  for (const { path, name } of site.pages)
    if (path !== '/share' && name !== 'missing') app.get(path, zip, (c) => send(c, name));
  app.get('/share', zip, (c) => {
    const id = c.req.query('id') ?? c.req.query('vg_id') ?? '';
    const region = c.req.query('region') ?? 'na';
    if (!/^\w{1,64}$/.test(id) || !isRegion(region)) return send(c, 'share-without-agent');
    // The chat alone, without anybody's name around it.
    return c.redirect(`/${region}/prototype/${id}`);
  });
  app.get('/sitemap.xml', (c) => c.body(siteMap(site, originOf(c, facts)), 200, { 'content-type': 'application/xml' }));
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nAllow: /api/docs\nDisallow: /api/\nDisallow: /app/\nDisallow: /share\nSitemap: ${originOf(c, facts)}/sitemap.xml\n`,
    ),
  );
  return {
    /** A kind page for people; null for programs, which get the API's own answer. */
    sendMissing: (c: Context) =>
      c.req.header('accept')?.includes('text/html') && !c.req.path.startsWith('/api/') ? send(c, 'missing', 404) : null,
  };
}

const fill = (template: string, values: object) => mustache.render(template, values, {}, { escape: escapeHtml });
/** Mustache's own also writes every slash as an entity. */
const escapeHtml = (text: unknown) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const loadSite = (): Site | null =>
  existsSync(`${PAGES}pages.json`) ? JSON.parse(readFileSync(`${PAGES}pages.json`, 'utf8')) : null;

const originOf = (c: Context, { publicUrl }: SiteFacts) => publicUrl ?? new URL(c.req.url).origin;

function policyOf({ styleHash }: Site, page: Page | undefined): string {
  const widget = page?.hasWidget ? "script-src 'self'; frame-src 'self'; " : '';
  const images = page?.hasWidget ? "'self' data: https:" : "'self'";
  // Where no script runs nothing connects; page checkers read robots.txt under this policy.
  return `default-src 'none'; connect-src 'self'; style-src '${styleHash}'; img-src ${images}; font-src 'self'; ${widget}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

function valuesFor(c: Context, facts: SiteFacts) {
  const origin = originOf(c, facts);
  const values = {
    platformName: facts.platformName,
    origin,
    operatorName: facts.operator.name,
    operatorAddress: facts.operator.address,
    operatorEmail: facts.operator.email,
    operatorCountry: facts.operator.country,
    operatorRegistration: facts.operator.registration,
    affiliatesUrl: facts.affiliatesUrl,
    discordUrl: facts.discordUrl,
    demoAgentId: facts.demoAgent?.id ?? '',
    demoRegion: facts.demoAgent?.region ?? '',
    year: String(new Date().getUTCFullYear()),
  };
  return {
    ...values,
    json: { platformName: insideJson(values.platformName), origin: insideJson(origin) },
    socialLinks: facts.socialLinks,
    takesPayments: facts.takesPayments,
    sessionRegion: SESSION_COOKIE.exec(c.req.header('cookie') ?? '')?.[1],
  };
}

/** A text between the quotes of a JSON string that stands in a `script` element. */
const insideJson = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c');

const siteMap = ({ pages }: Site, origin: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages
    .filter((page) => !page.isUnlisted)
    .map(({ path }) => `<url><loc>${escapeHtml(origin + path)}</loc></url>\n`)
    .join('')}</urlset>\n`;
