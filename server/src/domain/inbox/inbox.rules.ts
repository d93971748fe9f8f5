import type { Attachment } from '@antiphon/contract/events';
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
    waitingSince: row.state === 'waiting' ? text(row.handoffSince) : null,
    activityAt: text(visitorAt),
    isMissed: row.isMissed ?? false,
    isUnread: visitorAt !== null && (seenAt === null || visitorAt > seenAt),
    operator: row.holder ?? row.operator,
    snoozedUntil: text(row.snoozedUntil),
    closedAt: text(row.closedAt),
    closedBy: row.closedBy,
    isVisitorHere: presentAt !== null && now.getTime() - presentAt.getTime() <= PRESENT_MS,
    visitorSeenAt: text(presentAt),
    readAt: text(readAt),
    repliedAt: text(row.repliedAt),
    isUndelivered: row.isUndelivered,
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
    channel: row.channel,
    environment: row.environment,
  };
}

export type Said = { role: string; text: string; attachments: Attachment[]; operator: { name: string } | null };

/**
 * A message in a mail: who said it, without the numbers of sources that only the chat shows, and a line for each file. Of a
 * person's the address stands beside the name, `base` before it; the visitor has theirs.
 */
export function writeSaid({ role, text, attachments, operator }: Said, agentTitle: string, base: string): string[] {
  const words = text === '' ? [] : [text];
  if (role === 'visitor') return [...words, ...attachments.map(({ name }) => name)].map((line) => `> ${line}`);
  if (role !== 'operator') return [`${agentTitle}: ${text.replace(/ ?\[\d{1,2}\]/g, '')}`];
  const files = attachments.map(({ name, url }) => (base === '' ? name : `${name} ${base}${url}`));
  return [...words, ...files].map((line) => `${operator?.name ?? agentTitle}: ${line}`);
}

type SaidAt = Said & { createdAt: Date };

/** With what the visitor wrote beside their address, where it was left: a reply answers that, and the chat does not show it. */
export function withLeftMessage(said: SaidAt[], text: string, leftAt: Date | null): SaidAt[] {
  if (text === '' || !leftAt) return said;
  const before = said.filter(({ createdAt }) => createdAt <= leftAt);
  const left = { role: 'visitor', text, attachments: [], operator: null, createdAt: leftAt };
  return [...before, left, ...said.slice(before.length)];
}

/** What operators said since the visitor's last word, which a mail begins with, and all that was said besides. */
export function splitSaid<One extends { role: string }>(said: One[]): { news: One[]; earlier: One[] } {
  const last = said.findLastIndex(({ role }) => role === 'visitor');
  const isNew = ({ role }: One, index: number) => index > last && role === 'operator';
  return { news: said.filter(isNew), earlier: said.filter((one, index) => !isNew(one, index)) };
}
