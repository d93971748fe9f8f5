import { fail } from '@antiphon/contract/errors';
import type { CallId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockForTelling, storeEvents } from '../conversations/tell-in-conversation.ts';
import { actorOf, demandEither, type Member } from '../identity/identity.policy.ts';
import { findPuttingThrough } from '../phone-numbers/find-called.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { lockOpenCall } from './calls.queries.ts';
import { isTransferable } from './calls.rules.ts';
import { demandCallOf } from './list-calls.ts';

/**
 * Somebody who looks on has its caller put through: whichever process holds the call is told, says so, and parts. Fails with `forbidden`,
 * `not_found`, or `conflict` where the call is over, or there is nobody to put through to.
 */
export async function transferCall(
  { database, live }: { database: Database; live: LiveConversations },
  member: Member,
  { conversationId, callId }: { conversationId: ConversationId; callId: CallId },
): Promise<void> {
  demandEither(member, { member: 'conversations.reply', client: '/voice' });
  const { scope } = member;
  await demandCallOf({ database }, member, conversationId, callId);
  const events = await database.transaction(scope, async (tx) => {
    const { call } = (await lockOpenCall(tx, scope, callId)) ?? fail('conflict');
    const { phoneNumberId } = call;
    if (phoneNumberId === null || !isTransferable(call)) return fail('conflict');
    if ((await findPuttingThrough(tx, scope, phoneNumberId)) === 'never') return fail('conflict');
    const conversation = (await lockForTelling(tx, scope, conversationId)) ?? fail('not_found');
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'call.transfer', target: callId });
    const data = { callId, state: 'transferring' as const, reason: null };
    return storeEvents(tx, scope, conversation, [{ event: 'call', data }]);
  });
  live.tell(conversationId, events);
}
