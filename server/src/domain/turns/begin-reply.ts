import type { AgentSettings } from '@antiphon/contract/agents';
import { Failure } from '@antiphon/contract/errors';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import type { SeenPage, Variables } from '@antiphon/contract/visitors';
import type { Database } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { findPublishedSettings } from '../agents/published-agent.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { type HoldTerms, holdTerms } from '../billing/hold-terms.rules.ts';
import { TURN_MICRO } from '../billing/prices.rules.ts';
import { giveUpReply } from '../conversations/owed-replies.ts';
import type { FlowRun } from '../flow-turns/run-flow.ts';
import { keptVersion } from '../flows/flow-state.rules.ts';
import { asOrgsAllow } from '../orgs/handoff-wishes.rules.ts';
import type { StoredEvent } from '../streams/live-conversations.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import { type InsteadOf, landSoftly } from './soft-landing.rules.ts';
import { findOwedReply, type OwedReply, storeBeginning, type TurnMessage } from './turns.queries.ts';
import { statusEvent } from './turns.rules.ts';

/** A reply that is begun: its sum is held, its start is told. `startedSeq` is the event that began this attempt. */
export type BegunReply = {
  conversation: {
    id: ConversationId;
    agentId: AgentId;
    lang: string;
    variables: Variables;
    /** That the visitor looks at, where it is recorded. */
    page: SeenPage | null;
    isTest: boolean;
  };
  /** Its models are those that answer: cheaper ones where credits are nearly used up. */
  settings: AgentSettings;
  insteadOf: InsteadOf;
  hasTaught: boolean;
  /** Of the settings; null for a working copy. */
  version: number | null;
  /** Where the conversation is on the agent's canvas, as it is stored. */
  flowState: unknown;
  /** How it goes on there, once that is known; null where the agent has no flow. */
  flow: FlowRun | null;
  reply: { id: MessageId; createdAt: Date };
  history: TurnMessage[];
  startedSeq: number;
  attempt: number;
  /** What it is written under. */
  lease: Lease;
  isStopRequested: boolean;
  /** What the attempts before have cost. */
  spentMicro: bigint;
};

export type Refusal = 'no_credits' | 'paused' | 'limit_reached' | 'interrupted';

export type Beginning =
  | { kind: 'begun'; begun: BegunReply; events: StoredEvent[] }
  | { kind: 'refused'; begun: BegunReply; why: Refusal; events: StoredEvent[] }
  | { kind: 'nothing' };

/** A reply that was begun this often and never ended is given up: what kills the process would kill it again. */
const ATTEMPTS_MAX = 3;
/** Messages that a reply is written from. */
export const HISTORY_MAX = 40;
/** A worker renews it long before; who has not for this long is taken for dead. */
export const LEASE_MS = 15_000;

/**
 * Who begins holds the conversation's lease from then on; while another worker holds it there is nothing to begin. The reply
 * is looked at without a lock; where an event came in between, it is looked at again. `known` is what the message that asks
 * was stored with.
 */
export async function beginReply(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  owner: string,
  known: OwedReply | null = null,
): Promise<Beginning> {
  for (let seen = known; ; seen = null) {
    const owed = seen ?? (await findOwedReply(deps.database, scope, id, HISTORY_MAX));
    if (!owed || (owed.isLeased && owed.leaseOwner !== owner)) return { kind: 'nothing' };
    const found = await findSettings(deps, scope, owed);
    const beginning = found
      ? await begin(deps, scope, { id, owed, ...found, settings: asOrgsAllow(found.settings, owed.orgs), owner })
      : await giveUp(deps, scope, id, owed);
    if (beginning) return beginning;
  }
}

type Found = { id: ConversationId; owed: OwedReply; settings: AgentSettings; version: number | null; owner: string };

