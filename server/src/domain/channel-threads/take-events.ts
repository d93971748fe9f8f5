import { Failure } from '@antiphon/contract/errors';
import type { FileId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Channel, ChannelAccount, InboundEvent, MediaRef } from '../channels/channels.ports.ts';
import { type Connection, noteHeard } from '../channels/use-connection.ts';
import { changeHandoff } from '../conversations/change-handoff.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { addFile } from '../turns/add-file.ts';
import { kindSentence } from '../turns/kind-sentences.rules.ts';
import { sendMessage } from '../turns/send-message.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { AnsweredMessage, CampaignMessages } from './campaign-messages.ports.ts';
import { countRecent, listEvents, noteFailure, settleEvent, type WaitingEvent } from './channel-inbox.queries.ts';
import { findCurrent, findOffered, findThread, insertConversation, type ThreadRow } from './channel-threads.queries.ts';
import {
  CONVERSATION_HOURS,
  FAILURES_MAX,
  LINES_A_MINUTE,
  messageIdOf,
  messageKindOf,
  numberOf,
  pressedOf,
} from './channel-threads.rules.ts';
import { takeStatus } from './take-status.ts';

export type TakeDeps = {
  database: Database;
  live: LiveConversations;
  signals: Signals;
  campaignMessages: CampaignMessages;
  log: Logger;
  replies: { kick(scope: Scope, id: Taken['id']): void };
} & UploadDeps;

export type OpenedThread = { thread: ThreadRow; connection: Connection; channel: Channel; account: ChannelAccount };
type Taken = NonNullable<Awaited<ReturnType<typeof findCurrent>>>;
type Said = Extract<InboundEvent, { kind: 'message' }>;

const AT_A_TIME = 50;

/**
 * Takes what a person wrote, in the order of the provider's clock; each line is a visitor's message as from the widget. False
 * where one failed and is to be tried again a little later.
 */
export async function takeEvents(deps: TakeDeps, scope: Scope, opened: OpenedThread): Promise<boolean> {
  const { database } = deps;
  const { thread, connection } = opened;
  const waiting = await database.transaction(scope, (tx) => listEvents(tx, scope, thread.id, AT_A_TIME));
  if (waiting.length === 0) return true;
  const toAnswer = new Set<Taken['id']>();
  for (const one of waiting) {
    try {
      const conversation = await takeEvent(deps, scope, opened, one);
      if (conversation) toAnswer.add(conversation);
      await database.transaction(scope, (tx) => settleEvent(tx, scope, one.id));
    } catch (error) {
      // The agent is offline, or its messages of the month are at their end: trying again changes nothing.
      if (error instanceof Failure) {
        deps.log.warn({ code: error.code, threadId: thread.id }, 'channel: an event was not taken');
        await database.transaction(scope, (tx) => settleEvent(tx, scope, one.id));
        continue;
      }
      deps.log.error({ err: error, threadId: thread.id, eventId: one.id }, 'channel: an event could not be taken');
      const isOver = one.failures + 1 >= FAILURES_MAX;
      await database.transaction(scope, (tx) => (isOver ? settleEvent : noteFailure)(tx, scope, one.id));
      if (!isOver) return false;
    }
  }
  const isHeard = waiting.some(({ event }) => event.kind !== 'status');
  if (isHeard) await database.transaction(scope, (tx) => noteHeard(tx, scope, connection.id));
  // After the last: lines that came together are answered together.
  for (const id of toAnswer) deps.replies.kick(scope, id);
  const last = waiting.findLast((one) => one.event.kind === 'message')?.event;
  if (toAnswer.size > 0)
    await opened.channel.showTyping(opened.account, thread.thread, last && 'id' in last ? last.id : '').catch(() => {});
  return waiting.length < AT_A_TIME;
}

/** The conversation whose reply is owed now, if one is. */
async function takeEvent(
  deps: TakeDeps,
  scope: Scope,
  opened: OpenedThread,
  one: WaitingEvent,
): Promise<Taken['id'] | null> {
  const { event } = one;
  const { thread } = opened;
  if (event.kind === 'reachable') {
    // It counts since it was kept.
    return null;
  }
  if (event.kind === 'status') {
    await takeStatus(deps, scope, thread.id, event);
    return null;
  }
  if (event.kind === 'message' && event.choiceId !== undefined)
    await opened.channel.answerPress?.(opened.account, event.id).catch(() => {});
  const recent = await deps.database.transaction(scope, (tx) => countRecent(tx, scope, thread.id, one));
  // Nothing of an edit is taken: what was said was said, and may have been answered.
  if (recent > LINES_A_MINUTE || event.kind === 'edited') return null;
  if (await isOptedOut(deps, scope, opened)) return null;
  if (event.kind === 'unsupported') return sayCannotRead(deps, scope, opened);
  const conversation = await findConversation(deps, scope, opened, { ...event.from, isStart: event.isStart });
  if (event.isStart) return null;
  return write(deps, scope, { opened, event, conversation });
}

/** Whoever took themselves off and goes on writing is heard by a person who is in the conversation, and answered by nobody. */
async function isOptedOut({ database }: TakeDeps, scope: Scope, { channel, thread }: OpenedThread): Promise<boolean> {
  if (!channel.optOut) return false;
  return database.transaction(scope, async (tx) => {
    const now = await findThread(tx, scope, thread.id);
    if (now?.isReachable !== false) return false;
    const handoff = (await findCurrent(tx, scope, thread.id))?.handoff ?? 'bot';
    return handoff === 'bot';
  });
}

