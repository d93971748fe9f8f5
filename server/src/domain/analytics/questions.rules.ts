import type { AskedQuestion } from '@antiphon/contract/analytics';

/** Without case, accents and marks, as people do not mean them. */
export const plainQuestion = (question: string): string =>
  question
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type By = 'asked' | 'unknown';

/** The same question asked in other letters becomes one; its words are those of the last time. The most frequent first. */
export function joinQuestions(found: readonly AskedQuestion[], by: By, shownMax: number): AskedQuestion[] {
  const joined = new Map<string, AskedQuestion>();
  for (const one of found) {
    const key = plainQuestion(one.question) || one.question;
    const before = joined.get(key);
    if (!before) {
      joined.set(key, one);
      continue;
    }
    const latest = before.lastAskedAt >= one.lastAskedAt ? before : one;
    joined.set(key, { ...latest, asked: before.asked + one.asked, unknown: before.unknown + one.unknown });
  }
  return [...joined.values()]
    .sort((one, other) => other[by] - one[by] || other.lastAskedAt.localeCompare(one.lastAskedAt))
    .slice(0, shownMax);
}
