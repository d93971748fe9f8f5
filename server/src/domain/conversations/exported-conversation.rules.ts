import type { ChargedMessage, Conversation } from '@antiphon/contract/conversations';
import { CSV_MARK, csvLine as csvRow } from '@antiphon/contract/csv';
import type { Message, Thumb } from '@antiphon/contract/events';
import type { ListedConversation } from './all-conversations.queries.ts';

export function toListed(row: ListedConversation, { hasCredits }: { hasCredits: boolean }): Conversation {
  return {
    id: row.id,
    agentId: row.agentId,
    agentTitle: row.agentTitle,
    channel: row.isTest ? 'test' : 'widget',
    activity: row.isWriting ? 'writing' : row.isRecent ? 'recent' : 'quiet',
    firstQuestion: row.firstQuestion,
    lastMessage: row.lastMessage,
    messages: row.messages,
    unanswered: row.unanswered,
    thumbsDown: row.thumbsDown,
    rating: row.rating,
    contactEmail: row.contactEmail,
    lang: row.lang,
    isTest: row.isTest,
    environment: row.environment,
    state: row.handoff,
    operatorName: (row.handoff === 'held' && row.operator?.name) || '',
    ...(hasCredits ? { credits: row.creditsMicro / 1_000_000 } : {}),
    createdAt: row.createdAt.toISOString(),
    lastMessageAt: row.lastMessageAt.toISOString(),
  };
}

/** What a conversation holds, as it is exported. */
export type ExportedConversation = Conversation & {
  ratingComment: string;
  contactMessage: string;
  transcript: ChargedMessage[];
};

const SPEAKERS: Record<Message['role'], string> = {
  visitor: 'Visitor',
  agent: 'Agent',
  operator: 'Operator',
  system: 'System',
};

/** A conversation to read: its facts, then who said what when. Times are UTC. */
export function toText(conversation: ExportedConversation): string {
  const { agentTitle, id, createdAt, rating, ratingComment, contactEmail, contactMessage, transcript } = conversation;
  const facts = [
    ['Agent', agentTitle],
    ['Conversation', id],
    ['Started', clock(createdAt)],
    ['Rating', rating === null ? '' : `${rating} of 5 ${ratingComment}`.trim()],
    ['Contact', `${contactEmail ?? ''} ${contactMessage}`.trim()],
  ];
  const head = facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  const said = transcript.map((message) => {
    const files = message.attachments.map((file) => `[File: ${file.name}]`);
    const sources = message.citations.map(({ number, title, url }) => `[${number}] ${title}${url ? ` ${url}` : ''}`);
    const thumb = message.thumb ? [thumbText(message.thumb)] : [];
    return [`${clock(message.createdAt)} ${SPEAKERS[message.role]}`, message.text, ...files, ...sources, ...thumb]
      .filter((line) => line !== '')
      .join('\n');
  });
  return `${[head.join('\n'), ...said].join('\n\n')}\n`;
}

const thumbText = ({ value, reason, comment }: Thumb) =>
  `Thumb ${[value, reason?.replace('_', ' '), comment].filter(Boolean).join(', ')}`;

const clock = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 19)}`;

const CSV_COLUMNS: [
  string,
  (conversation: Conversation & { ratingComment: string; contactMessage: string }) => unknown,
][] = [
  ['id', ({ id }) => id],
  ['agentId', ({ agentId }) => agentId],
  ['agent', ({ agentTitle }) => agentTitle],
  ['channel', ({ channel }) => channel],
  ['started', ({ createdAt }) => createdAt],
  ['lastMessageAt', ({ lastMessageAt }) => lastMessageAt],
  ['messages', ({ messages }) => messages],
  ['unanswered', ({ unanswered }) => unanswered],
  ['thumbsDown', ({ thumbsDown }) => thumbsDown],
  ['rating', ({ rating }) => rating],
  ['ratingComment', ({ ratingComment }) => ratingComment],
  ['contactEmail', ({ contactEmail }) => contactEmail],
  ['contactMessage', ({ contactMessage }) => contactMessage],
  ['language', ({ lang }) => lang],
  ['credits', ({ credits }) => credits],
  ['firstQuestion', ({ firstQuestion }) => firstQuestion],
  ['lastMessage', ({ lastMessage }) => lastMessage],
];

/** With the mark by which spreadsheets know UTF-8. */
export const csvHead = (shown: { hasCredits: boolean }): string =>
  CSV_MARK + csvRow(columnsOf(shown).map(([name]) => name));

export const csvLine = (
  conversation: Parameters<(typeof CSV_COLUMNS)[number][1]>[0],
  shown: { hasCredits: boolean },
): string => csvRow(columnsOf(shown).map(([, cellOf]) => cellOf(conversation)));

const columnsOf = ({ hasCredits }: { hasCredits: boolean }) =>
  CSV_COLUMNS.filter(([name]) => hasCredits || name !== 'credits');
