import { ErrorBody } from '@antiphon/contract/errors';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeScope } from '../../src/db/make-scope.ts';
import { findClientSession } from '../../src/domain/client-sessions/find-session.ts';
import { SIGN_IN_PATHS } from '../../src/domain/identity/sign-in-paths.rules.ts';
import { startClientSession } from '../factories/client-factory.ts';
import { makeTenant } from '../factories/tenant.ts';
import { amount } from '../harness/amounts.ts';
import { readAnswer, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { type OddRequest, type Operation, oddRequests, operationsOf } from './odd-requests.ts';

/** The thousand goes to PostgreSQL; what the embedded database has of its own, the first of them show. */
const REQUESTS_PER_ENDPOINT = { embedded: amount(200, 12), postgres: amount(1_000, 15) };
const AT_ONCE = 16;
const SEED = 20_261_121;

const text = { type: 'string' };
const email = { type: 'string', format: 'email' };
const person = { name: text, email, password: text, otp: text, token: text, newPassword: text, currentPassword: text };
/** Routes that are no procedures. */
const UNLISTED: Operation[] = [
  { method: 'GET', path: '/files/{id}', parameters: [], content: {} },
  ...Object.keys(SIGN_IN_PATHS).map((path) => ({
    method: 'POST',
    path: `/auth${path}`,
    parameters: [],
    content: { 'application/json': { schema: { properties: { ...person, provider: text, redirect: text } } } },
  })),
];

const planted = vi.hoisted(() => ({ isThrown: false }));
vi.mock('../../src/domain/agents/list-agents.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/agents/list-agents.ts')>();
  return {
    ...real,
    listAgents: (...given: Parameters<typeof real.listAgents>) => {
      if (planted.isThrown) throw new TypeError('planted at /srv/list-agents.ts:12');
      return real.listAgents(...given);
    },
  };
});

const databases = await openJourneyDatabases();
const { name, database } = databases.at(-1)!;

