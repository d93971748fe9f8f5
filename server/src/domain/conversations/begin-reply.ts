import type { AgentSettings } from '@antiphon/contract/agents';
import { Failure } from '@antiphon/contract/errors';
import type { ConversationId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { estimateTurn } from '../billing/prices.rules.ts';
import {
  type ConversationRow,
  findPendingReply,
  insertEvents,
  listRecentMessages,
  lockConversation,
  type MessageRow,
  type StoredEvent,
  updateMessage,
} from './conversations.queries.ts';
import { statusEvent } from './conversations.rules.ts';
import { kindSentence } from './kind-sentences.rules.ts';

/** A reply that is begun: its sum is held, its start is told. `startedSeq` is the event that began this attempt. */
export type BegunReply = {
  conversation: ConversationRow;
  settings: AgentSettings;
  reply: MessageRow;
  history: MessageRow[];
  startedSeq: number;
  attempt: number;
};

export type Beginning =
  | { kind: 'begun'; begun: BegunReply; events: StoredEvent[] }
  | { kind: 'refused'; begun: BegunReply; why: 'no_credits' | 'limit_reached' | 'interrupted'; events: StoredEvent[] }
  | { kind: 'nothing' };

/** A reply that was begun this often and never ended is given up: what kills the process would kill it again. */
const ATTEMPTS_MAX = 3;
const HISTORY_MAX = 40;
/** A worker renews it long before; who has not for this long is taken for dead. */
export const LEASE_MS = 15_000;
/** An upper bound of what a passage and the fixed instructions add to a prompt, in characters. */
const PASSAGE_CHARS = 1_600;
const INSTRUCTION_CHARS = 4_000;

/** Who begins holds the conversation's lease from then on; while another worker holds it there is nothing to begin. */
export function beginReply(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  leaseOwner: string,
): Promise<Beginning> {
  return deps.database.transaction(scope, (tx) => begin(tx, scope, id, leaseOwner));
}

async function begin(tx: Tx, scope: Scope, id: ConversationId, leaseOwner: string): Promise<Beginning> {
  const conversation = await lockConversation(tx, scope, id);
  if (!conversation || isHeldByOther(conversation, leaseOwner)) return { kind: 'nothing' };
  const reply = await findPendingReply(tx, scope, id);
  if (!reply) return { kind: 'nothing' };
  const settings = await findSettings(tx, scope, conversation);
  if (!settings) {
    const message = kindSentence('interrupted', conversation.lang);
    await updateMessage(tx, scope, id, reply.id, { state: 'failed', text: message });
    const data = { messageId: reply.id, code: 'interrupted' as const, message, offersContact: false };
    const released = { leaseOwner: null, leaseUntil: null };
    await insertEvents(tx, scope, id, conversation.lastEventSeq, [{ event: 'error', data }], released);
    return { kind: 'nothing' };
  }
  const history = (await listRecentMessages(tx, scope, id, HISTORY_MAX)).reverse();
  const attempt = reply.attempts + 1;
  await updateMessage(tx, scope, id, reply.id, { state: 'streaming', attempts: attempt, text: '' });
  const isRestart = reply.state === 'streaming';
  const event = statusEvent(reply.id, isRestart ? 'restarted' : 'thinking');
  const lease = { leaseOwner, leaseUntil: new Date(Date.now() + LEASE_MS) };
  const events = await insertEvents(tx, scope, id, conversation.lastEventSeq, [event], lease);
  const startedSeq = conversation.lastEventSeq + 1;
  const begun: BegunReply = { conversation, settings, reply, history, startedSeq, attempt };
  if (reply.attempts >= ATTEMPTS_MAX) return { kind: 'refused', begun, why: 'interrupted', events };
  const held = await hold(tx, scope, begun);
  if (held === 'no_credits') return { kind: 'refused', begun, why: 'no_credits', events };
  if (held === 'spend_limit') return { kind: 'refused', begun, why: 'limit_reached', events };
  return { kind: 'begun', begun, events };
}

const isHeldByOther = ({ leaseOwner, leaseUntil }: ConversationRow, owner: string) =>
  leaseOwner !== owner && leaseUntil !== null && leaseUntil > new Date();

/** Null when the agent was deleted or taken offline after the question was asked. */
async function findSettings(tx: Tx, scope: Scope, { agentId, isTest }: ConversationRow): Promise<AgentSettings | null> {
  try {
    return await getAnsweringSettings(tx, scope, agentId, isTest ? 'draft' : 'published');
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The reply's id is the turn's: a restart finds the sum still held, and a turn is never charged twice. */
function hold(tx: Tx, scope: Scope, { settings, reply, conversation, history }: BegunReply) {
  const { model, knowledge, systemPrompt } = settings;
  const historyChars = history.reduce((sum, message) => sum + Math.min(message.text.length, limits.messageCharsMax), 0);
  return holdTurn(tx, scope, {
    turnId: reply.id,
    agentId: conversation.agentId,
    amountMicro: estimateTurn({
      provider: model.provider,
      model: model.model,
      usesOwnKey: model.credentialId !== null,
      promptChars: historyChars + systemPrompt.length + knowledge.passagesMax * PASSAGE_CHARS + INSTRUCTION_CHARS,
      maxOutputTokens: model.maxOutputTokens,
    }),
    monthlyLimitMicro: settings.limits.monthlyCredits === null ? null : fromCredits(settings.limits.monthlyCredits),
    now: new Date(),
  });
}
