import type { FilledTemplate } from '@antiphon/contract/campaign-words';
import { fail } from '@antiphon/contract/errors';
import type { Attachment, ConversationEvent, Message } from '@antiphon/contract/events';
import type { Operator } from '@antiphon/contract/handoffs';
import { type ConversationId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { wakeFlow } from '../flows/keep-flow.ts';
import { noteOperatorReply } from '../inbox/inbox-items.ts';
import type { LiveConversations, StoredEvent } from '../streams/live-conversations.ts';
import {
  type ConversationRow,
  findLastPosition,
  findMessage,
  insertEvents,
  insertMessages,
  lockConversation,
  lockTags as lockTagRow,
  type MessageRow,
  updateConversation,
  updateTags as updateTagRow,
} from './conversations.queries.ts';
import { faceOf, type HandoffEvent, messageEvent, toMessage } from './conversations.rules.ts';
import { endQueuedReplies, oweReply, type Refusal } from './owed-replies.ts';

export type HandoffConversation = Pick<
  ConversationRow,
  | 'id'
  | 'agentId'
  | 'isTest'
  | 'environment'
  | 'handoff'
  | 'handoffSince'
  | 'operator'
  | 'operatorAt'
  | 'giveBackMinutes'
  | 'contactEmail'
  | 'lastMessageAt'
  | 'lang'
>;
type Fields = Partial<
  Pick<ConversationRow, 'handoff' | 'handoffSince' | 'operator' | 'operatorAt' | 'giveBackMinutes' | 'contactLeftAt'>
>;

/**
 * `silencesAgent`: what the agent owes is owed no more, and what it writes right now is stopped. `says`: a line of the
 * transcript. `owesAnswer`: what the visitor wrote last and nobody answered is the agent's to answer from now on; what the
 * visitor is told where its messages of the month are at their end.
 */
export type HandoffStep = {
  set: Fields;
  event?: HandoffEvent;
  silencesAgent?: boolean;
  says?: Pick<MessageRow, 'text'> & Partial<Pick<MessageRow, 'offersPerson' | 'operator'>>;
  owesAnswer?: Refusal;
};

type Deps = { database: Database; live: LiveConversations };

/**
 * One step of a conversation's handoff under its lock: `decide` sees it as it stands and says what changes, or null for
 * nothing; what it writes itself commits with it. True where something changed. Fails with `not_found`.
 */
export async function changeHandoff(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  decide: (tx: Tx, conversation: HandoffConversation) => Promise<HandoffStep | null>,
): Promise<boolean> {
  const done = await deps.database.transaction(scope, async (tx) => {
    const row = await lockConversation(tx, scope, id);
    if (!row) fail('not_found');
    const step = await decide(tx, row);
    if (!step) return null;
    const stopped = step.silencesAgent ? await endQueuedReplies(tx, scope, id) : null;
    if (step.set.handoff === 'bot') await wakeFlow(tx, scope, id);
    const said = step.says ? [await insertLine(tx, scope, row, step.says)] : [];
    const owed = step.owesAnswer ? await oweReply(tx, scope, id, step.owesAnswer) : [];
    const events = [...(step.event ? [step.event] : []), ...said, ...owed];
    return { stopped, events: await store(tx, scope, row, events, step.set) };
  });
  if (!done) return false;
  deps.live.tell(id, done.events);
  if (done.stopped) deps.live.requestStop(id, done.stopped);
  return true;
}

/** It moves nothing that is counted from the last message: nobody wrote it. */
async function insertLine(
  tx: Tx,
  scope: Scope,
  { id, agentId }: ConversationRow,
  line: NonNullable<HandoffStep['says']>,
) {
  const [row] = await insertMessages(tx, [
    {
      id: newMessageId(),
      conversationId: id,
      workspaceUid: scope.workspaceUid,
      agentId,
      position: (await findLastPosition(tx, scope, id)) + 1,
      role: 'system',
      state: 'complete',
      ...line,
    },
  ]);
  return messageEvent(toMessage(row as MessageRow));
}

/**
 * An operator's message: nothing is charged, no reply is owed. The same id sent again changes nothing and answers false;
 * with another text it fails with `idempotency_mismatch`. Fails with `not_claimed` where `operator` does not hold it.
 */
export async function storeOperatorMessage(
  deps: Deps,
  scope: Scope,
  id: ConversationId,
  message: {
    id: MessageId;
    text: string;
    attachments: Attachment[];
    /** Its text is that of one that a provider approved. */
    template?: FilledTemplate;
    operator: Operator;
    now: Date;
  },
): Promise<boolean> {
  const { text, attachments, template = null, operator, now } = message;
  const events = await deps.database.transaction(scope, async (tx) => {
    const row = await lockConversation(tx, scope, id);
    if (!row) fail('not_found');
    const earlier = await findMessage(tx, scope, id, message.id);
    if (earlier && (earlier.role !== 'operator' || earlier.text !== text)) fail('idempotency_mismatch');
    if (earlier) return null;
    if (row.handoff !== 'held' || !isSame(row.operator, operator)) fail('not_claimed');
    const face = faceOf(operator);
    await insertMessages(tx, [
      {
        id: message.id,
        conversationId: id,
        workspaceUid: scope.workspaceUid,
        agentId: row.agentId,
        position: (await findLastPosition(tx, scope, id)) + 1,
        role: 'operator',
        state: 'complete',
        text,
        attachments,
        template,
        operator: face,
        createdAt: now,
      },
    ]);
    await noteOperatorReply(tx, scope, id, { hasAddress: row.contactEmail !== null, now });
    const shown = {
      id: message.id,
      text,
      attachments,
      createdAt: now.toISOString(),
      ...(face ? { operator: face } : {}),
    };
    const change = { operatorAt: now, lastMessageAt: now };
    return store(tx, scope, row, [messageEvent({ ...EMPTY, ...shown })], change);
  });
  if (!events) return false;
  deps.live.tell(id, events);
  return true;
}

export const isSame = (one: Operator | null, other: Operator): boolean =>
  one?.kind === other.kind && one.id === other.id;

const EMPTY: Pick<Message, 'role' | 'state' | 'citations' | 'isUnknown'> = {
  role: 'operator',
  state: 'complete',
  citations: [],
  isUnknown: false,
};

async function store(
  tx: Tx,
  scope: Scope,
  row: ConversationRow,
  events: ConversationEvent[],
  set: Partial<ConversationRow>,
): Promise<StoredEvent[]> {
  if (events.length > 0) return insertEvents(tx, scope, row.id, row.lastEventSeq, events, set);
  if (Object.keys(set).length > 0) await updateConversation(tx, scope, row.id, set);
  return [];
}

// What people who answer set on a conversation; nothing of it is told to the visitor.

/** Until the transaction ends nobody else sets them. Null where there is no such conversation. */
export const lockTags = (tx: Tx, scope: Scope, id: ConversationId): Promise<string[] | null> =>
  lockTagRow(tx, scope, id);

export const updateTags = (tx: Tx, scope: Scope, id: ConversationId, tags: string[]): Promise<void> =>
  updateTagRow(tx, scope, id, tags);
