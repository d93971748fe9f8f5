import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from './eval.ts';

// Seen red: the electric boat needed the license of the petrol boat, whose line comes next; answers ended with the heading or the question that
// comes next; "and for two people?" left the kayak; "paddle board" found no paddleboard; who "teaches" was not who has "taught".
// Planted: what stands behind a name is scored without it -> the license of the petrol boat.
test('a text of plain headings and lines that begin with a name is answered line by line', {
  timeout: 120_000,
}, async () => {
  const { corpora } = await evaluate(join(import.meta.dirname, 'corpus', 'lines.jsonl'), 0);
  const wrong = corpora.flatMap(({ asked }) =>
    asked.filter(({ isAnswerable, isAnswered, isRight, isUnsure }) =>
      isAnswerable ? !isAnswered || isRight === false : isAnswered && !isUnsure,
    ),
  );
  expect(wrong.map(({ q, answer }) => `${q} -> ${answer}`)).toEqual([]);
});
