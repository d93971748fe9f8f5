import { type AgentId, type ConversationId, type LeadId, newLeadId } from '@antiphon/contract/ids';
import { LEAD_COLUMNS } from '@antiphon/contract/lead-fields';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import {
  type CapturedRow,
  countLeadRows,
  deleteKnownFromAlone,
  findByConversation,
  findByEmail,
  findByPhone,
  insertLead,
  linkConversation,
  lockLeads,
  updateCaptured,
} from './lead-capture.queries.ts';
import { keysOf } from './lead-keys.rules.ts';
import type { LeadValues } from './lead-values.rules.ts';

export type Captured = {
  agentId: AgentId;
  conversationId: ConversationId;
  /** `widget`: a form, or the page; `conversation`: the visitor's words, which make one lead a conversation at most. */
  source: 'widget' | 'conversation';
  values: LeadValues;
  custom?: Record<string, string>;
  message?: string;
  asksForPerson?: boolean;
  /** Made up, as with demo data: nobody is told. */
  isPast?: boolean;
};

/**
 * Notes who a visitor is, in the caller's transaction: one lead an address, or a number where no address is known. Whoever
 * chats proves nothing, so that it only ever fills what was empty. A new one is told as `lead_created`, once. Null where
 * there is neither address nor number, or the agent holds as many leads as it may. The caller holds the conversation's lock.
 */
export async function captureLead(
  tx: Tx,
  scope: Scope,
  captured: Captured,
): Promise<{ leadId: LeadId; isNew: boolean } | null> {
  const { agentId, conversationId, source, values, custom = {} } = captured;
  await lockLeads(tx, agentId);
  const given = { name: '', email: '', phone: '', company: '', ...values };
  const keys = keysOf(given);
  const own = await findByConversation(tx, scope, agentId, conversationId);
  const known = await findKnown(tx, scope, captured, keys, own);
  if (known) {
    await fill(tx, scope, known, given, custom);
    await linkConversation(tx, scope, known.id, conversationId);
    return { leadId: known.id, isNew: false };
  }
  if (keys.emailKey === '' && keys.phoneKey === '') return null;
  if ((await countLeadRows(tx, scope, agentId)) >= limits.leadsPerAgentMax) return null;
  const id = newLeadId();
  const { workspaceUid } = scope;
  await insertLead(tx, { id, workspaceUid, agentId, ...given, ...keys, custom, source, note: captured.message ?? '' });
  await linkConversation(tx, scope, id, conversationId);
  const { asksForPerson = false, isPast = false } = captured;
  if (!isPast)
    await emit(tx, scope, { type: 'lead_created', payload: { agentId, conversationId, leadId: id, asksForPerson } });
  return { leadId: id, isNew: true };
}

/**
 * Whose address is known already stays that person, whatever else is said or a model notes: words about others change nothing
 * of theirs. Else by the address; else whom this conversation made known; else by the number.
 */
async function findKnown(
  tx: Tx,
  scope: Scope,
  { agentId, source }: Captured,
  keys: ReturnType<typeof keysOf>,
  own: CapturedRow | null,
): Promise<CapturedRow | null> {
  if (own && own.emailKey !== '' && source === 'conversation') return own;
  const byEmail = keys.emailKey === '' ? null : await findByEmail(tx, scope, agentId, keys.emailKey);
  if (byEmail) return byEmail;
  if (own && (keys.emailKey === '' || own.emailKey === '')) return own;
  return keys.emailKey === '' && keys.phoneKey !== '' ? findByPhone(tx, scope, agentId, keys.phoneKey) : null;
}

async function fill(
  tx: Tx,
  scope: Scope,
  known: CapturedRow,
  given: Required<LeadValues>,
  custom: Record<string, string>,
) {
  const filled = Object.fromEntries(LEAD_COLUMNS.map((key) => [key, known[key] || given[key]])) as Required<LeadValues>;
  const lastSeenAt = new Date();
  const change = { ...filled, ...keysOf(filled), custom: { ...custom, ...known.custom }, lastSeenAt };
  await updateCaptured(tx, scope, known.id, change);
}

/** With a conversation goes whoever was known from it alone. */
export async function eraseLeadsOf(tx: Tx, scope: Scope, agentId: AgentId, conversationId: ConversationId) {
  await lockLeads(tx, agentId);
  await deleteKnownFromAlone(tx, scope, conversationId);
}
