import type { AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { Variables } from '@antiphon/contract/visitors';
import type { Database, Tx } from '../../db/database.ts';
import { holds, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { findAnsweringSettings, getAnsweringSettings } from '../agents/get-agent.ts';
import { emit } from '../events/emit.ts';
import { maskWithin, mayHoldMasked } from '../guardrails/mask-said.ts';
import { openInboxItem } from '../inbox/inbox-items.ts';
import { captureLead } from '../lead-capture/capture-lead.ts';
import { type NotedValues, onlySaid, toNoted } from '../lead-capture/lead-values.rules.ts';
import { readContact } from '../lead-capture/said-contact.rules.ts';
import {
  type ConversationRow,
  findConversation,
  listVisitorWords,
  lockConversation,
  updateConversation,
} from './conversations.queries.ts';

type Deps = { database: Database };

/**
 * The visitor leaves an address to be written to: it stands in the inbox until somebody closes it. The same again meanwhile is
 * one press too many. A test conversation makes no lead.
 */
export async function leaveContact(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  contact: { email: string; message: string; name: string },
): Promise<void> {
  const { email, name } = contact;
  await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, id);
    if (!conversation) return;
    const message = await maskWithin(tx, scope, conversation, contact.message);
    const contactName = name === '' ? conversation.contactName : name;
    const left = { contactEmail: email, contactMessage: message, contactName };
    if (conversation.contactLeftAt && isSame(conversation, left)) return;
    const contactLeftAt = conversation.isTest ? null : new Date();
    await updateConversation(tx, scope, id, { ...left, contactLeftAt });
    if (conversation.isTest) return;
    const { agentId } = conversation;
    const isMissed = conversation.handoff === 'bot';
    await openInboxItem(tx, scope, { id, agentId, isMissed, operator: null, now: new Date() });
    const { handoff } = await getAnsweringSettings(tx, scope, agentId, conversation.environment);
    const from = { agentId, conversationId: id, asksForPerson: handoff.isEnabled };
    const values = { email, name: contactName };
    const lead = await captureLead(tx, scope, { ...from, source: 'widget', values, message });
    if (lead?.isNew) return;
    await emit(tx, scope, { type: 'contact_left', payload: { ...from, leadId: lead?.leadId ?? null } });
  });
}

type LeftContact = Pick<ConversationRow, 'contactEmail' | 'contactMessage' | 'contactName'>;

const isSame = (one: LeftContact, other: LeftContact) =>
  one.contactEmail === other.contactEmail &&
  one.contactMessage === other.contactMessage &&
  one.contactName === other.contactName;

/**
 * What a visitor wrote, as it may be kept. It is called before anything is stored, searched for, captured or told. Most texts cost no
 * round trip.
 */
export async function maskSaid({ database }: Deps, scope: Scope, id: ConversationId, text: string): Promise<string> {
  if (!mayHoldMasked(text)) return text;
  return database.transaction(scope, async (tx) => {
    const conversation = await findConversation(tx, scope, id);
    return conversation ? maskWithin(tx, scope, conversation, text) : text;
  });
}

/**
 * What a message plainly says of who wrote it. Once a message or often: it makes the same lead. Most messages say nothing of
 * it and cost nothing here.
 */
export async function captureSaid(deps: Deps, scope: Scope, id: ConversationId, text: string): Promise<void> {
  const said = readContact(text);
  if (!said) return;
  await capture(deps, scope, id, (fields) => toNoted(fields, said));
}

/**
 * What a language model noted of the visitor of its conversation, and of nobody else: an address and a number as the visitor
 * wrote them. Nothing once another answers it.
 */
export async function captureNoted(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  noted: readonly Record<string, unknown>[],
  lease: Lease,
): Promise<void> {
  if (noted.length === 0) return;
  const read: Read = async (fields, tx) =>
    onlySaid(fields, toNoted(fields, Object.assign({}, ...noted)), await listVisitorWords(tx, scope, id));
  await capture(deps, scope, id, read, lease);
}

type Read = (fields: AgentSettings['leadFields'], tx: Tx) => NotedValues | Promise<NotedValues>;

async function capture(deps: Deps, scope: Scope, id: ConversationId, read: Read, lease?: Lease): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    // Read before it is locked: most of the time there is nothing to write.
    const seen = await findConversation(tx, scope, id);
    if (!seen || seen.isTest || seen.isSimulated) return;
    const settings = await findAnsweringSettings(tx, scope, seen.agentId, seen.environment);
    const { values, custom } = await read(settings?.leadFields ?? [], tx);
    if (Object.keys(values).length === 0 && Object.keys(custom).length === 0) return;
    const conversation = await lockConversation(tx, scope, id);
    if (!conversation || (lease && !holds(conversation, lease))) return;
    const contactName = conversation.contactName || (values.name ?? '');
    const contactEmail = conversation.contactEmail ?? values.email ?? null;
    await updateConversation(tx, scope, id, { contactName, contactEmail });
    const captured = { agentId: conversation.agentId, conversationId: id, source: 'conversation' as const, custom };
    await captureLead(tx, scope, { ...captured, values: { ...values, name: contactName } });
  });
}

const IDENTITY = { name: 'name', email: 'email', phone: 'phone' } as const;

/**
 * What the page says of its visitor while the conversation runs: what has a name already is replaced, the rest stays. Who they are
 * makes a lead, as at the start. Fails with `invalid_input` where there would be too many.
 */
export async function setVariables(deps: Deps, scope: Scope, id: ConversationId, given: Variables): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, id);
    if (!conversation) return;
    const { data: variables } = Variables.safeParse({ ...conversation.variables, ...given });
    if (!variables) fail('invalid_input', { issues: [{ path: 'variables', message: 'Too many variables.' }] });
    await updateConversation(tx, scope, id, { variables });
    const { agentId, isTest } = conversation;
    if (!isTest) await captureIdentified(tx, scope, { agentId, conversationId: id, variables: given });
  });
}

/** Who the page says that its visitor is (`identify`). */
export async function captureIdentified(
  tx: Tx,
  scope: Scope,
  input: { agentId: AgentId; conversationId: ConversationId; variables: Variables },
): Promise<void> {
  const { agentId, conversationId, variables } = input;
  const given: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(variables))
    if (key.toLowerCase() in IDENTITY) given[key.toLowerCase()] = value;
  const { values } = toNoted(IDENTITY_FIELDS, given);
  if (!values.email && !values.phone) return;
  const known = {
    ...(values.email ? { contactEmail: values.email } : {}),
    ...(values.name ? { contactName: values.name } : {}),
  };
  if (Object.keys(known).length > 0) await updateConversation(tx, scope, conversationId, known);
  await captureLead(tx, scope, { agentId, conversationId, source: 'widget', values });
}

const IDENTITY_FIELDS = Object.values(IDENTITY).map((key) => ({
  key,
  label: key,
  type: 'text' as const,
  choices: [],
  isRequired: false,
}));
