import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { DOCS_STYLE, docsPage, SCHEME_SCRIPT, START_SCRIPT } from './docs-page.ts';

const SWAGGER_UI = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * The reference that people read, made in the browser from `/api/openapi.json`. Nothing is loaded from elsewhere, and of the
 * package's folder, which holds pages of its own, only what the page needs is served.
 */
export function mountDocs(app: Hono, platformName: string) {
  app.use('/api/docs/*', async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    await next();
  });
  app.get('/api/docs', (c) => c.html(docsPage(platformName)));
  const script = { 'content-type': 'text/javascript; charset=utf-8' };
  app.get('/api/docs/scheme.js', (c) => c.body(SCHEME_SCRIPT, 200, script));
  app.get('/api/docs/start.js', (c) => c.body(START_SCRIPT, 200, script));
  app.get('/api/docs/docs.css', (c) => c.body(DOCS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  for (const file of FILES) app.get(`/api/docs/${file}`, serveStatic({ root: SWAGGER_UI, path: file }));
}