describe(`malformed input on ${name}`, async () => {
  const host = await startModelServer();
  const builder = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
  const tenant = await makeTenant(builder, host.baseURL);
  const client = await startClientSession(builder, tenant, 'opening');
  const onHost: Record<string, string> = { host: client.host ?? '', cookie: client.cookie ?? '' };
  const token = (client.cookie ?? '').split('=')[1] ?? '';
  const found = await findClientSession({ database }, makeScope(tenant.uid as WorkspaceUid), token);
  await builder.stop();
  const settings = { OUTBOUND_ALLOW: host.hostAndPort, ROLE: 'web', REGIONS: 'na' };
  // Whose this one key is, and the counting of rates, would take most of the time; both are tested elsewhere.
  const api = await startTestApi(database, settings, (region) => ({
    ...region,
    access: {
      ...region.access,
      takeRate: async () => true,
      findClientSession: async () => found,
      findKeyOwner: async (secret) =>
        secret === tenant.key.bearer ? (tenant.uid as WorkspaceUid) : region.access.findKeyOwner(secret),
    },
  }));
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const operations = [...operationsOf((await api.call('GET', '/../openapi.json')).body), ...UNLISTED];

  const validFor = (path: string): Record<string, string> => ({
    uid: tenant.uid,
    ownerID: tenant.uid,
    ID: tenant.agentId,
    id: path.startsWith('/public/conversations') ? tenant.conversationId : tenant.agentId,
    docId: path.includes('/crawls/') ? tenant.crawlId : tenant.documentId,
    conversationId: tenant.conversationId,
    messageId: tenant.replyId,
    number: '1',
    credentialId: tenant.credentialId,
    scheduleId: tenant.scheduleId,
    functionId: tenant.functionId,
    caseId: tenant.suiteCaseId,
    pushId: tenant.blueprintPushId,
    runId: path.includes('/crawls/') ? tenant.crawlRunId : tenant.suiteRunId,
    pageId: tenant.crawlPageId,
    position: '1',
    callCredentialId: tenant.callCredentialId,
    connectionId: tenant.connectionId,
    deliveryId: tenant.deliveryId,
    notificationId: tenant.notificationId,
  });

  async function findFaults(requests: OddRequest[]): Promise<string[]> {
    const faults: string[] = [];
    const waiting = requests.values();
    const work = async () => {
      for (const request of waiting) {
        const fault = await ask(request);
        if (fault)
          faults.push(
            `${request.method} ${request.address.slice(0, 200)} ${String(request.body).slice(0, 120)} -> ${fault}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return faults;
  }

  /** In this process, without a socket; the event stream, which writes to one, over HTTP. */
  async function ask({ method, address, headers, body }: OddRequest): Promise<string | null> {
    const isStream = address.includes('/events');
    const left = new AbortController();
    const init = {
      method,
      headers: { ...sendable(headers), ...(isForClients(address) ? onHost : {}) },
      body,
      signal: left.signal,
    };
    const response = isStream
      ? await fetch(`${api.origin}/api/na${address}`, init)
      : await api.callDirectly(address, init);
    if (response.status < 400) {
      left.abort();
      return null;
    }
    return faultOf(response);
  }

  async function faultOf(response: Response): Promise<string | null> {
    const { status, body, text } = await readAnswer(response);
    if (status >= 500)
      return `${status} ${text.slice(0, 120)} ${/"message":"[^"]{0,200}/.exec(api.logLines.at(-1) ?? '')?.[0]}`;
    if (!ErrorBody.safeParse(body).success) return `not an error body: ${status} ${text.slice(0, 120)}`;
    if (/\.(ts|js|mjs):\d+|node_modules|\bat [\w.]+ \(|select |insert into/.test(text))
      return `tells of the inside: ${text.slice(0, 120)}`;
    return null;
  }

  test('clients are asked on their agency’s host, signed in', async () => {
    expect((await api.callDirectly('/client/me', { headers: onHost })).status).toBe(200);
  });

  const ordered = operations.toSorted((one, other) => Number(isOnce(one)) - Number(isOnce(other)));
  test.each(ordered.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s: no 5xx, no stack trace, every error an error body',
    async (_name, operation) => {
      const authorization = `Bearer ${operation.path.startsWith('/public/conversations') ? tenant.visitorToken : tenant.key.bearer}`;
      // Signing in hashes passwords, which is slow on purpose.
      const isSlow = /^\/(auth\/|client\/(sign-in|password|org\/users))/.test(operation.path);
      const numRuns = isSlow ? amount(150, 8) : REQUESTS_PER_ENDPOINT[database.kind];
      const source = { valid: validFor(operation.path), authorization, isOnce: isOnce(operation) };
      const requests = fc.sample(oddRequests(operation, source), { numRuns, seed: SEED });
      expect(requests.length).toBe(numRuns);
      expect((await findFaults(requests)).slice(0, 5)).toEqual([]);
    },
    300_000,
  );

  test('planted: a handler that throws is found', async () => {
    planted.isThrown = true;
    const request = {
      method: 'GET',
      address: `/v2/workspaces/${tenant.uid}/agents`,
      headers: { authorization: `Bearer ${tenant.key.bearer}` },
      body: null,
    };
    expect(await findFaults([request])).toEqual([expect.stringContaining('500')]);
    planted.isThrown = false;
    expect(await findFaults([request])).toEqual([]);
  });
});

const isOnce = ({ method, path }: { method: string; path: string }) =>
  method === 'DELETE' || /\/secret$|^\/client\/(logout|password)$/.test(path);

/** On the agency's host alone, by whoever opened a client's dashboard there. */
const isForClients = (address: string) => /^\/(client\/|rpc\/(ssoClient|validateClientLoginToken))/.test(address);

/** What a client library would refuse to send is left out. */
const sendable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)));
