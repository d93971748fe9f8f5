import { fail } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { forgetAnswers } from '../../db/forget-answers.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { eraseLeadsOf } from '../lead-capture/capture-lead.ts';
import { deleteFilesOfConversation } from '../uploads/delete-files-of-conversation.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteConversation } from './all-conversations.queries.ts';
import { lockConversation } from './conversations.queries.ts';

/**
 * Nothing of what was said is left: messages, traces, stream, contact, a lead that is known from here alone, what was told of
 * it, files, and answers kept for a request that is sent again. Events in the outbox hold ids and go by themselves. The lines of
 * the ledger stay, which hold amounts and ids only. A reply that is being written is charged as
 * it would have been, and kept nowhere.
 */
export async function eraseConversation(
  deps: { database: Database; fileStore: FileStore },
  member: Member,
  id: ConversationId,
): Promise<void> {
  demand(member, 'conversations.reply');
  const { scope } = member;
  const deleteBytes = await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, id);
    if (!conversation) fail('not_found');
    const bytes = await deleteFilesOfConversation(tx, scope, id);
    await eraseLeadsOf(tx, scope, conversation.agentId, id);
    await deleteConversation(tx, scope, id);
    await forgetAnswers(tx, scope, id);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'conversation.erase', target: id });
    const payload = { agentId: conversation.agentId, conversationId: id };
    await emit(tx, scope, { type: 'conversation_erased', payload });
    return bytes;
  });
  await deleteBytes(deps);
}

/** A test that nobody will look at, with what was said in it, in the caller's transaction. What visitors said stays. */
export async function discardTest(tx: Tx, scope: Scope, id: ConversationId): Promise<void> {
  const conversation = await lockConversation(tx, scope, id);
  if (conversation?.isTest) await deleteConversation(tx, scope, id);
}
