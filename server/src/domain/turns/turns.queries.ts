import type {
  Attachment,
  Choice,
  Citation,
  ConversationEvent,
  HandoffState,
  Message,
  MessageState,
} from '@antiphon/contract/events';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import type { SeenPage, Variables, Visit } from '@antiphon/contract/visitors';
import { againWhilePassing } from '../../db/again-while-passing.ts';
import type { Calls } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { HoldTerms } from '../billing/hold-terms.rules.ts';
import type { HandoffWish } from '../orgs/handoff-wishes.rules.ts';

/** Until when a step that carries an id begins again while the database is away: a visitor is told within ten seconds. */
const VISITOR_WAITS_MS = 1_500;
const REPLY_WAITS_MS = 30_000;

// The steps of a visitor's turn: each is one database function, one round trip, one transaction.

/** A message as the prompt and the search see it. */
export type TurnMessage = Pick<Message, 'id' | 'role' | 'state' | 'text' | 'isUnknown'> & {
  replyId: MessageId | null;
  /** The button that was pressed for it. */
  choiceId?: string | null;
};

export type OwedReply = {
  agentId: AgentId;
  isTest: boolean;
  lang: string;
  variables: Variables;
  /** From which the visitor wrote last, where that is known. */
  page?: SeenPage | null;
  /** The conversation's last event. */
  seq: number;
  leaseOwner: string | null;
  isLeased: boolean;
  /** Of the agent; null where it was deleted or taken offline. */
  publishedVersion: number | null;
  /** There are more agents than the plan allows, and this one is among those that do not answer. */
  isPaused: boolean;
  /** Answers of the agent's owner, to be said word by word. */
  hasTaught: boolean;
  /** Where it is on the agent's canvas. */
  flow?: unknown;
  /** What the orgs that see the agent want. */
  orgs: HandoffWish[];
  /** `spentMicro`: what its attempts have cost so far. */
  reply: { id: MessageId; state: MessageState; attempts: number; createdAt: Date; spentMicro: number };
  /** The newest messages, oldest first. */
  history: TurnMessage[];
};

/**
 * `replyId` is given to the reply that this message makes owed; one that waits already keeps its own. `owed` is what is to be
 * answered now, null where that is being done.
 */
export async function acceptMessage(
  calls: Calls,
  scope: Scope,
  message: {
    conversationId: ConversationId;
    id: MessageId;
    text: string;
    attachments: Attachment[];
    replyId: MessageId;
    said: ConversationEvent;
    queued: ConversationEvent;
    now: Date;
    /** How many messages of the history come with `owed`. */
    most: number;
    page: Visit['pages'][number] | null;
    choiceId: string | null;
    /** It is thanks and nothing else. */
    isThanks: boolean;
  },
) {
  const accept = () =>
    calls.call<Accepted>(scope, 'accept_message', [
      message.conversationId,
      message.id,
      message.text,
      JSON.stringify(message.attachments),
      message.replyId,
      JSON.stringify(message.said.data),
      JSON.stringify(message.queued.data),
      message.now.toISOString(),
      message.most,
      message.page && JSON.stringify(message.page),
      message.choiceId,
      message.isThanks,
    ]);
  const answer = await againWhilePassing(VISITOR_WAITS_MS, accept);
  return answer.outcome === 'accepted' ? { ...answer, owed: withDates(answer.owed ?? null) } : answer;
}

type Accepted =
  | {
      outcome: 'accepted';
      replyId: MessageId | null;
      isNewReply: boolean;
      seq: number;
      handoff: HandoffState;
      /** It stands open in the inbox. */
      inbox: boolean;
      owed?: OwedReply | null;
    }
  | { outcome: 'repeated'; replyId: MessageId | null; handoff: HandoffState }
  | { outcome: 'mismatch' | 'limit' | 'not_published' | 'not_found' };

/** Null where nothing is owed. Nothing is locked. */
export async function findOwedReply(
  calls: Calls,
  scope: Scope,
  id: ConversationId,
  most: number,
): Promise<OwedReply | null> {
  return withDates(await calls.call<OwedReply | null>(scope, 'find_owed_reply', [id, most]));
}

const withDates = (found: OwedReply | null): OwedReply | null =>
  found && { ...found, reply: { ...found.reply, createdAt: new Date(found.reply.createdAt) } };

