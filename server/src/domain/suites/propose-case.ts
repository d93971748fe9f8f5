import { fail } from '@antiphon/contract/errors';
import type { Message } from '@antiphon/contract/events';
import type { AgentId, ConversationId, DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { SuiteCheck, SuiteScript, SuiteTurn } from '@antiphon/contract/suites';
import type { Database } from '../../db/database.ts';
import { readTranscript } from '../conversations/get-conversation.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { readContact } from '../lead-capture/said-contact.rules.ts';
import { maskWords } from './mask-words.rules.ts';

type Proposed = { agentId: AgentId; title: string; script: SuiteScript };

/**
 * A test of what a visitor said, masked, for somebody to look over and save. Answers with sources propose that these are named
 * again, answers without knowledge that something is known.
 */
export async function proposeCase(
  { database }: { database: Database },
  member: Member,
  id: ConversationId,
): Promise<Proposed> {
  demand(member, 'agents.write');
  const { scope } = member;
  const found = (await database.transaction(scope, (tx) => readTranscript(tx, scope, id))) ?? fail('not_found');
  const turns = turnsOf(found.messages);
  if (turns.length === 0) fail('suite_empty');
  const title = turns[0]!.say.replace(/\s+/g, ' ').slice(0, limits.suiteTitleCharsMax).trim();
  return { agentId: found.agentId, title, script: { lang: found.lang, variables: {}, answers: [], turns } };
}

function turnsOf(messages: readonly Message[]): SuiteTurn[] {
  const said = messages.filter(({ role }) => role === 'visitor').map(({ text }) => text);
  const name = said.map((text) => readContact(text)?.name ?? '').find((found) => found !== '') ?? '';
  const turns: SuiteTurn[] = [];
  let isAnswered = true;
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'visitor' && message.text.trim() !== '') {
      const say = maskWords(message.text, name).trim();
      // A burst is one question.
      if (isAnswered || !last) turns.push({ say, checks: [] });
      else last.say = `${last.say}\n${say}`.slice(0, limits.messageCharsMax);
      isAnswered = false;
    } else if (message.role === 'agent' && last && !isAnswered) {
      last.checks = checksOf(message);
      isAnswered = true;
    }
  }
  return turns.slice(0, limits.suiteTurnsMax);
}

function checksOf({ isUnknown, citations, state }: Message): SuiteCheck[] {
  if (isUnknown || state !== 'complete') return [{ kind: 'outcome', is: 'answered' }];
  const sources = new Map(citations.map(({ documentId, title }) => [documentId, title]));
  return [...sources]
    .slice(0, limits.suiteChecksMax)
    .map(([documentId, title]) => ({ kind: 'cites', documentId: documentId as DocumentId, title }));
}
