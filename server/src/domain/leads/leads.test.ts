import { Failure } from '@antiphon/contract/errors';
import { type AgentId, newUserId } from '@antiphon/contract/ids';
import type { ImportPart } from '@antiphon/contract/leads';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import type { Scope } from '../../db/scope.ts';
import { captureLead } from '../lead-capture/capture-lead.ts';
import { createLead, updateLead } from './change-lead.ts';
import { deleteLeads, purgeLeads, restoreLeads } from './delete-leads.ts';
import { exportLeads } from './export-leads.ts';
import { importLeads, previewImport } from './import-leads.ts';
import { assignGroup, createGroup, deleteGroup, listGroups } from './lead-groups.ts';
import { listDuplicates } from './list-duplicates.ts';
import { getLead, listLeads } from './list-leads.ts';
import { mergeLeads } from './merge-leads.ts';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  );

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());

describe.each(await openTestDatabases())('leads on $name', ({ database }) => {
  const deps = { database, ...reading.vendors };
  let scope: Scope;
  let agentId: AgentId;
  const member = () => ({ scope, userId: newUserId(), permissions: ['conversations.reply' as const], client: null });
  const create = (lead: Parameters<typeof createLead>[3]) => createLead(deps, member(), agentId, lead);
  const list = (query: Partial<Parameters<typeof listLeads>[3]> = {}) =>
    listLeads(deps, member(), agentId, { sort: 'created', limit: 100, ...query });
  const names = async (query: Partial<Parameters<typeof listLeads>[3]> = {}) =>
    (await list(query)).items.map(({ name }) => name);
  const count = async (table: string) => {
    const found = await database.unscoped.execute(
      sql`select count(*)::int as n from ${sql.identifier(table)} where workspace_uid = ${scope.workspaceUid}`,
    );
    return (found.rows[0] as { n: number }).n;
  };

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });

  test('20 captures of one address at once make one lead and tell of it once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => makeConversation(database, scope, agentId, [{ role: 'visitor', text: 'Hi' }])),
    );
    const made = await Promise.all(
      ids.map((conversationId, at) =>
        database.transaction(scope, (tx) =>
          captureLead(tx, scope, {
            agentId,
            conversationId,
            source: at % 2 ? 'widget' : 'conversation',
            values: { email: at % 2 ? 'Ann@Example.com' : 'ann@example.com', name: at === 19 ? 'Ann' : '' },
          }),
        ),
      ),
    );
    expect(new Set(made.map((lead) => lead?.leadId)).size).toBe(1);
    expect(made.filter((lead) => lead?.isNew)).toHaveLength(1);
    expect((await list()).items).toMatchObject([{ name: 'Ann', conversations: 20 }]);
    expect(await count('outbox')).toBe(1);
  });

  test('a visitor fills what is empty, overwrites nothing, and is known by a later address', async () => {
    const id = await makeConversation(database, scope, agentId, []);
    const capture = (values: Record<string, string>, source: 'widget' | 'conversation' = 'conversation') =>
      database.transaction(scope, (tx) => captureLead(tx, scope, { agentId, conversationId: id, source, values }));
    expect(await capture({ name: 'Ann' })).toBeNull();
    const first = await capture({ phone: '+1 202 555 0143' });
    expect(await capture({ email: 'ann@example.com', name: 'Ann' })).toEqual({ leadId: first?.leadId, isNew: false });
    expect(await capture({ email: 'ann@example.com', name: 'Mallory', phone: '+1 202 555 0199' })).toMatchObject({
      isNew: false,
    });
    expect((await list()).items).toMatchObject([{ name: 'Ann', email: 'ann@example.com', phone: '+1 202 555 0143' }]);
    // Words about somebody else make no second lead; a form does.
    expect(await capture({ email: 'bob@example.com' })).toEqual({ leadId: first?.leadId, isNew: false });
    expect(await capture({ email: 'bob@example.com' }, 'widget')).toMatchObject({ isNew: true });
  });

  test('are listed by search, source, group and time, in each order, page by page', async () => {
    const ann = await create({ name: 'Ann', email: 'ann@example.com', phone: '+1 (202) 555-0143', company: 'Bikes' });
    await create({ name: 'bob', email: 'bob@example.com' });
    await create({ name: 'Çem' });
    const group = await createGroup(deps, member(), agentId, 'VIP');
    await assignGroup(deps, member(), { agentId, groupId: group.id }, { leadIds: [ann.id], isIn: true });
    expect(await names({ sort: 'name' })).toEqual(['Ann', 'bob', 'Çem']);
    expect(await names({ search: 'BIK' })).toEqual(['Ann']);
    expect(await names({ search: '202 555' })).toEqual(['Ann']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ groupId: group.id })).toEqual(['Ann']);
    expect(await names({ source: 'import' })).toEqual([]);
    expect(await names({ to: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
    for (const sort of ['created', 'seen', 'name'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 2, cursor });
        expect(page.total).toBe(3);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen.toSorted()).toEqual(['Ann', 'bob', 'Çem'].toSorted());
    }
  });

  test('say what is wrong, and one address is one lead', async () => {
    const ann = await create({ email: 'ann@example.com' });
    expect(await codeOf(create({ email: 'ANN@example.com' }))).toBe('lead_exists');
    expect(await codeOf(create({ company: 'Bikes' }))).toBe('invalid_input');
    const bob = await create({ email: 'bob@example.com' });
    expect(await codeOf(updateLead(deps, member(), { agentId, leadId: bob.id }, { email: 'ann@example.com' }))).toBe(
      'lead_exists',
    );
    const changed = await updateLead(deps, member(), { agentId, leadId: ann.id }, { name: 'Ann', note: 'Called' });
    expect(changed).toMatchObject({ name: 'Ann', email: 'ann@example.com', note: 'Called' });
    const reader = { ...member(), permissions: [] };
    expect(await codeOf(updateLead(deps, reader, { agentId, leadId: ann.id }, {}))).toBe('forbidden');
  });

  test('are deleted, restored as long as their address is free, and gone for good after an hour', async () => {
    const ann = await create({ email: 'ann@example.com' });
    const bob = await create({ email: 'bob@example.com' });
    const { changed, deletionId } = await deleteLeads(deps, member(), agentId, { leadIds: [ann.id, bob.id] });
    expect(changed).toBe(2);
    expect((await list()).items).toEqual([]);
    await create({ name: 'New', email: 'ann@example.com' });
    expect(await restoreLeads(deps, member(), agentId, deletionId)).toBe(1);
    expect(await codeOf(restoreLeads(deps, member(), agentId, deletionId))).toBe('lead_exists');
    await purgeLeads(deps, testSystemScope, new Date(Date.now() + 59 * 60_000));
    expect(await count('leads')).toBe(3);
    await purgeLeads(deps, testSystemScope, new Date(Date.now() + 61 * 60_000));
    expect(await count('leads')).toBe(2);
    expect(await codeOf(restoreLeads(deps, member(), agentId, deletionId))).toBe('not_found');
  });

  test('a group of a lead goes without the lead', async () => {
    const ann = await create({ name: 'Ann' });
    const group = await createGroup(deps, member(), agentId, 'VIP');
    expect(await codeOf(createGroup(deps, member(), agentId, 'vip'))).toBe('invalid_input');
    const one = { agentId, groupId: group.id };
    expect(await assignGroup(deps, member(), one, { leadIds: [ann.id], isIn: true })).toBe(1);
    expect(await assignGroup(deps, member(), one, { leadIds: [ann.id], isIn: true })).toBe(0);
    expect(await listGroups(deps, scope, agentId)).toEqual([{ id: group.id, name: 'VIP', leads: 1 }]);
    await deleteGroup(deps, member(), one);
    expect((await list()).items).toMatchObject([{ name: 'Ann', groups: [] }]);
  });

  test('duplicates are found by mailbox, number and name, and are one afterwards with all that was theirs', async () => {
    const ann = await create({ name: 'Ann Smith', email: 'ann@example.com', phone: '202-555-0143' });
    const again = await create({ name: 'Smith, Ánn', email: 'ann+shop@example.com', phone: '(202) 555 0143' });
    await create({ name: 'Bob Smith' });
    const group = await createGroup(deps, member(), agentId, 'VIP');
    await assignGroup(deps, member(), { agentId, groupId: group.id }, { leadIds: [again.id], isIn: true });
    const id = await makeConversation(database, scope, agentId, [{ role: 'visitor', text: 'Hi' }]);
    await database.transaction(scope, (tx) =>
      captureLead(tx, scope, {
        agentId,
        conversationId: id,
        source: 'widget',
        values: { email: 'ann+shop@example.com' },
      }),
    );
    expect(await listDuplicates(deps, scope, agentId)).toMatchObject([
      { reason: 'email', leads: [{ id: ann.id }, { id: again.id }] },
    ]);
    const values = { email: 'ann+shop@example.com', name: 'Ann Smith' };
    const merged = await mergeLeads(deps, member(), agentId, { keepId: ann.id, mergeIds: [again.id], values });
    expect(merged).toMatchObject({ ...values, phone: '202-555-0143', groups: [{ name: 'VIP' }], conversations: 1 });
    expect((await getLead(deps, scope, agentId, ann.id)).history).toMatchObject([{ id, firstQuestion: 'Hi' }]);
    expect(await listDuplicates(deps, scope, agentId)).toEqual([]);
    expect(await count('audit_entries')).toBe(1);
  });

  const importing = async (text: string, onDuplicate: 'merge' | 'skip', targets = ['name', 'email', 'groups']) => {
    const options = JSON.stringify({ targets, onDuplicate });
    const parts: ImportPart[] = [];
    for await (const part of await importLeads({ ...deps, once: (work) => work() }, member(), agentId, {
      file: new File([text], 'a.csv'),
      options,
    }))
      parts.push(part);
    return { parts, result: parts.at(-1)?.result, failure: parts.at(-1)?.failure?.code };
  };

  test('an import takes what is a lead, fills or skips what is there, and tells the rest by line', async () => {
    await create({ email: 'ann@example.com' });
    const text =
      'Name,Email,Groups\nAnn,ANN@example.com,VIP\nBob,bob@example.com,VIP;News\nBobby,bob@example.com,\n,nobody,\n';
    expect((await previewImport(deps, member(), agentId, new File([text], 'a.csv'))).rows).toBe(4);
    expect((await importing(text, 'merge')).result).toEqual({
      created: 1,
      merged: 2,
      skipped: 0,
      problems: [{ line: 5, reason: 'email', value: 'nobody' }],
    });
    expect((await names({ sort: 'name' })).toSorted()).toEqual(['Ann', 'Bob']);
    expect((await importing(text, 'skip')).result).toMatchObject({ created: 0, merged: 0, skipped: 3 });
    expect(await listGroups(deps, scope, agentId)).toMatchObject([
      { name: 'News', leads: 1 },
      { name: 'VIP', leads: 2 },
    ]);
  });

  test('10,000 rows are imported with their progress, exported again, and a limit leaves nothing half done', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `Person ${at},p${at}@example.com,G${at % 5}`);
    const text = `Name,Email,Groups\n${rows.join('\n')}\n`;
    const { parts, result } = await importing(text, 'merge');
    expect(result).toEqual({ created: 10_000, merged: 0, skipped: 0, problems: [] });
    expect(parts.at(-1)).toMatchObject({ done: 10_000, total: 10_000 });
    let csv = '';
    for await (const part of await exportLeads(deps, scope, agentId, { matching: {} })) csv += part.text;
    expect(csv.split('\r\n')).toHaveLength(10_002);
    await database.unscoped.execute(sql`
      insert into leads (id, workspace_uid, agent_id, name, source)
      select 'led_' || ${agentId} || n, ${scope.workspaceUid}, ${agentId}, 'Filler', 'import' from generate_series(1, 39999) n`);
    const further = 'Name,Email,Groups\nAnn,ann@example.com,New\nBob,bob@example.com,New\n';
    expect((await importing(further, 'merge')).failure).toBe('lead_limit_reached');
    expect((await list({ limit: 1 })).total).toBe(49_999);
    expect(await names({ search: 'ann@example.com' })).toEqual([]);
    expect((await listGroups(deps, scope, agentId)).map(({ name }) => name)).not.toContain('New');
    await create({ name: 'The last' });
    expect(await codeOf(create({ name: 'One more' }))).toBe('lead_limit_reached');
    expect(await codeOf(importing(`${text}${rows.join('\n')}\n`, 'merge'))).toBe('too_large');
  }, 300_000);
});
