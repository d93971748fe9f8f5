import { fail } from '@antiphon/contract/errors';
import type { Operator } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { findInboxRow as findRow, markItemRead, markItemSeen, openItemRow, updateItem } from './inbox.queries.ts';

// The steps of an item, each within the transaction of whoever has the reason for it.

/** As listed, `inboxState` null where it is not in the inbox. Null for a test, or where there is no such conversation. */
export type InboxConversationRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;
export const findInboxRow = (tx: Tx, scope: Scope, id: ConversationId) => findRow(tx, scope, id);

/**
 * A person is wanted (`isMissed`: nobody is there for it), or `operator` takes the conversation over. True where it was not open
 * before. The caller holds the conversation's lock.
 */
export const openInboxItem = (
  tx: Tx,
  scope: Scope,
  item: { id: ConversationId; agentId: AgentId; isMissed: boolean; operator: Operator | null; now: Date },
): Promise<boolean> => openItemRow(tx, scope, item);

/** Nobody came in time. */
export async function missInboxItem(tx: Tx, scope: Scope, id: ConversationId): Promise<void> {
  await updateItem(tx, scope, id, { isMissed: true });
}

const CLEARED = { snoozedUntil: null, closedAt: null, closedBy: null };

/** Fails with `not_found` where it is not in the inbox, as the next two do. */
export async function closeInboxItem(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  { by, now }: { by: Operator | null; now: Date },
): Promise<void> {
  const change = { ...CLEARED, state: 'closed' as const, closedAt: now, closedBy: by, seenAt: now };
  if (!(await updateItem(tx, scope, id, change))) fail('not_found');
  await emit(tx, scope, { type: 'request_settled', payload: { conversationId: id } });
}

export async function snoozeInboxItem(tx: Tx, scope: Scope, id: ConversationId, until: Date, now: Date): Promise<void> {
  const change = { ...CLEARED, state: 'snoozed' as const, snoozedUntil: until, seenAt: now };
  if (!(await updateItem(tx, scope, id, change))) fail('not_found');
  await emit(tx, scope, { type: 'request_settled', payload: { conversationId: id } });
}

export async function reopenInboxItem(tx: Tx, scope: Scope, id: ConversationId, now: Date): Promise<void> {
  if (!(await updateItem(tx, scope, id, { ...CLEARED, state: 'open', openedAt: now }))) fail('not_found');
}

/** An operator has written: where the visitor left an address, they are owed a mail unless they read it in time. */
export async function noteOperatorReply(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  { hasAddress, now }: { hasAddress: boolean; now: Date },
): Promise<void> {
  await updateItem(tx, scope, id, { repliedAt: now, seenAt: now, ...(hasAddress ? { owesEmail: true } : {}) });
}

/** The visitor has read an operator's message. True where that is news. */
export const readInboxItem = (tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId): Promise<boolean> =>
  markItemRead(tx, scope, id, messageId);

/** An operator has read it. True where there was something to read. */
export const seeInboxItem = (tx: Tx, scope: Scope, id: ConversationId, now: Date): Promise<boolean> =>
  markItemSeen(tx, scope, id, now);