/** `seq` is the event at which the reply was found; `hold` null sets nothing aside. */
export function storeBeginning(
  calls: Calls,
  scope: Scope,
  beginning: {
    conversationId: ConversationId;
    replyId: MessageId;
    seq: number;
    owner: string;
    now: Date;
    leaseMs: number;
    event: ConversationEvent;
    hold: HoldTerms | null;
  },
) {
  const { hold } = beginning;
  const begin = () =>
    calls.call<
      | { outcome: 'moved' }
      | { outcome: 'leased' }
      | {
          outcome: 'new' | 'held' | 'settled' | 'voided' | 'no_credits' | 'spend_limit' | 'refused';
          isStopRequested: boolean;
          leaseAttempt: number;
          /** Nine tenths of the credits that pay for it are used. */
          isLow: boolean;
        }
    >(scope, 'begin_reply', [
      beginning.conversationId,
      beginning.replyId,
      beginning.seq,
      beginning.owner,
      beginning.now.toISOString(),
      new Date(beginning.now.getTime() + beginning.leaseMs).toISOString(),
      JSON.stringify(beginning.event.data),
      hold?.month ?? null,
      hold?.amountMicro ?? null,
      hold?.monthlyLimitMicro ?? null,
      hold?.expiresAt.toISOString() ?? null,
    ]);
  return againWhilePassing(REPLY_WAITS_MS, begin);
}

export type StoredReply = {
  state: Extract<MessageState, 'complete' | 'stopped' | 'failed'>;
  text: string;
  citations?: Citation[];
  isUnknown?: boolean;
  offersPerson?: boolean;
  choices?: Choice[];
  trace: object | null;
  /** Where the conversation is on the agent's canvas by now, and the way there. */
  flow?: object;
  path?: object[];
  /** The agent asks for a person; it counts where nobody was asked for yet. */
  handoff?: { eventId: string; payload: object; data: object; isAway: boolean };
};

/**
 * `amountMicro` null: nothing was held. `credits` are put into the trace on the way. Null where the conversation
 * was erased meanwhile, 'lost' where another holds the lease: then nothing was written. `seq` is the event before the closing one.
 */
export function storeEnd(
  calls: Calls,
  scope: Scope,
  end: {
    conversationId: ConversationId;
    replyId: MessageId;
    stored: StoredReply;
    amountMicro: bigint | null;
    featureKey: string;
    event: ConversationEvent;
    /** The messages that the prompt was made of; what joined the reply after them gets the reply `nextId`. */
    known: MessageId[];
    nextId: MessageId;
    queued: ConversationEvent;
    now: Date;
    lease: Lease;
  },
) {
  const { text, ...result } = end.stored;
  const finish = () =>
    calls.call<
      | {
          seq: number;
          isLate: boolean;
          isOwed: boolean;
          isAsking: boolean;
          /** The way over the canvas is told. */
          isPathTold: boolean;
        }
      | 'lost'
      | null
    >(scope, 'finish_reply', [
      end.conversationId,
      end.replyId,
      text,
      JSON.stringify(result),
      end.amountMicro,
      end.featureKey,
      end.event.event,
      JSON.stringify(end.event.data),
      end.known,
      end.nextId,
      JSON.stringify(end.queued.data),
      end.now.toISOString(),
      end.lease.owner,
      end.lease.attempt,
    ]);
  return againWhilePassing(REPLY_WAITS_MS, finish);
}

/** `held`: go on. `lost`: another worker answers. `over`: the turn was settled. The rest are refusals, which change nothing. */
export type MeterOutcome = 'held' | 'no_credits' | 'spend_limit' | 'over' | 'lost';

/** Keeps the amount of `terms` held for a reply, and notes that it has cost `spent` micro-credits by now. */
export function storeMeter(
  calls: Calls,
  scope: Scope,
  meter: { conversationId: ConversationId; replyId: MessageId; lease: Lease; spent: bigint; terms: HoldTerms },
) {
  const { lease, terms } = meter;
  return calls.call<MeterOutcome>(scope, 'meter_reply', [
    meter.conversationId,
    meter.replyId,
    lease.owner,
    lease.attempt,
    meter.spent,
    terms.amountMicro,
    terms.monthlyLimitMicro,
    terms.expiresAt.toISOString(),
  ]);
}
