import { request } from 'node:http';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readSettings } from '../../src/settings.ts';
import { createAgent, publish, signUp, startChat } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { mailedLinks } from '../factories/people.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { openStream } from '../harness/visitor-stream.ts';

const made = vi.hoisted(() => ({ count: 0 }));
vi.mock('@orpc/openapi', async (original) => {
  const real = await original<typeof import('@orpc/openapi')>();
  class OpenAPIGenerator extends real.OpenAPIGenerator {
    override generate(...given: Parameters<InstanceType<typeof real.OpenAPIGenerator>['generate']>) {
      made.count += 1;
      return super.generate(...given);
    }
  }
  return { ...real, OpenAPIGenerator };
});

const HTTPS = 'https://platform.example.com';
const { database } = (await openJourneyDatabases()).at(-1)!;

const plain = await startTestApi(database, { REGIONS: 'na' });
// One worker alone: this one would call mails lost that the other keeps.
const named = await startTestApi(database, { REGIONS: 'na', ROLE: 'web', PUBLIC_URL: HTTPS });
afterAll(async () => {
  await plain.stop();
  await named.stop();
});

const get = (api: TestApi, path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.origin}${path}`, { headers });

describe('the description of the API', () => {
  const path = '/api/openapi.json';

  test('is made once, however often and at once it is asked for', async () => {
    const before = made.count;
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await get(plain, path)).text()));
    await get(plain, path);
    expect([new Set(answers).size, made.count - before]).toEqual([1, 1]);
  });

  test('does not follow what a request says of itself', async () => {
    const servers = async (api: TestApi, headers: Record<string, string>) =>
      (await (await get(api, path, headers)).json()).servers.map(({ url }: { url: string }) => url);
    expect(await servers(plain, { 'x-forwarded-proto': 'https' })).toEqual(['/api/na', '/api/eu']);
    expect(await servers(named, {})).toEqual([`${HTTPS}/api/na`, `${HTTPS}/api/eu`]);
  });

  test('is not sent again to whoever has it', async () => {
    const etag = (await get(plain, path)).headers.get('etag') ?? '';
    const again = await get(plain, path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get(plain, path, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test.each([
    '/api/docs',
    '/api/docs/scheme.js',
    '/api/docs/start.js',
    '/api/docs/docs.css',
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
  ])('%s runs nothing of others, in nobody’s frame', async (asked) => {
    const { status, headers } = await get(plain, asked);
    expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  });

  test.each(['index.html', 'oauth2-redirect.html', 'swagger-initializer.js', 'package.json', '..%2fpackage.json'])(
    '/api/docs/%s is not served',
    async (file) => {
      expect((await get(plain, `/api/docs/${file}`)).status).toBe(404);
    },
  );
});

describe('where the platform is reached by https', () => {
  const hsts = (response: { headers: Headers }) => response.headers.get('strict-transport-security');

  test.each(['/livez', '/api/docs', '/api/na/v2/me', '/api/na/public/sign-in-options', '/nothing', '/widget.js'])(
    'browsers are told to stay there: %s',
    async (path) => {
      expect(hsts(await get(named, path))).toBe('max-age=31536000');
      expect(hsts(await get(plain, path))).toBeNull();
    },
  );

  test('also by a stream, and on hosts that nobody has', async () => {
    const owner = await signUp(plain);
    const agentId = await createAgent(plain, owner);
    await publish(plain, owner, agentId);
    const { conversationId, visitor } = await startChat(plain, agentId);
    const left = new AbortController();
    const stream = await openStream(named.origin, conversationId, { visitor, signal: left.signal });
    expect([stream.status, hsts(stream)]).toEqual([200, 'max-age=31536000']);
    left.abort();
    const nobody = await named.call('GET', '/client/sign-in', { caller: { host: 'nobody.localhost' } });
    expect([nobody.status, hsts(nobody)]).toEqual([404, 'max-age=31536000']);
  });
});

describe('mails that nobody could send', () => {
  /** What a plain proxy on this machine sends: its own name, and no word of whom it asks for. */
  const asProxy = (api: TestApi) => get(api, '/api/na/outbox');

  test('are shown on a developer’s own machine alone', async () => {
    expect((await asProxy(plain)).status).toBe(200);
    expect((await asProxy(named)).status).toBe(404);
    const behind = await startTestApi(database, { REGIONS: 'na', ROLE: 'web', TRUSTED_PROXIES: '1' });
    expect((await asProxy(behind)).status).toBe(404);
    await behind.stop();
  });

  test('a word that is no kind of start ends it', () => {
    const start = (NODE_ENV: string) => () => readSettings({ NODE_ENV, DATA_DIR: plain.dataDir });
    expect(start('prod')).toThrow(/^The setting NODE_ENV is not valid: .*"production"/);
    expect(start('')).toThrow('NODE_ENV');
    expect(start('development')).not.toThrow();
  });
});

describe('a login mail leads to the agency’s own host', () => {
  /** By hand: `fetch` would not send this Host. */
  const ask = (api: TestApi, host: string, body: unknown) =>
    new Promise<number>((resolve, reject) => {
      const headers = { host, 'x-forwarded-proto': 'https', 'content-type': 'application/json' };
      const sent = request(`${api.origin}/api/na/rpc/ssoClient`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });

  test('whatever port and scheme a stranger writes', async () => {
    const agency = await makeAgency(plain);
    for (const [api, origin] of [
      [plain, `http://${agency.host}:3000`],
      [named, `https://${agency.host}`],
    ] as const) {
      const { email } = await agency.newClient();
      expect(await ask(api, `${agency.host}:31337`, { email, agencyId: agency.agencyId })).toBe(200);
      await expect
        .poll(async () => (await mailedLinks(database, email)).map((link) => link.origin), { timeout: 20_000 })
        .toEqual([origin]);
    }
  });
});
