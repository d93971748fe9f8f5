import type { NoteId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { conversationNotes } from '../../db/schema/handoffs.ts';
import { addNote } from './annotate-conversation.ts';

const author = { id: 'usr_1', name: 'Olga' } as never;

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
    const add = (note: ReturnType<typeof newNote>) =>
      addNote({ database, signals }, scope, { conversationId, ...note }).then(
        () => 'added',
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
    const twice = newNote();
    expect(await Promise.all([add(twice), add(twice)])).toEqual(['added', 'added']);
    const came = await Promise.all(Array.from({ length: 6 }, () => add(newNote())));
    expect(came.sort()).toEqual(['added', ...Array.from({ length: 5 }, () => 'conflict')]);
  });
});
