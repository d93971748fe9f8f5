import { CLIENT_PAGES } from '@antiphon/contract/client-pages';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, signUp } from '../../../test/factories/api-factory.ts';
import { cookieOf, makeAgency } from '../../../test/factories/client-factory.ts';
import { type Caller, startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

describe.each(await openTestDatabases())('dashboards opened in clients’ places on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const agency = await makeAgency(api);
  const { uid } = agency.owner;
  const member = `/v2/workspaces/${uid}/members`;

  const join = (userId: string, permissions: readonly Permission[]) =>
    database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${uid}, ${userId}, ${JSON.stringify(permissions)}::jsonb)`);
  /** Somebody of the agency who may do just this. */
  async function hire(...permissions: Permission[]) {
    const person = await signUp(api);
    await join(person.uid, permissions);
    const caller = { ...person.caller, workspace: uid };
    return { ...person, act: (path: string, body: unknown = {}) => api.call('POST', path, { caller, body }) };
  }
  type Hired = Awaited<ReturnType<typeof hire>>;
  async function askToOpen({ act }: Hired): Promise<string> {
    const client = await agency.newClient({ allowCreateAgents: true, canAccess: [...CLIENT_PAGES] });
    const { url } = ok(await act(`/v2/workspaces/${uid}/clients/${client.ID}/open`));
    return new URLSearchParams(new URL(url).hash.slice(1)).get('open') ?? '';
  }
  const enter = (code: string) => agency.post('/client/open', { code });
  async function open(hired: Hired): Promise<Caller> {
    const entered = await enter(await askToOpen(hired));
    ok(entered);
    return { cookie: cookieOf(entered), host: agency.host };
  }
  const look = async (caller: Caller) => (await api.call('GET', '/client/me', { caller })).status;
  const writes = async (caller: Caller) => {
    const agent = `/v2/agents/${agency.agentId}`;
    const { settings, draftRevision } = ok(await api.call('GET', agent, { caller: agency.owner.key }));
    const calls = [
      [`${agent}/knowledge`, { kind: 'text', title: 'Hours', text: 'We open at nine.' }],
      [agent, { settings: { ...settings, prompt: 'Say no.' }, draftRevision }],
      [`${agent}/publish`, {}],
      [`/v2/workspaces/${uid}/agents`, { title: 'Another' }],
    ] as const;
    const statuses: number[] = [];
    for (const [path, body] of calls) statuses.push((await api.call('POST', path, { caller, body })).status);
    return statuses;
  };

  test('whoever may manage clients alone looks, and changes nothing that they may not under their own name', async () => {
    const hired = await hire('clients.write');
    const caller = await open(hired);
    expect(await look(caller)).toBe(200);
    const list = await api.call('GET', `/v2/agents/${agency.agentId}`, { caller });
    expect(ok(list).abilities).toEqual({ canWrite: false, canPublish: false, canReply: false, canTeach: false });
    expect(await writes(caller)).toEqual([403, 403, 403, 403]);
    // It is their permissions of now that count, and no longer than they may manage clients.
    const permit = (permissions: Permission[]) =>
      api.call('POST', `${member}/${hired.uid}`, { caller: agency.owner.key, body: { permissions } });
    ok(await permit(['clients.write', 'agents.write', 'agents.publish']));
    expect(await writes(caller)).toEqual([201, 200, 200, 201]);
    ok(await permit(['agents.write', 'agents.publish']));
    expect(await look(caller)).toBe(401);
  });

  test.each(['is removed', 'leaves'])('what a member opened ends when that member %s, and stays ended', async (how) => {
    const hired = await hire('clients.write', 'agents.write');
    const [caller, unused] = [await open(hired), await askToOpen(hired)];
    expect(await look(caller)).toBe(200);
    if (how === 'leaves') ok(await hired.act(`/v2/workspaces/${uid}/leave`));
    else ok(await api.call('DELETE', `${member}/${hired.uid}`, { caller: agency.owner.key }));
    expect(await look(caller)).toBe(401);
    expect((await enter(unused)).status).toBe(400);
    await join(hired.uid, ['clients.write', 'agents.write']);
    expect(await look(caller)).toBe(401);
  });

  test('the agency’s key, which opens everything, is made by who may do everything', async () => {
    const hired = await hire('agency.write', 'clients.write', 'members.write');
    const path = `/v2/workspaces/${uid}/agency`;
    expect((await hired.act(`${path}/secret`)).status).toBe(403);
    const caller = { ...hired.caller, workspace: uid };
    expect(ok(await api.call('GET', path, { caller })).abilities).toMatchObject({
      canEdit: true,
      canRotateSecret: false,
    });
    expect(ok(await agency.asOwner('POST', '/agency/secret')).secret).toHaveLength(25);
  });
});
