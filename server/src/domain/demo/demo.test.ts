import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Owner, ok, signUp } from '../../../test/factories/api-factory.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

/** Rows that are of the workspace whatever happens, or tell that something happened. */
const STAYING = ['audit_entries', 'credit_accounts', 'credit_transfers', 'outbox', 'workspaces', 'workspace_members'];

describe.each(await openTestDatabases())('demo data on $name', async ({ database }) => {
  const api = await startTestApi(database, { PLATFORM_ROOT_DOMAIN: 'agencies.test' });
  afterAll(() => api.stop());

  const demo = (owner: Owner, method: 'GET' | 'POST' | 'DELETE') =>
    api.call(method, `/v2/workspaces/${owner.uid}/demo`, { caller: owner.caller });
  const get = async (owner: Owner, path: string) => ok(await api.call('GET', path, { caller: owner.caller }));

  /** Tables with rows of the workspace. */
  async function tablesOf(owner: Owner): Promise<string[]> {
    const { rows } = (await database.unscoped.execute(
      sql`select table_name as name from information_schema.columns where column_name = 'workspace_uid' and table_schema = 'public'`,
    )) as unknown as { rows: { name: string }[] };
    const found: string[] = [];
    for (const { name } of rows) {
      const answer = (await database.unscoped.execute(
        sql`select from ${sql.identifier(name)} where workspace_uid = ${owner.uid} limit 1`,
      )) as unknown as { rows: unknown[] };
      if (answer.rows.length > 0) found.push(name);
    }
    return found.filter((name) => !STAYING.includes(name)).sort();
  }

  test('an empty workspace is filled, looks lived in, and is as before when it is removed', async () => {
    const owner = await signUp(api);
    const before = await tablesOf(owner);
    expect(ok(await demo(owner, 'GET'))).toMatchObject({ canStart: true, canRemove: false, agentId: null });
    const made = ok(await demo(owner, 'POST'));
    expect(made).toMatchObject({ canStart: false, canRemove: true });
    expect(made.pageUrl).toMatch(new RegExp(`/demo/na/${made.agentId}$`));
    const { items } = await get(owner, `/v2/agents/${made.agentId}/knowledge`);
    expect(items).toHaveLength(4);
    const isRead = async () => {
      const { items: read } = await get(owner, `/v2/agents/${made.agentId}/knowledge`);
      expect(read.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('SUCCESS'));
    };
    await vi.waitFor(isRead, { timeout: 20_000 });
    const { total } = await get(owner, `/v2/workspaces/${owner.uid}/clients?orgId=${made.orgId}`);
    expect(total).toBe(2);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const { totals } = await get(
      owner,
      `/v2/workspaces/${owner.uid}/analytics/report?agentId=${made.agentId}&from=${day(8)}&to=${day(-1)}&timeZone=UTC`,
    );
    expect(totals).toMatchObject({ conversations: 28 });
    expect(totals.handoffs).toBeGreaterThan(0);
    // Whom the figures count is there to be read.
    const leads = await get(owner, `/v2/agents/${made.agentId}/leads`);
    expect(leads.items.map(({ email }: { email: string }) => email).sort()).toEqual([
      'jonas@example.com',
      'vera@example.com',
    ]);
    const { agency, abilities } = await get(owner, `/v2/workspaces/${owner.uid}/agency`);
    expect(agency.name).toBe('Example Agency');
    expect(agency.VGsubDomain).toMatch(/^demo-[a-z0-9]{10}\.agencies\.test$/);
    expect(abilities.canStartTrial).toBe(false);
    // What a person did with it goes, too.
    ok(
      await api.call('POST', `/v2/workspaces/${owner.uid}/orgs/${made.orgId}/clients`, {
        caller: owner.caller,
        body: { name: 'Own', email: 'own@example.com', dashboardPassword: 'a-new-password' },
      }),
    );
    expect(ok(await demo(owner, 'DELETE'))).toMatchObject({ canStart: true, canRemove: false, agentId: null });
    expect(await tablesOf(owner)).toEqual(before);
    const after = await get(owner, `/v2/workspaces/${owner.uid}/agency`);
    expect(after).toMatchObject({ agency: null, abilities: { canStartTrial: true } });
    // Done again it changes nothing.
    expect(ok(await demo(owner, 'DELETE'))).toMatchObject({ canStart: true });
  });

  test('of ten who start at once one fills it; a workspace with something of its own is refused', async () => {
    const owner = await signUp(api);
    const answers = await Promise.all(Array.from({ length: 10 }, () => demo(owner, 'POST')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const { total } = await get(owner, `/v2/workspaces/${owner.uid}/agents`);
    expect(total).toBe(1);
    const other = await signUp(api);
    ok(await api.call('POST', `/v2/workspaces/${other.uid}/agents`, { caller: other.caller, body: { title: 'Mine' } }));
    expect(ok(await demo(other, 'GET')).canStart).toBe(false);
    expect((await demo(other, 'POST')).status).toBe(409);
    ok(await demo(owner, 'DELETE'));
  });
});
