import type { ConversationFilters } from '@antiphon/contract/conversations';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import { getConversation, listAllConversations } from './list-conversations.ts';

const asked = (text: string) => ({ role: 'visitor' as const, text });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe.each(await openTestDatabases())('conversations of all agents on $name', ({ database }) => {
  const deps = { database };
  let scope: Scope;
  let agentId: AgentId;
  const listed = async (filters: ConversationFilters = {}) =>
    (await listAllConversations(deps, { scope, client: null }, { ...filters, limit: 100 })).items.map(({ id }) => id);
  const make = (
    ...args: Parameters<typeof makeConversation> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never
  ) => makeConversation(database, scope, agentId, ...args);

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });

  test('come newest first, page by page, each once, and none in which nobody asked', async () => {
    const time = minutesAgo(1);
    const made: ConversationId[] = [];
    for (let at = 0; at < 7; at++)
      made.push(await make([asked('Hi')], { lastMessageAt: at < 4 ? time : minutesAgo(2 + at) }));
    await make([{ role: 'agent', text: 'How can I help?' }]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAllConversations(deps, { scope, client: null }, { limit: 3, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(seen.slice(4)).toEqual(made.slice(4));
  });

  test('are narrowed down by every filter, alone and together', async () => {
    const plain = await make([asked('Where is the pump?'), { role: 'agent', text: 'In the cellar.' }], {
      lastMessageAt: minutesAgo(90),
    });
    const unknown = await make([asked('Größe?'), { role: 'agent', text: 'I do not know.', isUnknown: true }], {
      rating: 2,
    });
    const lead = await make([asked('Call me')], {
      contactEmail: 'ann@example.com',
      rating: 5,
      lastMessageAt: minutesAgo(50),
    });
    const trial = await make([asked('Test'), { role: 'agent', text: '', state: 'streaming' }], { isTest: true });
    const all = [plain, unknown, lead, trial];
    const cases: [ConversationFilters, ConversationId[]][] = [
      [{}, all],
      [{ unanswered: 'yes' }, [unknown]],
      [{ unanswered: 'no' }, [plain, lead, trial]],
      [{ rating: '5' }, [lead]],
      [{ rating: 'none' }, [plain, trial]],
      [{ contact: 'yes' }, [lead]],
      [{ contact: 'no' }, [plain, unknown, trial]],
      [{ channel: 'test' }, [trial]],
      [{ channel: 'widget' }, [plain, unknown, lead]],
      [{ activity: 'writing' }, [trial]],
      [{ activity: 'recent' }, [unknown]],
      [{ activity: 'quiet' }, [plain, lead]],
      [{ search: 'PUMP' }, [plain]],
      [{ search: 'cellar' }, [plain]],
      [{ search: 'größe' }, [unknown]],
      [{ search: 'GRÖßE?' }, [unknown]],
      [{ search: 'äöü' }, []],
      [{ search: '%' }, []],
      [{ from: minutesAgo(60).toISOString() }, [unknown, lead, trial]],
      [{ to: minutesAgo(60).toISOString() }, [plain]],
      [{ agentId }, all],
      [{ contact: 'yes', rating: '2' }, []],
      [{ contact: 'yes', search: 'call', rating: '5' }, [lead]],
    ];
    for (const [filters, expected] of cases)
      expect((await listed(filters)).toSorted(), JSON.stringify(filters)).toEqual(expected.toSorted());
  });

  test('say who answers: the agent, nobody yet, or an operator by name', async () => {
    const id = await make([asked('Hi')]);
    const operator = { kind: 'member' as const, id: 'u', name: 'Olga', photo: '' };
    const look = async () =>
      (await listAllConversations(deps, { scope, client: null }, { limit: 1 })).items.map(({ state, operatorName }) => [
        state,
        operatorName,
      ]);
    const told: unknown[] = [];
    for (const handoff of ['held', 'waiting', 'bot'] as const) {
      await database.unscoped.update(conversations).set({ handoff, operator }).where(eq(conversations.id, id));
      told.push(...(await look()));
    }
    expect(told).toEqual([
      ['held', 'Olga'],
      ['waiting', ''],
      ['bot', ''],
    ]);
  });

  test('say of each its agent, channel, whether it lives, and what came of it', async () => {
    const id = await make([asked('Hi'), { role: 'agent', text: '', state: 'queued' }], { rating: 4 });
    const [conversation] = (await listAllConversations(deps, { scope, client: null }, { limit: 1 })).items;
    expect(conversation).toMatchObject({
      id,
      agentTitle: 'A',
      channel: 'widget',
      activity: 'writing',
      messages: 2,
      rating: 4,
      state: 'bot',
      operatorName: '',
    });
    const member = (permissions = PERMISSIONS as readonly (typeof PERMISSIONS)[number][]) => ({
      scope,
      userId: null,
      permissions,
      client: null,
    });
    expect(await getConversation(deps, member(), id)).toMatchObject({
      canErase: true,
      transcript: [{ text: 'Hi' }, {}],
    });
    expect(await getConversation(deps, member([]), id)).toMatchObject({ canErase: false });
  });

  test("of an agent in the trash, or of another workspace's, are not listed", async () => {
    await make([asked('Hi')]);
    const { scope: other } = await makeKnowledgeAgent(database);
    expect((await listAllConversations(deps, { scope: other, client: null }, { limit: 10, agentId })).items).toEqual(
      [],
    );
    await database.transaction(scope, (tx) =>
      tx.update(agents).set({ deletedAt: new Date() }).where(eq(agents.id, agentId)),
    );
    expect(await listed()).toEqual([]);
  });
});