/** Null where the conversation moved on since `owed` was read. */
async function begin(deps: { database: Database }, scope: Scope, found: Found): Promise<Beginning | null> {
  const { id, owed, settings, version, owner } = found;
  const { agentId, isTest, lang, variables, hasTaught, reply, history, seq } = owed;
  const page = settings.privacy.recordsPages ? (owed.page ?? null) : null;
  const now = new Date();
  // Whoever tries their agent is answered all the same.
  const isPaused = owed.isPaused && !isTest;
  const isGivenUp = reply.attempts >= ATTEMPTS_MAX;
  const event = statusEvent(reply.id, reply.state === 'streaming' ? 'restarted' : 'thinking');
  const stored = await storeBeginning(deps.database, scope, {
    conversationId: id,
    replyId: reply.id,
    seq,
    owner,
    now,
    leaseMs: LEASE_MS,
    event,
    hold: isGivenUp || isPaused ? null : termsOf(settings, now),
  });
  if (stored.outcome === 'moved') return null;
  if (stored.outcome === 'leased') return { kind: 'nothing' };
  const begun: BegunReply = {
    conversation: { id, agentId, lang, variables, page, isTest },
    ...(stored.outcome !== 'refused' && stored.isLow ? landSoftly(settings) : { settings, insteadOf: {} }),
    ...{ hasTaught, version, flowState: owed.flow ?? null, flow: null },
    reply: { id: reply.id, createdAt: reply.createdAt },
    history,
    startedSeq: seq + 1,
    attempt: reply.attempts + 1,
    lease: { owner, attempt: stored.leaseAttempt },
    isStopRequested: stored.isStopRequested,
    spentMicro: BigInt(reply.spentMicro),
  };
  const events = [{ seq: seq + 1, ...event }];
  if (stored.outcome === 'refused') return { kind: 'refused', begun, why: isPaused ? 'paused' : 'interrupted', events };
  if (stored.outcome === 'no_credits') return { kind: 'refused', begun, why: 'no_credits', events };
  if (stored.outcome === 'spend_limit') return { kind: 'refused', begun, why: 'limit_reached', events };
  return { kind: 'begun', begun, events };
}

/** The agent was deleted or taken offline after the question was asked: the visitor is told. Null as in `begin`. */
async function giveUp(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  { reply, lang, seq }: OwedReply,
): Promise<Beginning | null> {
  const message = kindSentence('interrupted', lang);
  const data = { messageId: reply.id, code: 'interrupted' as const, message, offersContact: false };
  const given = { id: reply.id, seq, text: message, event: { event: 'error' as const, data } };
  return (await giveUpReply(deps, scope, id, given)) ? { kind: 'nothing' } : null;
}

/**
 * Null when the agent was deleted or taken offline after the question was asked. A test is answered by the working copy; a conversation
 * in the middle of something by the version in which that began.
 */
async function findSettings(
  deps: { database: Database },
  scope: Scope,
  { agentId, isTest, publishedVersion, flow }: OwedReply,
): Promise<{ settings: AgentSettings; version: number | null } | null> {
  if (!isTest) {
    if (publishedVersion === null) return null;
    const kept = keptVersion(flow, Date.now());
    const find = (version: number) => findPublishedSettings(deps, scope, agentId, version);
    const before = kept === null || kept === publishedVersion ? null : await find(kept);
    if (before) return { settings: before, version: kept };
    const settings = await find(publishedVersion);
    return settings && { settings, version: publishedVersion };
  }
  try {
    const settings = await deps.database.transaction(scope, (tx) => getAgentSettings(tx, scope, agentId));
    return { settings, version: null };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * The turn's own credit; what a model's tokens cost is held with the prompt (`meter-reply.ts`). Its id is the reply's: a restart
 * finds the sum still held, and is never charged twice.
 */
function termsOf(settings: AgentSettings, now: Date): HoldTerms {
  const { monthlyCredits } = settings.limits;
  return holdTerms(TURN_MICRO, monthlyCredits === null ? null : fromCredits(monthlyCredits), now);
}
