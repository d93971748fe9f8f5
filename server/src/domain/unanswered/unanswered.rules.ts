import type { UnansweredQuestion } from '@antiphon/contract/unanswered';
import { complaintIn } from '../answers/complaints.rules.ts';
import { questionKey } from '../answers/same-question.rules.ts';
import { smalltalkOf } from '../answers/smalltalk.rules.ts';

export type Mark = { questionKey: string; state: 'done' | 'dismissed' | 'merged'; intoKey: string; markedAt: Date };

/** One time that a question was asked in vain. */
export type Asked = Pick<UnansweredQuestion, 'messageId' | 'conversationId' | 'question'> & { createdAt: Date };

export type Decided = {
  marks: readonly Mark[];
  /** Keys of the questions whose answer is taught. */
  taught: ReadonlySet<string>;
  /** Words that ask for a person, as the agent's settings have them. */
  phrases: readonly string[];
};

const WORDINGS_MAX = 20;

/** Which questions still wait for an answer: `keyOf` one is that of its group, or null where nobody has to answer it. */
export function openQuestions({ marks, taught, phrases }: Decided) {
  const byKey = new Map(marks.map((mark) => [mark.questionKey, mark]));
  const said = phrases.map((phrase) => phrase.toLowerCase());
  const rootOf = (key: string): string => {
    const seen = new Set<string>();
    let root = key;
    for (let mark = byKey.get(root); mark?.state === 'merged' && !seen.has(root); mark = byKey.get(root)) {
      seen.add(root);
      root = mark.intoKey;
    }
    return root;
  };
  return {
    keyOf(question: string, askedAt: Date): string | null {
      const key = questionKey(question);
      // Greetings are no questions, and who asks for a person or complains waits for one.
      const isRequest =
        smalltalkOf(question) !== null ||
        complaintIn(question) === 'said' ||
        said.some((phrase) => question.toLowerCase().includes(phrase));
      if (key === '' || isRequest) return null;
      const root = rootOf(key);
      if (taught.has(key) || taught.has(root)) return null;
      const mark = byKey.get(root);
      if (mark?.state === 'dismissed' || (mark?.state === 'done' && askedAt <= mark.markedAt)) return null;
      return root;
    },
  };
}

/** The same question once, with how often it was asked; the most asked first, then the last. `asked`: the newest first. */
export function groupQuestions(asked: readonly Asked[], decided: Decided): UnansweredQuestion[] {
  const open = openQuestions(decided);
  const groups = new Map<string, UnansweredQuestion>();
  const worded = new Set<string>();
  for (const { question, createdAt, messageId, conversationId } of asked) {
    const key = open.keyOf(question, createdAt);
    if (key === null) continue;
    const group = groups.get(key);
    const own = questionKey(question);
    const isNew = !worded.has(own);
    worded.add(own);
    if (!group) {
      const askedAt = createdAt.toISOString();
      groups.set(key, { question, questions: [question], count: 1, askedAt, messageId, conversationId });
      continue;
    }
    group.count += 1;
    if (isNew && group.questions.length < WORDINGS_MAX) group.questions.push(question);
  }
  return [...groups.values()].sort((one, other) => other.count - one.count || other.askedAt.localeCompare(one.askedAt));
}
