import type { ConversationId, LeadId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { linkConversation } from './lead-capture.queries.ts';

/** A conversation that was begun with somebody who is known. */
export const linkLead = (tx: Tx, scope: Scope, leadId: LeadId, conversationId: ConversationId): Promise<void> =>
  linkConversation(tx, scope, leadId, conversationId);
