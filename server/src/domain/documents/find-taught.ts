import type { AgentId } from '@antiphon/contract/ids';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Calls } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { questionKey } from '../answers/same-question.rules.ts';
import { languageOfWords } from '../search/stop-words.rules.ts';
import { listTaught } from './documents.queries.ts';

/**
 * The answer that is taught for a question: its whole text, to be said word by word. Of several the one in the visitor's
 * language, then the one that was added last. Null where no question of any is the same one.
 */
export async function findTaught(
  calls: Calls,
  scope: Scope,
  { agentId, question, lang }: { agentId: AgentId; question: string; lang: string },
): Promise<Passage | null> {
  const key = questionKey(question);
  if (key === '') return null;
  const found = await listTaught(calls, scope, agentId, key);
  const spoken = languageOfWords(question) || lang.slice(0, 2).toLowerCase();
  const best =
    found.find(({ language }) => language === spoken) ?? found.find(({ language }) => language === '') ?? found[0];
  if (!best) return null;
  const { documentId, title, text } = best;
  return { chunkId: documentId, documentId, title, url: null, headingPath: [], text, score: 1 };
}
