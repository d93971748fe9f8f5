import { ADMIN_CLIENT_ID } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { InboxConversation, InboxItem, Note, OperatorStatus } from '@antiphon/contract/handoffs';
import type { ConversationId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { getClient } from '../clients/list-clients.ts';
import { getVisitorConversation, listEarlier } from '../conversations/get-conversation.ts';
import type { Member } from '../identity/identity.policy.ts';
import { readInboxView } from '../operators/inbox-settings.ts';
import { countOnline, getStatus } from '../operators/operator-presence.ts';
import { demandAnswering } from '../operators/operators.policy.ts';
import { countInbox, findInboxRow, type InboxRow, listInboxRows, listNoteRows } from './handoffs.queries.ts';
import { isOperator } from './operator-of.ts';

type Deps = { database: Database };

/** What waits for a person, is held by one, or was left for one, and who is there. */
export async function listInbox(deps: Deps, member: Member) {
  demandAnswering(member);
  const { scope, client } = member;
  const agentIds = client?.agentIds ?? null;
  const { rows, total } = await deps.database.transaction(scope, async (tx) => ({
    rows: await listInboxRows(tx, scope, agentIds, limits.inboxShownMax),
    total: await countInbox(tx, scope, agentIds),
  }));
  return {
    items: rows.map(toItem),
    total,
    status: await statusOf(deps, member),
    online: await countOnline(deps, scope, agentIds),
  };
}

async function statusOf(deps: Deps, { scope, userId, client }: Member): Promise<OperatorStatus> {
  if (client && client.clientId !== ADMIN_CLIENT_ID) return (await getClient(deps, scope, client.clientId)).status;
  return userId === null ? 'offline' : getStatus(deps, scope, userId);
}

/** Fails where the member may not follow the conversation, or it is gone: one look, for a stream that stays open. */
export async function demandInboxConversation(deps: Deps, member: Member, id: ConversationId): Promise<void> {
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
    const earlier = isContinuous ? await listEarlier(tx, scope, row) : [];
    return { row, notes: await listNoteRows(tx, scope, id), mayTakeOver, earlier };
  });
  if (!found) fail('not_found');
  // Read last: what happens in between is in the stream from `lastEventId` on or in here, never in neither.
  const { messages, lastEventId, handoff } = await getVisitorConversation(deps, scope, id);
  const { row, notes, mayTakeOver, earlier } = found;
  const isHeld = handoff.state === 'held';
  return {
    ...toItem(row),
    transcript: messages,
    lastEventId,
    notes: notes.map(toNote),
    isMine: isHeld && isOperator(row.operator, member),
    canClaim: !isHeld && mayTakeOver && (member.userId !== null || member.client !== null),
    giveBackMinutes: row.giveBackMinutes,
    earlier,
  };
}

const toItem = ({
  giveBackMinutes: _giveBackMinutes,
  since,
  leftAt,
  lastMessage,
  lastMessageAt,
  ...row
}: InboxRow): InboxItem => ({
  ...row,
  since: since?.toISOString() ?? null,
  leftAt: leftAt?.toISOString() ?? null,
  lastMessage: lastMessage ?? '',
  lastMessageAt: lastMessageAt.toISOString(),
});

type NoteRow = Awaited<ReturnType<typeof listNoteRows>>[number];

export const toNote = ({ id, author, text, createdAt }: NoteRow): Note => ({
  id,
  author,
  text,
  createdAt: createdAt.toISOString(),
});
