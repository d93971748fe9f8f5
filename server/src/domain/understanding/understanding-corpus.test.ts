import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  halves,
  intentsOf,
  type Said,
  saidIn,
  saidValues,
  shops,
} from '../../../test/factories/understanding-corpus.ts';
import { matchIntent } from './match-intent.rules.ts';
import { readSlots } from './read-slots.rules.ts';

/** A Saturday. */
const TODAY = '2026-11-28';

/** How many of the sentences are taken for what they mean: `precision` of what is sure, `recall` of what is asked for. */
function judge(said: readonly Said[]) {
  const wrong: string[] = [];
  const missed: string[] = [];
  let [sure, right, wanted] = [0, 0, 0];
  for (const { lang, means, said: sentence } of said) {
    const found = matchIntent(sentence, intentsOf(lang));
    const name = found?.kind === 'sure' ? found.name : null;
    if (means !== null) wanted += 1;
    if (name !== null) sure += 1;
    if (name !== null && name === means) right += 1;
    if (name !== null && name !== means) wrong.push(`${lang}: ${sentence} -> ${name}`);
    if (means !== null && name !== means) missed.push(`${lang}: ${sentence}`);
  }
  return { precision: right / sure, recall: right / wanted, wrong, missed };
}

describe('of 400 sentences in five languages', () => {
  // Planted: no threshold (`SURE`, `LEAD` 0) -> precision 0.641 and 0.600. Caught here.
  // Planted: "how much" and "how long" count nothing -> caught here, in both halves.
  test.each(halves)('those of %s that ask for a function are told, and hardly any other', (half) => {
    const all = saidIn(half);
    expect(all).toHaveLength(200);
    const { precision, recall, wrong, missed } = judge(all);
    const figures = Object.keys(shops).map((lang) => [lang, judge(all.filter((one) => one.lang === lang))] as const);
    for (const [lang, one] of [...figures, ['all', { precision, recall }] as const])
      console.info(`${half} ${lang}: precision ${one.precision.toFixed(3)}, recall ${one.recall.toFixed(3)}`);
    expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(recall, missed.join('\n')).toBeGreaterThanOrEqual(0.8);
    // No language is made up for by the others.
    for (const [lang, one] of figures) {
      expect(one.precision, `${lang} ${one.wrong.join('\n')}`).toBeGreaterThanOrEqual(0.94);
      expect(one.recall, `${lang} ${one.missed.join('\n')}`).toBeGreaterThanOrEqual(0.75);
    }
  });

  it('has half of its sentences in one half alone', () => {
    const [one, other] = halves.map((half) => new Set(saidIn(half).map(({ said }) => said.toLowerCase())));
    expect([...one!].filter((said) => other!.has(said))).toEqual([]);
    expect([one!.size, other!.size]).toEqual([200, 200]);
  });
});

// Planted: no threshold -> caught here.
test('what people ask of other businesses is hardly ever taken for a function', async () => {
  const asked = ['everyday', 'services', 'unseen', 'talk'].flatMap((name) =>
    readFileSync(join(import.meta.dirname, `../../../bench/corpus/${name}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as { questions: { q: string }[] }).questions.map(({ q }) => q)),
  );
  expect(asked.length).toBeGreaterThan(500);
  const taken = ['en', 'de'].flatMap((lang) => {
    const intents = intentsOf(lang);
    return asked.filter((sentence) => matchIntent(sentence, intents)?.kind === 'sure');
  });
  // Among them are some that do ask for it, as "When will my order arrive?"
  expect(taken.length / asked.length / 2, taken.join('\n')).toBeLessThanOrEqual(0.025);
});

// Planted: an Arabic number with "for" before it is none -> caught here.
test.each(saidValues())('$said', ({ lang, of, said, values }) => {
  const inputs = shops[lang]?.find(({ name }) => name === of)?.inputs ?? [];
  expect(inputs.length).toBeGreaterThan(0);
  expect(readSlots(inputs, { text: said, today: TODAY }, {})).toEqual(values);
});
