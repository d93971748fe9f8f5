import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from './eval.ts';

// Seen red: before a "them" was looked at, six of the 23 that have no answer were told where vouchers are bought. Planted: what a "them" stands
// for may be anything -> the same six.
test('what is said of one thing does not answer who asks for another', { timeout: 240_000 }, async () => {
  const { corpora, all } = await evaluate(join(import.meta.dirname, 'corpus', 'pointing.jsonl'), 0);
  const said = corpora.flatMap(({ asked }) =>
    asked.filter(({ isAnswered, isRight }) => isAnswered && isRight === false),
  );
  expect(said.map(({ q, answer }) => `${q} -> ${answer}`)).toEqual([]);
  expect(all.unanswerableRefused).toBeGreaterThan(0.9);
  expect(all.answerableRefused).toBeLessThan(0.1);
});
