import { createHash, X509Certificate } from 'node:crypto';
import { type Browser, chromium, type Page, test } from '@playwright/test';
import type { Edge } from '../../server/test/harness/start-edge.ts';

/**
 * A browser of its own, for which every name leads to this machine and which believes the test's authority: a certificate of anybody
 * else, or for another host, stops it.
 */
export function launchEdgeBrowser({ authority }: Edge): Promise<Browser> {
  const { launchOptions } = test.info().project.use;
  const keys = authority.authorities.map((pem) => {
    const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(key).digest('base64');
  });
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--host-resolver-rules=MAP *.example 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${keys.join(',')}`,
    ],
  });
}

type Sent = { headers?: Record<string, string>; data?: object };

/** Calls from a page of the host that is called, which finds it as the browser does. */
export function callsOf(page: Page) {
  const send =
    (method: string) =>
    async (url: string, { data }: Sent = {}) => {
      const { status, text } = await page.evaluate(
        async ([how, where, body]) => {
          const init = body ? { body, headers: { 'content-type': 'application/json' } } : {};
          const answer = await fetch(where, { method: how, ...init });
          return { status: answer.status, text: await answer.text() };
        },
        [method, url, data ? JSON.stringify(data) : ''] as const,
      );
      return {
        ok: () => status < 300,
        status: () => status,
        text: async () => text,
        json: async () => JSON.parse(text),
      };
    };
  return { get: send('GET'), post: send('POST'), delete: send('DELETE') };
}
