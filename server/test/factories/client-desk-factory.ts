import { type Answer, type Caller, fetchFrom, originFor, type TestApi } from '../harness/api.ts';
import type { StreamFrame } from '../harness/visitor-stream.ts';
import { addText, ok, publish } from './api-factory.ts';
import { cookieOf, type DashboardAgency, makeAgency } from './client-factory.ts';
import { readOn } from './takeover-factory.ts';

const FIRST = 'chosen-by-the-agency';

/** A client who is signed in on their agency's host, and what they call. */
export type Desk = Awaited<ReturnType<typeof makeDesk>>;

/** An agency whose one agent is published and knows a price. */
export async function makeDeskAgency(api: TestApi): Promise<DashboardAgency> {
  const agency = await makeAgency(api);
  await addText(api, agency.owner, agency.agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(api, agency.owner, agency.agentId);
  return agency;
}

export async function makeDesk(api: TestApi, agency: DashboardAgency, more: Record<string, unknown> = {}) {
  const { ID, email } = await agency.newClient({ dashboardPassword: FIRST, ...more });
  const entered = await agency.post('/client/sign-in', { email, password: FIRST });
  ok(entered);
  const change = await agency.post(
    '/client/password',
    { newPassword: 'of-my-own-choice' },
    { cookie: cookieOf(entered) },
  );
  ok(change);
  return { ID, email, ...deskOf(api, agency, { cookie: cookieOf(change), host: agency.host }) };
}

/** What whoever is signed in on the agency's host calls. */
export function deskOf(api: TestApi, { owner: { uid } }: DashboardAgency, caller: Caller) {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    api.call(method, path, { caller, ...(body === undefined ? {} : { body }) });
  const inWorkspace = (method: string, path: string, body?: unknown) =>
    call(method, `/v2/workspaces/${uid}${path}`, body);
  const watch = async (path: string) => {
    const left = new AbortController();
    const frames: StreamFrame[] = [];
    const headers = { cookie: caller.cookie ?? '', 'sec-fetch-site': 'same-origin' };
    const response = await fetchFrom(`${originFor(api.origin, caller)}/api/na${path}`, {
      headers,
      signal: left.signal,
    });
    const reading = readOn(response, frames).catch(() => {});
    return {
      frames,
      async leave() {
        left.abort();
        await reading;
      },
    };
  };
  return {
    caller,
    call,
    inWorkspace,
    inbox: async () => ok(await inWorkspace('GET', '/inbox')),
    open: (id: string) => inWorkspace('GET', `/inbox/${id}`),
    act: (id: string, what: string, body: object = {}) => inWorkspace('POST', `/inbox/${id}/${what}`, body),
    online: async (status = 'online') => ok(await inWorkspace('POST', '/operator-status', { status })),
    /** The workspace's signals as this one is told of them. */
    async signals() {
      const { frames, leave } = await watch(`/v2/workspaces/${uid}/events`);
      return { heard: () => frames.map(({ data }) => `${data.kind} ${data.id}`), leave };
    },
    /** A conversation's events from its beginning. */
    watch: (id: string) => watch(`/v2/workspaces/${uid}/conversations/${id}/events`),
  };
}

/** A further org of the agency, with its own agent and people. */
export async function makeSibling(api: TestApi, agency: DashboardAgency): Promise<DashboardAgency> {
  const { owner, asOwner } = agency;
  const agent = ok(
    await api.call('POST', `/v2/workspaces/${owner.uid}/agents`, { caller: owner.key, body: { title: 'Quay Cafe' } }),
  );
  await publish(api, owner, agent.ID);
  const { ID: orgId } = ok(await asOwner('POST', '/orgs', { name: 'Quay Cafe' }));
  ok(await asOwner('POST', `/orgs/${orgId}/agents/${agent.ID}`, {}));
  const newClient: DashboardAgency['newClient'] = async (more = {}) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { name: 'Sibling', email, dashboardPassword: FIRST, ...more };
    const client = ok(await asOwner('POST', `/orgs/${orgId}/clients`, body));
    ok(await asOwner('POST', `/clients/${client.ID}/agents/${agent.ID}`, {}));
    return client;
  };
  return { ...agency, agentId: agent.ID, orgId, newClient };
}
