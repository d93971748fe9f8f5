import { fail } from '@antiphon/contract/errors';
import type { Note, Operator } from '@antiphon/contract/handoffs';
import type { ConversationId, NoteId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockTags, updateTags } from '../conversations/change-handoff.ts';
import type { Member } from '../identity/identity.policy.ts';
import { findInboxRow } from '../inbox/inbox-items.ts';
import { demandTags } from '../operators/inbox-settings.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { findNote, insertNote, listNoteRows } from './handoffs.queries.ts';

type Deps = { database: Database; signals: Signals };

/** Replaces the tags. Fails with `invalid_input` for one that is not allowed here, or `not_found`. */
export async function setTags(deps: Deps, member: Member, id: ConversationId, given: string[]): Promise<string[]> {
  demandAnswering(member);
  const { scope } = member;
  const tags = [...new Set(given)];
  await deps.database.transaction(scope, async (tx) => {
    const standing = await lockTags(tx, scope, id);
    if (!standing) fail('not_found');
    await demandTags(tx, member, tags, standing);
    await updateTags(tx, scope, id, tags);
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
  return tags;
}

/**
 * A word between operators; it never enters the conversation's events, which the visitor reads. The same id sent again changes
 * nothing. Fails with `idempotency_mismatch` (the id with another text), `conflict` (as many as may be) or `not_found`.
 */
export async function addNote(
  deps: Deps,
  scope: Scope,
  note: { conversationId: ConversationId; id: NoteId; text: string; author: Operator },
): Promise<Note> {
  const { conversationId, ...given } = note;
  const createdAt = new Date();
  const stored = await deps.database.transaction(scope, async (tx) => {
    if (!(await findInboxRow(tx, scope, conversationId))) fail('not_found');
    // Two that are written in one moment are counted one after the other.
    if (!(await lockTags(tx, scope, conversationId))) fail('not_found');
    const earlier = await findNote(tx, scope, conversationId, given.id);
    if (earlier && earlier.text !== given.text) fail('idempotency_mismatch');
    if (earlier) return earlier;
    const notes = await listNoteRows(tx, scope, conversationId);
    if (notes.length >= limits.notesPerConversationMax)
      fail('conflict', { message: `A conversation can have at most ${limits.notesPerConversationMax} notes.` });
    await insertNote(tx, scope, conversationId, { ...given, createdAt });
    return { ...given, createdAt };
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
  const { id, author, text } = stored;
  return { id, author, text, createdAt: stored.createdAt.toISOString() };
}
