import { AgentSettings } from '@antiphon/contract/agents';
import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { deleteAgent } from './delete-agent.ts';
import { listAgents, listTags } from './list-agents.ts';
import { publishAgent } from './publish-agent.ts';
import { setTags } from './update-agent.ts';

describe.each(await openTestDatabases())('the list of agents on $name', ({ database }) => {
  const deps = {
    database,
    ...answeringProbe,
    publishGate: demandSuite,
    platformKeys: new Set<never>(),
    cleanCss: async (css: string) => css,
  };
  let scope: Scope;
  let first: AgentId;
  const member = () => ({ scope, userId: null, permissions: PERMISSIONS, client: null });
  const add = (title: string, minutes: number, changed = minutes) => {
    const id = newAgentId();
    const time = (value: number) => new Date(Date.UTC(2026, 0, 1, 0, value));
    const draft = AgentSettings.parse({ title });
    return database
      .transaction(scope, (tx) =>
        tx
          .insert(agents)
          .values({ id, workspaceUid: scope.workspaceUid, draft, createdAt: time(minutes), updatedAt: time(changed) }),
      )
      .then(() => id);
  };
  const titles = async (query: Partial<Parameters<typeof listAgents>[2]> = {}) =>
    (await listAgents(deps, scope, { limit: 50, sort: 'created', ...query })).items.map(({ title }) => title);

  beforeEach(async () => {
    ({ scope, agentId: first } = await makeKnowledgeAgent(database));
  });

  test('pages through each order without losing or repeating one, over equal names and times', async () => {
    for (const [title, minute, changed] of [
      ['beta', 1, 9],
      ['Alpha', 2, 8],
      ['beta', 2, 8],
      ['Ärger', 3, 1],
    ] as const)
      await add(title, minute, changed);
    for (const sort of ['created', 'changed', 'title'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listAgents(deps, scope, { sort, limit: 2, cursor });
        expect(page.total).toBe(5);
        seen.push(...page.items.map(({ ID }) => ID));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size, sort).toBe(5);
      expect(seen.length, sort).toBe(5);
    }
    expect((await titles({ sort: 'title' })).slice(0, 4)).toEqual(['A', 'Alpha', 'beta', 'beta']);
    expect((await titles({ sort: 'changed' })).slice(1, 2)).toEqual(['beta']);
    expect((await titles()).slice(1)).toEqual(['Ärger', expect.any(String), expect.any(String), 'beta']);
  });

  test('finds a part of the name in any case, and nothing by a wildcard', async () => {
    await add('Harbour Bikes', 1);
    expect(await titles({ search: 'BIK' })).toEqual(['Harbour Bikes']);
    expect(await titles({ search: '%' })).toEqual([]);
  });

  test('tags gather agents, are counted, and go with the last agent that carried them', async () => {
    const other = await add('Other', 1);
    expect(await setTags(deps, member(), { id: first, tags: ['Sales', 'Sales', 'north'] })).toEqual(['Sales', 'north']);
    await setTags(deps, member(), { id: other, tags: ['Sales'] });
    expect(await listTags(deps, scope)).toEqual([
      { tag: 'north', agents: 1 },
      { tag: 'Sales', agents: 2 },
    ]);
    expect(await titles({ tag: 'north' })).toEqual(['A']);
    await deleteAgent(deps, member(), first);
    expect(await listTags(deps, scope)).toEqual([{ tag: 'Sales', agents: 1 }]);
    await expect(setTags(deps, member(), { id: first, tags: [] })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('tells apart what is a draft, published, and published with changes since', async () => {
    const changed = await add('Changed', 1);
    await add('Draft', 2);
    await publishAgent(deps, member(), { id: first, note: '' });
    await publishAgent(deps, member(), { id: changed, note: '' });
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft: AgentSettings.parse({ title: 'Changed', greeting: 'Hello' }) })
        .where(eq(agents.id, changed)),
    );
    expect(await titles({ state: 'draft' })).toEqual(['Draft']);
    expect(await titles({ state: 'published' })).toEqual(['A']);
    expect(await titles({ state: 'changed' })).toEqual(['Changed']);
  });

  test('counts the conversations of visitors in the last 30 days', async () => {
    const said = [{ role: 'visitor' as const, text: 'Hi' }];
    await makeConversation(database, scope, first, said);
    await makeConversation(database, scope, first, said, { lastMessageAt: new Date(Date.now() - 31 * 86_400_000) });
    await makeConversation(database, scope, first, said, { isTest: true });
    const { items } = await listAgents(deps, scope, { limit: 10, sort: 'created' });
    expect(items[0]).toMatchObject({ conversations: 2, recentConversations: 1 });
  });
});
