import { Failure } from '@antiphon/contract/errors';
import { type AgentId, type LeadId, newUserId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import type { Scope } from '../../db/scope.ts';
import { createLead } from './change-lead.ts';
import { deleteLeads, restoreLeads } from './delete-leads.ts';
import { exportLeads } from './export-leads.ts';
import { assignGroup, createGroup, listGroups } from './lead-groups.ts';
import { listDuplicates, setDistinct } from './list-duplicates.ts';
import { listLeads } from './list-leads.ts';
import { mergeLeads } from './merge-leads.ts';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );

describe.each(await openTestDatabases())('many leads on $name', ({ database }) => {
  const deps = { database };
  let scope: Scope;
  let agentId: AgentId;
  const member = () => ({ scope, userId: newUserId(), permissions: ['conversations.reply' as const], client: null });
  const create = (lead: Parameters<typeof createLead>[3]) => createLead(deps, member(), agentId, lead);
  const list = (query: Partial<Parameters<typeof listLeads>[3]> = {}) =>
    listLeads(deps, member(), agentId, { sort: 'created', limit: 50, ...query });
  const total = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).total;
  /** Of every second the source is an import. */
  const seed = (rows: number) =>
    database.unscoped.execute(sql`
      insert into leads (id, workspace_uid, agent_id, name, email, email_key, source, created_at)
      select 'led_' || ${agentId}::text || n, ${scope.workspaceUid}, ${agentId}, 'Person ' || n, 'p' || n || '@example.com',
        'p' || n || '@example.com', case when n % 2 = 0 then 'import' else 'widget' end, now() - n * interval '1 minute'
      from generate_series(1, ${rows}::int) n`);

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });

  const nothing = async () => {};
  /** As after an import, until the database looks at its tables again. */
  const anotherList = async () => {
    await seed(1_000);
    await database.unscoped.execute(sql`analyze leads`);
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  };

  test.each([
    ['nothing', nothing],
    ['another list', anotherList],
  ])(
    'all 10,000 that match are grouped, exported, deleted and restored while the planner knows %s',
    async (_, seen) => {
      await seen();
      await seed(20_000);
      const matching = { source: 'import' as const };
      const group = await createGroup(deps, member(), agentId, 'Imported');
      const one = { agentId, groupId: group.id };
      expect(await assignGroup(deps, member(), one, { matching, isIn: true })).toBe(10_000);
      expect(await assignGroup(deps, member(), one, { matching: { search: 'PERSON 1' }, isIn: false })).toBe(5_555);
      expect(await listGroups(deps, scope, agentId)).toMatchObject([{ leads: 4_445 }]);
      let csv = '';
      for await (const part of await exportLeads(deps, scope, agentId, { matching: { groupId: group.id } }))
        csv += part.text;
      expect(csv.split('\r\n')).toHaveLength(4_447);
      const { changed, deletionId } = await deleteLeads(deps, member(), agentId, { matching });
      expect(changed).toBe(10_000);
      expect([await total(), await total(matching)]).toEqual([10_000, 0]);
      expect(await codeOf(deleteLeads(deps, member(), agentId, { matching }))).toBe('not_found');
      expect(await codeOf(assignGroup(deps, member(), one, { matching, isIn: true }))).toBe('not_found');
      expect(await restoreLeads(deps, member(), agentId, deletionId)).toBe(10_000);
      expect([await total(), await total(matching)]).toEqual([20_000, 10_000]);
      expect(await codeOf(restoreLeads(deps, member(), agentId, deletionId))).toBe('not_found');
    },
    60_000,
  );

  test('some by their ids are exported and grouped; another agent’s, or deleted ones, are nobody', async () => {
    await seed(3);
    const [first, second] = (await list()).items.map(({ id }) => id) as [LeadId, LeadId];
    const other = await makeKnowledgeAgent(database);
    const foreign = await createLead(deps, { ...member(), scope: other.scope }, other.agentId, { name: 'Foreign' });
    const group = await createGroup(deps, member(), agentId, 'VIP');
    const chosen = { leadIds: [first, second, foreign.id], isIn: true };
    expect(await assignGroup(deps, member(), { agentId, groupId: group.id }, chosen)).toBe(2);
    const { deletionId } = await deleteLeads(deps, member(), agentId, { leadIds: [second] });
    let csv = '';
    for await (const part of await exportLeads(deps, scope, agentId, chosen)) csv += part.text;
    expect(
      csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['Person 1']);
    expect(await codeOf(deleteLeads(deps, member(), agentId, { leadIds: [foreign.id] }))).toBe('not_found');
    const stranger = { ...member(), scope: other.scope };
    expect(await codeOf(restoreLeads(deps, stranger, other.agentId, deletionId))).toBe('not_found');
    expect(await restoreLeads(deps, member(), agentId, deletionId)).toBe(1);
  });

  test('who comes after the list was read is not among all of it; what has no room does not come back', async () => {
    await seed(2);
    const { readAt } = await list();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await create({ name: 'Late' });
    const { changed, deletionId } = await deleteLeads(deps, member(), agentId, { matching: { to: readAt } });
    expect(changed).toBe(2);
    expect((await list()).items.map(({ name }) => name)).toEqual(['Late']);
    await database.unscoped.execute(sql`
      insert into leads (id, workspace_uid, agent_id, name, source) select 'led_' || ${agentId}::text || 'x' || n,
        ${scope.workspaceUid}, ${agentId}, 'Filler', 'import' from generate_series(1, ${limits.leadsPerAgentMax - 2}::int) n`);
    expect(await codeOf(restoreLeads(deps, member(), agentId, deletionId))).toBe('lead_limit_reached');
    expect(await total()).toBe(limits.leadsPerAgentMax - 1);
  }, 300_000);

  test('who was told apart is not offered again, whatever else is the same; somebody third still is', async () => {
    const offered = async () =>
      (await listDuplicates(deps, scope, agentId)).map(({ leads }) =>
        leads.map(({ email }) => email.slice(0, 1)).join(''),
      );
    const same = { name: 'Ann Smith', phone: '+1 202 555 0143' };
    const [a, b] = [
      await create({ ...same, email: 'a@example.com' }),
      await create({ ...same, email: 'b@example.com' }),
    ];
    const tell = (ids: LeadId[], areDistinct = true) =>
      setDistinct(deps, member(), agentId, { leadIds: ids, areDistinct });
    expect(await offered()).toEqual(['ab']);
    await tell([b.id, a.id]);
    await tell([a.id, b.id]);
    expect(await offered()).toEqual([]);
    await tell([a.id, b.id], false);
    expect(await offered()).toEqual(['ab']);
    await tell([a.id, b.id]);
    const c = await create({ ...same, email: 'c@example.com' });
    expect(await offered()).toEqual(['ac']);
    // Whoever is merged into another stays who they are not.
    const d = await create({ email: 'd@example.com' });
    await mergeLeads(deps, member(), agentId, { keepId: d.id, mergeIds: [a.id], values: { name: 'Ann Smith' } });
    expect(await offered()).toEqual(['bc', 'dc']);
    await tell([b.id, c.id]);
    expect(await offered()).toEqual(['dc']);
    const reader = { ...member(), permissions: [] };
    expect(await codeOf(setDistinct(deps, reader, agentId, { leadIds: [b.id, c.id], areDistinct: true }))).toBe(
      'forbidden',
    );
    expect(await codeOf(tell([b.id, a.id]))).toBe('not_found');
  });

  test('60 pairs that were told apart do not stand before the ones that were not', async () => {
    await database.unscoped.execute(sql`
      insert into leads (id, workspace_uid, agent_id, name, name_key, source, created_at)
      select 'led_' || ${agentId}::text || n, ${scope.workspaceUid}, ${agentId}, 'P' || n / 2, 'p' || n / 2, 'import', now() - n * interval '1 minute'
      from generate_series(0, 121) n`);
    const first = await listDuplicates(deps, scope, agentId);
    expect(first).toHaveLength(50);
    for (const { leads } of first)
      await setDistinct(deps, member(), agentId, { leadIds: leads.map(({ id }) => id), areDistinct: true });
    expect(await listDuplicates(deps, scope, agentId)).toHaveLength(11);
  });
});
