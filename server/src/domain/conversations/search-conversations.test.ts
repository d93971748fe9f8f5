import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import { findSaid, holds } from '../transcripts/transcripts.queries.ts';
import { exportConversations } from './export-conversations.ts';
import { listAllConversations, listConversations } from './list-conversations.ts';

const longAgo = new Date('2020-01-01');

describe.each(await openTestDatabases())('a search of what was said on $name', ({ database }) => {
  const deps = { database };
  let scope: Scope;
  let agentId: AgentId;
  const says = (text: string, lastMessageAt = longAgo) =>
    makeConversation(database, scope, agentId, [{ role: 'visitor', text }], { lastMessageAt });
  /** Newer than the others, a second apart; what the n-th says. */
  const many = (amount: number, said: string) =>
    database.unscoped.execute(
      sql.raw(`with made as (
        insert into conversations (id, workspace_uid, agent_id, visitor_token_hash, variables, last_message_at)
        select '${agentId}' || n, '${scope.workspaceUid}', '${agentId}', '${agentId}' || n, '{}', now() - n * interval '1 second'
        from generate_series(1, ${amount}) n returning id)
      insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text)
      select id, id, '${scope.workspaceUid}', '${agentId}', 1, 'visitor', 'complete', ${said}
      from (select id, replace(id, '${agentId}', '')::int as n from made) numbered`),
    );
  const lists = {
    conversations: (search: string, cursor?: string) =>
      listAllConversations(deps, { scope, client: null }, { search, limit: 50, cursor }),
    agent: (search: string, cursor?: string) =>
      listConversations(deps, { scope, client: null }, agentId, { search, limit: 50, cursor }),
  };
  const readPages = async (list: keyof typeof lists, search: string) => {
    const pages: ConversationId[][] = [];
    let cursor: string | undefined;
    do {
      const page = await lists[list](search, cursor);
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return pages;
  };

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });

  test.each(['conversations', 'agent'] as const)(
    'finds the oldest by the index, at once, in the list of %s',
    async (list) => {
      await many(300, `'Hello number ' || n`);
      const said = [
        'Wo liegt die GRÖßE der Pumpe?',
        'كم سعر الدراجة؟',
        'Сколько стоит ВЕЛОСИПЕД',
        'It is 100%_sure \\ now',
        'ΟΔΟΣ ΣΑΣ',
      ];
      const ids: ConversationId[] = [];
      for (const text of said) ids.push(await says(text));
      const searches = ['größe der PUMPE', 'سعر الدراجة', 'велосипед', '0%_SURE \\', 'οδο'];
      for (const [at, search] of searches.entries()) expect(await readPages(list, search), search).toEqual([[ids[at]]]);
      expect(await readPages(list, '100%sure')).toEqual([[]]);
      expect(await readPages(list, 'h_llo')).toEqual([[]]);
    },
  );

  test('gives each once, page by page, of what is said often, now and then, and in few letters', async () => {
    await many(1_300, `case when n % 40 = 0 then 'A pump, xq' when n % 7 = 0 then 'Hello' else 'Thanks' end`);
    const count = async (search: string) => {
      const ids = (await readPages('conversations', search)).flat();
      expect(new Set(ids).size, search).toBe(ids.length);
      return ids.length;
    };
    expect(await count('Hello')).toBe(181);
    expect(await count('pump')).toBe(32);
    expect(await count('xq')).toBe(32);
    const parts = [];
    for await (const part of exportConversations(deps, { scope, client: null }, { search: 'xq' }, 'jsonl'))
      parts.push(part);
    expect(parts.at(-1)).toMatchObject({ done: 32, total: 32, isLast: true });
    expect(
      parts
        .map(({ text }) => text)
        .join('')
        .trim()
        .split('\n'),
    ).toHaveLength(32);
  });

  test('looks for few letters in a bounded number of conversations at a time, and says where to go on', async () => {
    await many(1_300, `'Hello'`);
    const id = await says('zq');
    expect(await readPages('conversations', 'zq')).toEqual([[], [id]]);
    expect(await readPages('agent', 'q')).toEqual([[], [id]]);
  });

  test("never finds another workspace's words", async () => {
    const own = await says('The secret pump');
    const { scope: other } = await makeKnowledgeAgent(database);
    const foundBy = (by: Scope) =>
      database.transaction(by, async (tx) => {
        const answer = await tx.execute(sql`select find_said('%secret pump%', 10) as ids`);
        return (answer as unknown as { rows: { ids: string[] }[] }).rows[0]?.ids;
      });
    expect([await foundBy(scope), await foundBy(other)]).toEqual([[own], []]);
    const { items } = await listAllConversations(
      deps,
      { scope: other, client: null },
      { search: 'secret pump', limit: 10 },
    );
    expect(items).toEqual([]);
  });

  test('the index names whatever a look through all messages finds', async () => {
    for (const text of [
      'GRÖSSE Größe ẞ',
      'ΟΔΌΣ ς Σ',
      '5\u00b5m 5Μm 5μm',
      'İstanbul ISTANBUL ıstanbul',
      'a%b_c\\d',
      'ÉCOLE école',
      '𝐀bc 😀 abc',
    ])
      await says(text);
    const searches = [
      'größe',
      'GRÖSSE',
      'ßße',
      'οδός',
      'ΟΔΌΣ',
      '5µm',
      '5μm',
      'istanbul',
      'İstanbul',
      'ıstanbul',
      'a%b_c',
      'École',
      '😀 abc',
      '𝐀bc',
    ];
    let byIndex = 0;
    for (const search of searches)
      await database.transaction(scope, async (tx) => {
        const said = await findSaid(tx, scope, search);
        if (!said) return;
        byIndex += 1;
        const idsOf = (condition: ReturnType<typeof holds>) =>
          tx.select({ id: conversations.id }).from(conversations).where(condition).orderBy(conversations.id);
        expect(await idsOf(said), search).toEqual(await idsOf(holds(search)));
      });
    expect(byIndex).toBeGreaterThan(8);
  });
});
