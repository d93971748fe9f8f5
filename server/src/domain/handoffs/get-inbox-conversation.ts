import { fail } from '@antiphon/contract/errors';
import type { InboxConversation, Note } from '@antiphon/contract/handoffs';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { findDelivery } from '../channel-threads/find-delivery.ts';
import { findReplyWindow } from '../channel-threads/reach.ts';
import type { Channels } from '../channels/channels.ports.ts';
import { getVisitorConversation, listEarlier } from '../conversations/get-conversation.ts';
import type { Member } from '../identity/identity.policy.ts';
import { toInboxItem } from '../inbox/inbox.rules.ts';
import { findInboxRow } from '../inbox/inbox-items.ts';
import { readInboxView } from '../operators/inbox-settings.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import { listNoteRows } from './handoffs.queries.ts';
import { isOperator } from './operator-of.ts';

type Deps = { database: Database; channels: Channels };

/** Fails where the member may not follow the conversation, or it is gone: one look, for a stream that stays open. */
export async function demandInboxConversation(
  deps: Pick<Deps, 'database'>,
  member: Member,
  id: ConversationId,
): Promise<void> {
  demandAnswering(member);
  const row = await deps.database.transaction(member.scope, (tx) => findInboxRow(tx, member.scope, id));
  if (!row || (member.client && !member.client.agentIds.includes(row.agentId))) fail('not_found');
}

/** Any conversation of the workspace but a test: an operator may also take over what nobody asked for. */
export async function getInboxConversation(deps: Deps, member: Member, id: ConversationId): Promise<InboxConversation> {
  demandAnswering(member);
  const { scope } = member;
  const found = await deps.database.transaction(scope, async (tx) => {
    const row = await findInboxRow(tx, scope, id);
    if (!row) return null;
    const { mayTakeOver, isContinuous } = await readInboxView(tx, member);
    const delivery = row.channel && (await findDelivery(tx, scope, id));
    const window = row.channel && (await findReplyWindow(deps, tx, scope, id));
    const earlier = isContinuous ? await listEarlier(tx, scope, row) : [];
    return { row, notes: await listNoteRows(tx, scope, id), mayTakeOver, earlier, delivery, window };
  });
  if (!found) fail('not_found');
  // Read last: what happens in between is in the stream from `lastEventId` on or in here, never in neither.
  const { messages, lastEventId, handoff } = await getVisitorConversation(deps, scope, id);
  const { row, notes, mayTakeOver, earlier, delivery, window } = found;
  const isHeld = handoff.state === 'held';
  return {
    ...toInboxItem(row, new Date()),
    transcript: messages,
    lastEventId,
    notes: notes.map(toNote),
    isMine: isHeld && isOperator(row.holder, member),
    canClaim:
      !isHeld && row.inboxState !== 'closed' && mayTakeOver && (member.userId !== null || member.client !== null),
    giveBackMinutes: row.giveBackMinutes,
    ...{ delivery, window, earlier },
  };
}

type NoteRow = Awaited<ReturnType<typeof listNoteRows>>[number];

export const toNote = ({ id, author, text, createdAt }: NoteRow): Note => ({
  id,
  author,
  text,
  createdAt: createdAt.toISOString(),
});
