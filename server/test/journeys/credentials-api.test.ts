import type { LanguageModelV4 } from '@ai-sdk/provider';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeModelDispatcher, makeModelFetch } from '../../src/adapters/ai-sdk/model-fetch.ts';
import { makeModelList } from '../../src/adapters/ai-sdk/model-list.ts';
import { makeModelProbe } from '../../src/adapters/ai-sdk/model-probe.ts';
import { makeGuardedConnector, systemResolve } from '../../src/adapters/guarded-fetch/guarded-connector.ts';
import { credentialsRoutes } from '../../src/domain/credentials/credentials.routes.ts';
import { makeApiHandler } from '../../src/http/api.ts';
import type { Access } from '../../src/http/context.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { type ModelServer, startModelServer } from '../harness/openai-compatible-server.ts';
import { speechAt } from '../harness/speech-at.ts';

const CANARY = 'canary-d41d8cd98f00b204-last';
const KEY = 'vg_aaaaaaaaaaaaaaaaa';

let trusted: ModelServer;
let inside: ModelServer;
beforeAll(async () => {
  trusted = await startModelServer();
  inside = await startModelServer();
});
afterAll(() => Promise.all([trusted.close(), inside.close()]));

describe.each(await openJourneyDatabases())('R20: the credentials of the API on $name', ({ database }) => {
  /** Everything that left the server: bodies and log lines. */
  const seen: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void seen.push(line) });

  async function makeApi() {
    const { scope } = await makeKnowledgeAgent(database);
    const allowed = [trusted.hostAndPort];
    const connect = makeGuardedConnector({ resolve: systemResolve, allowed: new Set(allowed), timeoutMs: 1_000 });
    const hosts = {
      environment: {
        openaiKey: '',
        openaiBaseURL: '',
        anthropicKey: '',
        googleKey: '',
        openaiCompatible: { baseURL: '', key: '' },
      },
      builtin: {} as LanguageModelV4,
      platformFetch: () => Promise.reject(new Error('no call goes out here')),
      customerFetch: makeModelFetch(makeModelDispatcher({ connectMs: 1_000, connect })),
    };
    const modelProbe = makeModelProbe(hosts);
    const secretKey = 'one-installation-secret-key-0123456789';
    const credentials = credentialsRoutes({
      database,
      systemScope: testSystemScope,
      secretKey,
      outboundAllow: allowed,
      modelProbe,
      modelList: makeModelList(hosts),
      platformKeys: new Set(),
      speech: speechAt(),
    });
    const handle = makeApiHandler({ credentials }, 'na');
    const access = {
      findSession: async () => null,
      findMembership: async () => ({ workspaceUid: scope.workspaceUid, permissions: PERMISSIONS }),
      findKeyOwner: async (secret: string) => (secret === KEY ? scope.workspaceUid : null),
      takeRate: async () => true,
      takeShare: async () => true,
    } as unknown as Access;
    return async (method: string, path: string, body?: object) => {
      const headers = new Headers({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' });
      const url = `http://api.example.com/api/na/v2/workspaces/${scope.workspaceUid}/credentials${path}`;
      const request = new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      const context = {
        requestId: 'r1',
        region: 'na' as const,
        access,
        log,
        headers,
        method,
        addressPrefix: '',
        isLocal: false,
        isSecure: false,
        agency: null,
      };
      const response = await handle(request, context);
      const text = await response!.text();
      seen.push(text);
      return { status: response!.status, body: JSON.parse(text) };
    };
  }

  const compatible = (baseURL: string, secret = CANARY) => ({
    provider: 'openai-compatible',
    label: 'Own host',
    secret,
    baseURL,
  });

  test('a key goes in, is used and comes out of no procedure, error or log line', async () => {
    const call = await makeApi();
    const made = await call('POST', '', compatible(trusted.baseURL));
    expect(made).toMatchObject({ status: 201, body: { last4: 'last', baseURL: trusted.baseURL } });
    const path = `/${made.body.id}`;
    const good = await call('POST', `${path}/test`, { model: 'fine' });
    expect(good).toMatchObject({ status: 200, body: { success: true } });
    expect(trusted.requests.at(-1)!.authorization).toBe(`Bearer ${CANARY}`);
    const bad = await call('POST', `${path}/test`, { model: 'unauthorized' });
    expect(bad.body).toMatchObject({ success: false, message: expect.stringContaining('Incorrect API key provided') });
    // The worst host: it answers with everything that it was sent.
    await call('POST', `${path}/test`, { model: 'echo' });
    expect((await call('GET', '')).body.items).toHaveLength(1);
    await call('POST', '', { ...compatible(trusted.baseURL), label: '' });
    await call('POST', '', { ...compatible('ftp://models.example.com') });
    await call('POST', '', { ...compatible(trusted.baseURL, `${CANARY} with a space`) });
    expect((await call('DELETE', path)).body).toEqual({ success: true });
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.filter((text) => text.includes('canary'))).toEqual([]);
  });

  test('a host inside is neither stored over http nor reached over https', async () => {
    const call = await makeApi();
    expect(await call('POST', '', compatible(inside.baseURL))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: 'baseURL', message: 'Please enter an https address.' }] },
    });
    const secure = inside.baseURL.replace('http:', 'https:');
    const made = await call('POST', '', compatible(secure));
    const tested = await call('POST', `/${made.body.id}/test`, { model: 'fine' });
    expect(tested.body).toMatchObject({ success: false, message: expect.stringContaining('only public') });
    expect(inside.connectionsMade()).toBe(0);
  });
});
