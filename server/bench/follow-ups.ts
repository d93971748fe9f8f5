import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { Database } from '../src/db/database.ts';
import { answerFromPassages } from '../src/domain/answers/builtin-answer.rules.ts';
import { searchKnowledge } from '../src/domain/search/search-knowledge.ts';
import { makeKnowledgeAgent } from '../test/factories/knowledge-factory.ts';
import { loadDocuments } from './eval.ts';
import { Document } from './eval-corpus.ts';

/** The corpus of the repository. */
export const followUpsFile = new URL('corpus/follow-ups.jsonl', import.meta.url).pathname;

const PASSAGES_READ = 6;

/** An agent's documents, and pairs of questions: `second` follows `first`, and leans on it or stands on its own. */
const FollowUps = z.object({
  id: z.string(),
  docs: z.array(Document).min(1),
  pairs: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      leans: z.boolean(),
      /** The documents that answer `second`; none where it must be refused. */
      relevant: z.array(z.string()),
      /** What the answer must hold, and what it must not: the right row of a table. */
      says: z.string().optional(),
      never: z.string().optional(),
    }),
  ),
});
type Pair = z.infer<typeof FollowUps>['pairs'][number];

/** What became of `second` after `first`; `isSame` tells that asked first it is answered with the same words. */
export type Followed = Pair & {
  agent: string;
  searched: string;
  answer: string;
  isFound: boolean;
  isAnswered: boolean;
  isWrongSaid: boolean;
  isRight: boolean;
  isSame: boolean;
};

/** Shares of 0 to 1. */
export type FollowUpFigures = {
  pairs: number;
  /** Of those that stand alone: answered, or refused, as if asked first. */
  aloneAsFirst: number;
  /** Of those that stand alone: answered with the right text and nothing else, or refused where no text answers. */
  aloneRight: number;
  /** Of those that lean: answered with the right text and nothing else. */
  leaningRight: number;
  /** Of those that a document answers: it is the first that is found. */
  found: number;
  /** Of those that stand alone, and of those that lean: a document or a row is said that does not answer. */
  aloneWrongSaid: number;
  leaningWrongSaid: number;
};

/** Loads each agent of the file, and asks each pair's second question after its first one, and by itself. */
export async function followUp(database: Database, file: string): Promise<Followed[]> {
  const followed: Followed[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const { id, docs, pairs } = FollowUps.parse(JSON.parse(line));
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const ids = await loadDocuments(database, scope, agentId, docs);
    const ask = async (turns: string[]) => {
      const found = await searchKnowledge({ database }, scope, { agentId, turns, passagesMax: PASSAGES_READ });
      const { passages, confidence, question: searched, turns: context } = found;
      const question = turns.at(-1) ?? '';
      const said = answerFromPassages({ question, turns: context, passages, confidence, lang: '' });
      return { ...said, searched, docs: passages.map(({ documentId }) => ids.get(documentId) ?? '') };
    };
    for (const pair of pairs)
      followed.push({
        ...pair,
        agent: id,
        ...judge(pair, await ask([pair.first, pair.second]), await ask([pair.second])),
      });
  }
  return followed;
}

type Said = { text: string; outcome: string; used: number[]; searched: string; docs: string[] };

function judge({ relevant, says = '', never }: Pair, after: Said, byItself: Said) {
  const isAnswered = after.outcome === 'answered';
  const isWrongSaid =
    isAnswered &&
    (after.used.some((number) => !relevant.includes(after.docs[number - 1] ?? '')) ||
      (never !== undefined && after.text.includes(never)));
  return {
    searched: after.searched,
    answer: after.text,
    isFound: relevant.includes(after.docs[0] ?? ''),
    isAnswered,
    isWrongSaid,
    isRight: !isWrongSaid && isAnswered === relevant.length > 0 && after.text.includes(says),
    isSame: after.text === byItself.text && after.outcome === byItself.outcome,
  };
}

export function followUpFigures(followed: readonly Followed[]): FollowUpFigures {
  const share = (of: readonly Followed[], is: (one: Followed) => boolean) =>
    of.filter(is).length / Math.max(of.length, 1);
  const alone = followed.filter(({ leans }) => !leans);
  const leaning = followed.filter(({ leans }) => leans);
  return {
    pairs: followed.length,
    aloneAsFirst: share(alone, ({ isSame }) => isSame),
    aloneRight: share(alone, ({ isRight }) => isRight),
    leaningRight: share(leaning, ({ isRight }) => isRight),
    found: share(
      followed.filter(({ relevant }) => relevant.length > 0),
      ({ isFound }) => isFound,
    ),
    aloneWrongSaid: share(alone, ({ isWrongSaid }) => isWrongSaid),
    leaningWrongSaid: share(leaning, ({ isWrongSaid }) => isWrongSaid),
  };
}
