import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from './eval.ts';

// Seen red: before prices answered, 10 of the 12 that have an answer were refused. Planted: what tells no price may answer -> where one parks is said.
test('whether something must be paid is answered by its price, and by nothing else', { timeout: 240_000 }, async () => {
  const { corpora, all } = await evaluate(join(import.meta.dirname, 'corpus', 'paying.jsonl'), 0);
  const wrong = corpora.flatMap(({ asked }) =>
    asked.filter(({ isAnswerable, isAnswered, isRight }) => isAnswered !== isAnswerable || (isAnswered && !isRight)),
  );
  expect(wrong.map(({ q, answer }) => `${q} -> ${answer}`)).toEqual([]);
  expect(all.saidRight).toBe(1);
});
