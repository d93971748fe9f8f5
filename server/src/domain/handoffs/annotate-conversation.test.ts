import type { NoteId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { until } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import type { Database } from '../../db/database.ts';
import { conversationNotes } from '../../db/schema/handoffs.ts';
import { addNote } from './annotate-conversation.ts';

const author = { id: 'usr_1', name: 'Olga' } as never;

/** Of PostgreSQL: all of them read before any can write. The embedded database has one transaction at a time anyway. */
async function inOneMoment<Result>(database: Database, acts: (() => Promise<Result>)[]): Promise<Result[]> {
  if (database.kind === 'embedded') return Promise.all(acts.map((act) => act()));
  const begun: Promise<Result>[] = [];
  const waiting = async () => {
    const { rows } = (await database.unscoped.execute(sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as { rows: { n: number }[] };
    return rows[0]?.n;
  };
  await database.unscoped.transaction(async (tx) => {
    await tx.execute(sql`lock table conversation_notes in share mode`);
    begun.push(...acts.map((act) => act()));
    await until(waiting, (count) => count === acts.length);
  });
  return Promise.all(begun);
}

describe.each(await openTestDatabases())('notes on $name', ({ database }) => {
  test('written in one moment are never more than a conversation may have, and one sent twice is one', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const conversationId = await makeConversation(database, scope, agentId, [{ role: 'visitor', text: 'Hello' }]);
    const newNote = () => ({ id: crypto.randomUUID() as NoteId, text: 'Called back.', author });
    const standing = Array.from({ length: limits.notesPerConversationMax - 2 }, () => ({
      ...newNote(),
      conversationId,
      workspaceUid: scope.workspaceUid,
    }));
    await database.transaction(scope, (tx) => tx.insert(conversationNotes).values(standing));
    const signals = { tell: () => {}, subscribe: () => () => {}, stop: async () => {} };
    const add = (note: ReturnType<typeof newNote>) => () =>
      addNote({ database, signals }, scope, { conversationId, ...note }).then(
        () => 'added',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
    const twice = newNote();
    expect(await inOneMoment(database, [add(twice), add(twice)])).toEqual(['added', 'added']);
    const others = Array.from({ length: 6 }, () => add(newNote()));
    const came = await inOneMoment(database, others);
    expect(came.sort()).toEqual(['added', ...Array.from({ length: 5 }, () => 'conflict')]);
  });
});
