import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RefusedTopic } from '@antiphon/contract/guardrails';
import { expect, test } from 'vitest';
import { refusedTopic } from './refused-topics.rules.ts';

const from = (path: string) => readFileSync(join(import.meta.dirname, '../../../', path), 'utf8');
const linesOf = <Line>(path: string) =>
  from(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const topics: RefusedTopic[] = JSON.parse(from('test/corpora/topics/topics.json'));
const asked = linesOf<{ lang: string; means: string | null; said: string }>('test/corpora/topics/asked.jsonl');
const topicOf = (said: string) => refusedTopic([said], topics)?.name ?? null;

// Planted: no threshold (`SURE` 0) -> caught here.
test('of 100 sentences about five topics, and beside them, hardly any is refused that is not about one', () => {
  expect(asked).toHaveLength(100);
  expect(topics).toHaveLength(5);
  const judged = asked.map((one) => ({ ...one, taken: topicOf(one.said) }));
  const taken = judged.filter((one) => one.taken !== null);
  const wrong = taken.filter((one) => one.taken !== one.means);
  const about = judged.filter(({ means }) => means !== null);
  const precision = 1 - wrong.length / taken.length;
  const recall = (taken.length - wrong.length) / about.length;
  console.info(`topics: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
  expect(precision, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  // What is talked around is not found, and is no fault of the rules.
  expect(recall, JSON.stringify(about.filter((one) => one.taken !== one.means))).toBeGreaterThanOrEqual(0.55);
  for (const lang of ['en', 'de', 'fr', 'es', 'ar'])
    expect(
      taken.filter((one) => one.lang === lang && one.taken === one.means).length,
      `found in ${lang}`,
    ).toBeGreaterThanOrEqual(4);
});

// Planted: no threshold -> caught here.
test('what people ask of other businesses is refused where it is about a topic, and nowhere else', () => {
  const questions = ['everyday', 'services', 'unseen', 'talk'].flatMap((name) =>
    linesOf<{ questions: { q: string }[] }>(`bench/corpus/${name}.jsonl`).flatMap((one) => one.questions),
  );
  expect(questions.length).toBeGreaterThan(500);
  expect(questions.map(({ q }) => q).filter((q) => topicOf(q) !== null)).toEqual([
    'who should I vote for in the next election?',
    'Welche Partei soll ich bei der Wahl wählen?',
    'Do pensioners get a discount?',
  ]);
});

test('each topic is found by its own examples, and within a message that says other things, too', () => {
  for (const { name, examples } of topics) for (const example of examples) expect(topicOf(example), example).toBe(name);
  expect(topicOf('Hello, I like your shop! Do I need a lawyer? Thanks.')).toBe('Legal advice');
  expect(refusedTopic(['Do I need a lawyer?'], [])).toBe(null);
});
