import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluate } from './eval.ts';

test('what is offered is told by its row, and nothing else as if it answered', { timeout: 240_000 }, async () => {
  const { corpora } = await evaluate(join(import.meta.dirname, 'corpus', 'offered.jsonl'), 0);
  const wrong = corpora.flatMap(({ asked }) =>
    asked.filter(({ isAnswerable, isAnswered, isRight, isUnsure }) =>
      isAnswerable ? !isAnswered || !isRight || isUnsure : isRight === false || (isAnswered && !isUnsure),
    ),
  );
  expect(wrong.map(({ q, answer }) => `${q} -> ${answer}`)).toEqual([]);
});
