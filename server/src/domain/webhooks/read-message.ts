import type { ClientId, ConversationId, LeadId, MessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findClientDetails, findLeadDetails, findRating, findThumb } from './told-people.queries.ts';
import type { WebhookMessage } from './webhook-message.rules.ts';

const NO_LEAD = { name: '', email: '', phone: '', message: '' };
const NO_CLIENT = { name: '', email: '' };
const NO_RATING = { rating: null, comment: '' };
const NO_THUMB = { thumb: null, reason: null, comment: '' };

/**
 * What a delivery says now: the row holds ids, and who somebody is comes from their own row. Where that is gone, the fields
 * are empty and `isGone` is there.
 */
export async function readMessage(tx: Tx, scope: Scope, { type, payload }: WebhookMessage): Promise<WebhookMessage> {
  if (type === 'lead_created') {
    const ref = { leadId: payload.leadId as LeadId, conversationId: payload.conversationId as ConversationId };
    const found = await findLeadDetails(tx, scope, ref);
    return { type, payload: { ...payload, ...(found ?? { ...NO_LEAD, isGone: true }) } };
  }
  if (type === 'client_created') {
    const found = await findClientDetails(tx, scope, payload.clientId as ClientId);
    return { type, payload: { ...payload, ...(found ?? { ...NO_CLIENT, isGone: true }) } };
  }
  if (type === 'conversation_rated') {
    const found = await findRating(tx, scope, payload.conversationId as ConversationId);
    return { type, payload: { ...payload, ...(found ?? { ...NO_RATING, isGone: true }) } };
  }
  if (type === 'answer_rated') {
    const ref = { conversationId: payload.conversationId as ConversationId, messageId: payload.messageId as MessageId };
    const found = await findThumb(tx, scope, ref);
    return { type, payload: { ...payload, ...(found ?? { ...NO_THUMB, isGone: true }) } };
  }
  return { type, payload };
}
