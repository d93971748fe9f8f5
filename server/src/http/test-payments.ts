import { fail } from '@antiphon/contract/errors';
import type { Context, Hono } from 'hono';
import { readText } from './read-body.ts';

/** Where browsers reach the stand-in of the payment provider, which listens on the server's own machine alone. */
export const TEST_MODE = '/test-mode';

/** What a browser calls of the provider itself, and the pages to which it is sent. Each is known by a secret in its address or body. */
const CALLS = /^\/v1\/(setup|payment)_intents\/\w+(\/confirm)?$/;
const PAGES = /^\/(authenticate|checkout|invoices|onboarding)\/[\w%/-]+$/;
const FORM_BYTES_MAX = 16 * 1024;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Hands on what a browser sends to the stand-in, and nothing that only a server may call: no key of ours goes along. Not there
 * where payments are real.
 */
export function mountTestPayments(app: Hono, standIn: URL | null) {
  if (!standIn) return;
  app.on(['GET', 'POST'], `${TEST_MODE}/*`, async (c) => {
    const path = c.req.path.slice(TEST_MODE.length);
    if (!CALLS.test(path) && !PAGES.test(path)) fail('not_found');
    const url = new URL(path, standIn);
    url.search = new URL(c.req.url).search;
    return send(c, url);
  });
}

async function send(c: Context, url: URL): Promise<Response> {
  const body = c.req.method === 'POST' ? await readText(c.req.raw, FORM_BYTES_MAX) : undefined;
  const type = 'application/x-www-form-urlencoded';
  const answer = await fetch(url, {
    method: c.req.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
  }).catch(() => fail('unavailable'));
  const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'");
  for (const name of ['content-type', 'location']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
