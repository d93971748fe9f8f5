import { fail } from '@antiphon/contract/errors';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { changeHandoff, type HandoffStep } from '../conversations/change-handoff.ts';
import type { PeopleDeps } from '../identity/get-profile.ts';
import type { Member } from '../identity/identity.policy.ts';
import {
  closeInboxItem,
  findInboxRow,
  readInboxItem,
  reopenInboxItem,
  seeInboxItem,
  snoozeInboxItem,
} from '../inbox/inbox-items.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import { type GiveBackDeps, toAgent } from './give-back.ts';
import { isOperator, operatorOf } from './operator-of.ts';

type Deps = GiveBackDeps & PeopleDeps;

const SNOOZE_MS_MAX = 366 * 86_400_000;

/**
 * It was dealt with. Whoever holds it gives it back to the agent. Closing twice changes nothing. Fails with `already_claimed` where a
 * colleague holds it, or `not_found` where it is not in the inbox.
 */
export async function closeConversation(deps: Deps, member: Member, id: ConversationId, now: Date): Promise<void> {
  const by = member.userId === null && !member.client ? null : await operatorOf(deps, member);
  await putAway(deps, member, id, 'requestClosed', async (tx) => {
    await closeInboxItem(tx, member.scope, id, { by, now });
    return { contactLeftAt: null };
  });
}

/** Until `until`, or until the visitor writes. Fails as `closeConversation` does, or with `invalid_input`. */
export async function snoozeConversation(
  deps: Deps,
  member: Member,
  id: ConversationId,
  { until, now }: { until: Date; now: Date },
): Promise<void> {
  if (until <= now || until.getTime() - now.getTime() > SNOOZE_MS_MAX)
    fail('invalid_input', { issues: [{ path: 'until', message: 'Choose a time within the next year.' }] });
  await putAway(deps, member, id, 'putOff', async (tx) => {
    await snoozeInboxItem(tx, member.scope, id, until, now);
    return {};
  });
}

/** `line`: what a visitor is told who still waits. */
async function putAway(
  deps: Deps,
  member: Member,
  id: ConversationId,
  line: 'requestClosed' | 'putOff',
  put: (tx: Tx) => Promise<HandoffStep['set']>,
) {
  demandAnswering(member);
  const { scope } = member;
  await changeHandoff(deps, scope, id, async (tx, conversation) => {
    const isHeld = conversation.handoff === 'held';
    if (isHeld && !isOperator(conversation.operator, member))
      fail('already_claimed', { message: `${conversation.operator?.name} has taken over this conversation.` });
    const set = await put(tx);
    const step = conversation.handoff === 'bot' ? null : await toAgent(tx, scope, conversation, 'given_back', line);
    // Whoever holds it has read what was said last, and it was said to them: the agent has nothing to say to it.
    const { owesAnswer, ...rest } = step ?? {};
    return { ...rest, ...(owesAnswer && !isHeld ? { owesAnswer } : {}), set: { ...step?.set, ...set } };
  });
  deps.replies.kick(scope, id);
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** Fails with `not_found` where it is not in the inbox. */
export async function reopenConversation(deps: Deps, member: Member, id: ConversationId, now: Date): Promise<void> {
  demandAnswering(member);
  const { scope } = member;
  await deps.database.transaction(scope, (tx) => reopenInboxItem(tx, scope, id, now));
  deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** The visitor has read an operator's message, where it is one: their mail of it is not needed. */
export async function markConversationRead(
  deps: Pick<Deps, 'database' | 'signals'>,
  scope: Scope,
  id: ConversationId,
  messageId: MessageId,
): Promise<void> {
  const isNews = await deps.database.transaction(scope, (tx) => readInboxItem(tx, scope, id, messageId));
  if (isNews) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}

/** The caller has read it. Fails with `not_found` where there is no such conversation. */
export async function markConversationSeen(deps: Deps, scope: Scope, id: ConversationId, now: Date): Promise<void> {
  const isNews = await deps.database.transaction(scope, async (tx) => {
    const isSeen = await seeInboxItem(tx, scope, id, now);
    return isSeen || ((await findInboxRow(tx, scope, id)) ? false : fail('not_found'));
  });
  if (isNews) deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id });
}
