import type { ConversationId } from '@antiphon/contract/ids';
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { inboxItems } from '../../db/schema/inbox.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Opens what was put aside until now, of every workspace, at most `most` items. Each is opened by one process. */
export async function openSnoozed(tx: Tx, _scope: SystemScope, now: Date, most: number) {
  const due = tx
    .select({ id: inboxItems.conversationId })
    .from(inboxItems)
    .where(and(eq(inboxItems.state, 'snoozed'), lte(inboxItems.snoozedUntil, now)))
    .orderBy(inboxItems.snoozedUntil)
    .limit(most)
    .for('update', { skipLocked: true });
  return tx
    .update(inboxItems)
    .set({ state: 'open', openedAt: now, visitorAt: now, snoozedUntil: null })
    .where(isOneOf(inboxItems.conversationId, due))
    .returning({ id: inboxItems.conversationId, workspaceUid: inboxItems.workspaceUid });
}

/** Those of these conversations that stand open: their visitors' chats are connected. What another writes right now it leaves. */
export async function notePresent(
  tx: Tx,
  _scope: SystemScope,
  ids: readonly ConversationId[],
  now: Date,
): Promise<void> {
  const { conversationId, state } = inboxItems;
  const free = tx
    .select({ id: conversationId })
    .from(inboxItems)
    .where(and(sql`${conversationId} = any(${sql.param([...ids])}::text[])`, eq(state, 'open')))
    .for('update', { skipLocked: true });
  await tx.update(inboxItems).set({ presentAt: now }).where(isOneOf(conversationId, free));
}

/** Where an operator's words have waited until `repliedBefore`, and the last mail is older than `emailedBefore`; of every workspace. */
export function listOwingEmail(
  tx: Tx,
  _scope: SystemScope,
  { repliedBefore, emailedBefore }: { repliedBefore: Date; emailedBefore: Date },
  most: number,
) {
  const { conversationId, workspaceUid, owesEmail, repliedAt, emailedAt } = inboxItems;
  return tx
    .select({ id: conversationId, workspaceUid })
    .from(inboxItems)
    .where(and(owesEmail, lte(repliedAt, repliedBefore), or(isNull(emailedAt), lte(emailedAt, emailedBefore))))
    .orderBy(asc(repliedAt))
    .limit(most);
}
