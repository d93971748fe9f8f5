import type { Citation } from '@antiphon/contract/events';
import { speakIn } from '@antiphon/contract/visitor-texts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import type { Channel, OutgoingMessage } from '../channels/channels.ports.ts';
import { choiceLines } from '../flows/choice-lines.rules.ts';
import { hasAnswered, insertSends, listUnplanned } from './channel-sends.queries.ts';
import { areLabels } from './channel-threads.rules.ts';
import type { OpenedThread } from './take-events.ts';

export type PlanDeps = { database: Database; publicUrl: string | null };
type Unplanned = Awaited<ReturnType<typeof listUnplanned>>[number];

/**
 * Makes parts of what the agent, a person or the transcript said since the last look, in order, up to a reply that is still being
 * written. What an answer says of itself (that it is a machine's) stands before the first of a conversation.
 */
export const planSends = (deps: PlanDeps, scope: Scope, { thread, channel }: OpenedThread) =>
  deps.database.transaction(scope, async (tx) => {
    const unfinished = new Set<string>();
    for (const row of await listUnplanned(tx, scope, thread.id)) {
      const { message, conversationId } = row;
      if (unfinished.has(conversationId)) continue;
      if (message.state === 'queued' || message.state === 'streaming') {
        unfinished.add(conversationId);
        continue;
      }
      const { template } = message;
      const said = message.role === 'visitor' || template ? null : await toOutgoing(deps, tx, scope, row, channel);
      await insertSends(tx, scope, {
        threadId: thread.id,
        conversationId,
        messageId: message.id,
        position: message.position,
        isOfAgent: message.role === 'agent',
        parts: template ? [template] : said ? channel.plan(said) : [],
      });
    }
  });

/** Null for a reply that said nothing. */
async function toOutgoing(
  deps: PlanDeps,
  tx: Tx,
  scope: Scope,
  { message, ...row }: Unplanned,
  { takesButtons, listsButtonsToo }: Pick<Channel, 'takesButtons' | 'listsButtonsToo'>,
): Promise<OutgoingMessage | null> {
  const { attachments, citations, role, operator } = message;
  const choices = message.choices ?? [];
  // Buttons stand below words: a message of choices alone is a list.
  const areButtons = message.text !== '' && areLabels(choices) && (takesButtons?.(choices) ?? false);
  const lines = areButtons && !listsButtonsToo ? '' : choiceLines(choices, row.lang);
  const text = [message.text, lines].filter((one) => one !== '').join('\n\n');
  if (text === '' && attachments.length === 0) return null;
  const notice = role === 'agent' ? await noticeOf(tx, scope, row) : '';
  const before = role === 'operator' && operator && operator.name !== '' ? `${operator.name}: ` : notice;
  const origin = attachments.length === 0 ? '' : await originOf(deps, tx, scope);
  return {
    text: text === '' ? '' : `${before}${role === 'agent' ? withoutMarks(text) : text}`,
    ...(areButtons ? { choices } : {}),
    sources: sourcesOf(citations),
    files: attachments.map(({ id, name, type, bytes, url }) => ({ id, name, type, bytes, url: `${origin}${url}` })),
  };
}

/** Whose customers people are shows in the address of a file: an agency's own host, where it has one. */
const originOf = async (deps: PlanDeps, tx: Tx, scope: Scope): Promise<string> =>
  (await findAgencyFace(deps, tx, scope))?.url || (deps.publicUrl ?? '');

/** The numbers of sources, which only a chat of our own can show. */
const withoutMarks = (text: string) => text.replace(/ ?\[\d{1,2}\]/g, '');

/** Each page once. */
const sourcesOf = (citations: Citation[]) => [
  ...new Map(citations.flatMap(({ title, url }) => (url === null ? [] : [[url, { title, url }]]))).values(),
];

async function noticeOf(tx: Tx, scope: Scope, row: Omit<Unplanned, 'message'>): Promise<string> {
  const { agentId, lang, conversationId } = row;
  if (await hasAnswered(tx, scope, conversationId)) return '';
  const settings = await findAnsweringSettings(tx, scope, agentId, 'live');
  const notice = settings && speakIn(settings, lang).privacy.aiNotice.trim();
  return notice ? `_${notice}_\n\n` : '';
}
