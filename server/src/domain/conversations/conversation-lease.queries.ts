import type { ConversationId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

// The lease of a conversation is taken by `begin_reply`, and given back by `finish_reply` where nothing more is owed.

const isMine = (scope: Scope, id: ConversationId, lease: Lease) =>
  and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id), isHeld(conversations, lease));

/** False when it is not held any more. */
export async function renewLease(tx: Tx, scope: Scope, id: ConversationId, lease: Lease, ms: number) {
  const rows = await tx
    .update(conversations)
    .set(renewed(ms))
    .where(isMine(scope, id, lease))
    .returning({ id: conversations.id });
  return rows.length > 0;
}

/** Does nothing where another holds it by now. */
export async function giveBackLease(tx: Tx, scope: Scope, id: ConversationId, lease: Lease) {
  await tx
    .update(conversations)
    .set(GIVEN_BACK)
    .where(isMine(scope, id, lease));
}
