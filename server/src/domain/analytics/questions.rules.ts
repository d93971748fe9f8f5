import type { AskedQuestion } from '@antiphon/contract/analytics';
import { questionKey } from '../answers/same-question.rules.ts';

type By = 'asked' | 'unknown';

/**
 * The same question asked in other words that are small becomes one; its words are those of the last time. The most frequent first.
 * What has no key is left out.
 */
export function joinQuestions(
  found: readonly AskedQuestion[],
  by: By,
  shownMax: number,
  keyOf: (one: AskedQuestion) => string | null = ({ question }) => questionKey(question) || question,
): AskedQuestion[] {
  const joined = new Map<string, AskedQuestion>();
  for (const one of found) {
    const key = keyOf(one);
    if (key === null) continue;
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
