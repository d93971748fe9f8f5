import type { CallId, ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demandEither, type Member } from '../identity/identity.policy.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { endCall } from './end-call.ts';
import { demandCallOf } from './list-calls.ts';

/** Somebody who looks on ends it; one that is over stays as it ended. Fails with `forbidden` or `not_found`. */
export async function stopCall(
  deps: { database: Database; live: LiveConversations },
  member: Member,
  { conversationId, callId }: { conversationId: ConversationId; callId: CallId },
): Promise<void> {
  demandEither(member, { member: 'conversations.reply', client: '/voice' });
  const { scope } = member;
  await demandCallOf(deps, member, conversationId, callId);
  await deps.database.transaction(scope, (tx) =>
    recordAudit(tx, scope, { actor: actorOf(member), action: 'call.end', target: callId }),
  );
  await endCall(deps, scope, { id: callId, reason: 'operator', lease: null });
}
