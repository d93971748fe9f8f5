import type { InboxItem } from '@antiphon/contract/handoffs';
import type { InboxConversationRow } from './inbox-items.ts';

/** A chat that was seen connected this recently still is: it is written down every 20 s. */
export const PRESENT_MS = 45_000;

const text = (date: Date | null) => date?.toISOString() ?? null;

/** As the contract has it. Of what is not in the inbox `inboxState` is null. */
export function toInboxItem(row: InboxConversationRow, now: Date): InboxItem {
  const { visitorAt, seenAt, presentAt, readAt } = row;
  return {
    id: row.id,
    agentId: row.agentId,
    agentTitle: row.agentTitle,
    state: row.state,
    inboxState: row.inboxState,
    openedAt: text(row.openedAt),
    isMissed: row.isMissed ?? false,
    isUnread: visitorAt !== null && (seenAt === null || visitorAt > seenAt),
    operator: row.holder ?? row.operator,
    snoozedUntil: text(row.snoozedUntil),
    closedAt: text(row.closedAt),
    closedBy: row.closedBy,
    isVisitorHere: presentAt !== null && now.getTime() - presentAt.getTime() <= PRESENT_MS,
    visitorSeenAt: text(presentAt),
    readAt: text(readAt),
    emailedAt: text(row.emailedAt),
    lang: row.lang,
    lastMessage: row.lastMessage ?? '',
    lastMessageAt: row.lastMessageAt.toISOString(),
    contactName: row.contactName,
    contactEmail: row.contactEmail,
    contactMessage: row.contactMessage,
    nameOnPage: row.nameOnPage,
    leftAt: text(row.leftAt),
    tags: row.tags,
  };
}

type Said = { role: string; text: string; operator: { name: string } | null };

/** A message in a mail: who said it, without the numbers of sources that only the chat shows. */
export function writeSaid({ role, text, operator }: Said, agentTitle: string): string {
  if (role === 'visitor') return `> ${text}`;
  if (role === 'operator') return `${operator?.name ?? agentTitle}: ${text}`;
  return `${agentTitle}: ${text.replace(/ ?\[\d{1,2}\]/g, '')}`;
}