async function sayCannotRead(deps: TakeDeps, scope: Scope, opened: OpenedThread): Promise<null> {
  const { id, lang } = await findConversation(deps, scope, opened, { name: '', lang: '', isStart: false });
  const text = kindSentence('cannotRead', lang);
  await changeHandoff(deps, scope, id, async (_tx, { handoff }) =>
    handoff === 'bot' ? { set: {}, says: { text } } : null,
  );
  return null;
}

async function write(
  deps: TakeDeps,
  scope: Scope,
  { opened, event, conversation }: { opened: OpenedThread; event: Said; conversation: Pick<Taken, 'id' | 'agentId'> },
): Promise<Taken['id'] | null> {
  const { id: conversationId, agentId } = conversation;
  const offered =
    event.choiceId === undefined
      ? []
      : await deps.database.transaction(scope, (tx) => findOffered(tx, scope, conversationId));
  const pressed = pressedOf(event, offered);
  const files: FileId[] = [];
  const lost: string[] = [];
  for (const media of event.media) {
    const file = await load(deps, scope, { opened, media, agentId, conversationId });
    if (file) files.push(file);
    else lost.push(`(${media.name})`);
  }
  const said = pressed?.label ?? event.text;
  if (said.trim() === '' && files.length === 0) return lost.length === 0 ? null : sayCannotRead(deps, scope, opened);
  const text = [said, ...lost]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, limits.messageCharsMax);
  const id = messageIdOf(opened.thread.id, event.key);
  const sent = await sendMessage(deps, scope, {
    conversationId,
    id,
    text,
    fileIds: files,
    choiceId: pressed?.id ?? null,
  });
  if (sent.isInInbox) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: conversationId });
  return sent.handoff === 'bot' ? conversationId : null;
}

/** Null for a file that is not taken: its name stands in the message. */
async function load(
  deps: TakeDeps,
  scope: Scope,
  from: { opened: OpenedThread; media: MediaRef } & { agentId: Taken['agentId']; conversationId: Taken['id'] },
): Promise<FileId | null> {
  const { opened, media, agentId, conversationId } = from;
  if (media.bytes !== null && media.bytes > limits.uploadBytesMax) return null;
  try {
    const { name, type, bytes } = await opened.channel.loadMedia(opened.account, media, limits.uploadBytesMax);
    const file = new File([bytes], name, { type });
    return (await addFile(deps, scope, { file, agentId, conversationId })).id as FileId;
  } catch (error) {
    if (error instanceof Failure || (error instanceof VendorFailure && !error.canRetry)) return null;
    throw error;
  }
}

/** What goes on, or a new one: after a day, at another agent, where they begin anew or answer a campaign, and no person is in it. */
async function findConversation(
  deps: TakeDeps,
  scope: Scope,
  { thread, connection }: OpenedThread,
  { name, lang, isStart }: { name: string; lang: string; isStart: boolean },
): Promise<Pick<Taken, 'id' | 'agentId' | 'lang'>> {
  const { campaignMessages, database } = deps;
  const { current, answered } = await database.transaction(scope, async (tx) => ({
    current: await findCurrent(tx, scope, thread.id),
    answered: connection.isSimulated ? null : await findAnswered(campaignMessages, tx, scope, { thread, connection }),
  }));
  if (current && goesOn(current, connection, { isStart, answered })) {
    if (answered)
      await database.transaction(scope, (tx) => campaignMessages.answered(tx, scope, answered.id, current.id));
    return current;
  }
  const { agentId } = connection;
  const started = await startConversation(
    deps,
    scope,
    {
      ...{ agentId, variables: name === '' ? {} : { name }, lang, isTest: false, isRead: isStart },
      ...{ isSimulated: connection.isSimulated, ...(answered ? { opening: answered.text } : {}) },
    },
    // Who begins by a question is answered; a greeting is for whoever pressed Start. What they answer they have read.
    async (tx, { id, length }) => {
      const plannedPosition = isStart ? 0 : length;
      await insertConversation(tx, scope, { conversationId: id, threadId: thread.id, plannedPosition });
      if (answered) await campaignMessages.answered(tx, scope, answered.id, id);
    },
  );
  return { id: started.conversationId, agentId, lang };
}

/** A campaign's message that somebody answers by writing now. */
async function findAnswered(
  messages: CampaignMessages,
  tx: Tx,
  scope: Scope,
  { thread: { thread }, connection: { id: connectionId, provider } }: Pick<OpenedThread, 'thread' | 'connection'>,
): Promise<AnsweredMessage | null> {
  const kind = messageKindOf(provider);
  return kind && messages.findAnswered(tx, scope, { kind, connectionId, address: numberOf(kind, thread) });
}

function goesOn(
  { agentId, handoff, lastMessageAt }: Taken,
  connection: Connection,
  { isStart, answered }: { isStart: boolean; answered: AnsweredMessage | null },
): boolean {
  if (handoff !== 'bot') return true;
  if (isStart || agentId !== connection.agentId || (answered && answered.at > lastMessageAt)) return false;
  return Date.now() - lastMessageAt.getTime() < CONVERSATION_HOURS * 3_600_000;
}
