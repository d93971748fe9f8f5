import type { Note } from '@antiphon/contract/handoffs';
import type { ConversationId, NoteId } from '@antiphon/contract/ids';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversationNotes } from '../../db/schema/handoffs.ts';
import type { Scope } from '../../db/scope.ts';

const isAbout = (scope: Scope, id: ConversationId) =>
  and(eq(conversationNotes.workspaceUid, scope.workspaceUid), eq(conversationNotes.conversationId, id));

export function listNoteRows(tx: Tx, scope: Scope, id: ConversationId) {
  return tx
    .select()
    .from(conversationNotes)
    .where(isAbout(scope, id))
    .orderBy(asc(conversationNotes.createdAt), asc(conversationNotes.id));
}

export async function findNote(tx: Tx, scope: Scope, id: ConversationId, noteId: NoteId) {
  const [row] = await tx
    .select()
    .from(conversationNotes)
    .where(and(isAbout(scope, id), eq(conversationNotes.id, noteId)));
  return row ?? null;
}

export async function insertNote(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  note: Omit<Note, 'createdAt'> & { createdAt: Date },
) {
  await tx.insert(conversationNotes).values({ ...note, conversationId: id, workspaceUid: scope.workspaceUid });
}
