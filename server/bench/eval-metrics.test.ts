import { expect, test } from 'vitest';
import { figuresOf, type Judged } from './eval-metrics.ts';

const judged = (isAnswerable: boolean, confidence: number): Judged => ({
  ...{ ranked: ['d1'], relevant: isAnswerable ? ['d1'] : [], ms: 1 },
  ...{ isAnswerable, confidence, isAnswered: confidence >= 0.5, isUnsure: confidence < 0.8, isRight: null },
});
const answerable = (...list: number[]) => list.map((confidence) => judged(true, confidence));
const unanswerable = (...list: number[]) => list.map((confidence) => judged(false, confidence));

test('confidence that tells all apart has the whole area; one that tells nothing has half', () => {
  expect(figuresOf([...answerable(0.8, 0.9), ...unanswerable(0.1, 0.7)])).toMatchObject({ auc: 1, refusedAt15: 1 });
  expect(figuresOf([...answerable(0.5, 0.5), ...unanswerable(0.5)]).auc).toBe(0.5);
  expect(figuresOf([...answerable(0.2), ...unanswerable(0.6)])).toMatchObject({ auc: 0, refusedAt15: 0 });
});

test('at 0.15 wrong refusals the threshold refuses three of twenty', () => {
  const twenty = answerable(...Array.from({ length: 20 }, (_, index) => (index + 1) / 20));
  expect(figuresOf([...twenty, ...unanswerable(0.1, 0.19, 0.2, 0.9)]).refusedAt15).toBe(0.5);
});

test('of what is answered the share that says it may not answer', () => {
  const all = [...answerable(0.1, 0.6, 0.9, 0.95, 0.85), ...unanswerable(0.4, 0.7)];
  expect(figuresOf(all)).toMatchObject({ answerableUnsure: 0.25, unanswerableUnsure: 1 });
});

test('without cases there is no figure', () => {
  expect(figuresOf(answerable(0.5))).toMatchObject({ auc: null, refusedAt15: null });
});
