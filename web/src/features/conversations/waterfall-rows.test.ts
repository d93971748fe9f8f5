import { expect, it } from 'vitest';
import { waterfallRows } from './waterfall-rows.ts';

const begunAt = '2026-11-28T12:00:00.000Z';
const stages = { waitMs: 10, retrieveMs: 30, firstTokenMs: 20, modelMs: 60, totalMs: 104 };
const callAt = (ms: number, lasting: number) => ({
  ...{ kind: 'function' as const, name: 'find_order', status: 'done' as const, given: '{}', outputs: '' },
  ...{ ms: lasting, startedAt: new Date(Date.parse(begunAt) + ms).toISOString() },
});
const shapeOf = (rows: ReturnType<typeof waterfallRows>) =>
  rows.map(({ what, ms, from, percent }) => ['stage' in what ? what.stage : what.call, ms, from, percent]);

it('counts the time until the first word and the writing after it once, one after the other', () => {
  expect(shapeOf(waterfallRows({ stages }))).toEqual([
    ['waiting', 10, 0, 10],
    ['finding', 30, 10, 30],
    ['firstWord', 20, 40, 20],
    ['writing', 40, 60, 40],
  ]);
});

it('puts calls where they were made, and grows with one that ended after the words', () => {
  const rows = shapeOf(waterfallRows({ stages, begunAt, spans: [callAt(50, 10), callAt(180, 20)] }));
  expect(rows).toEqual([
    ['waiting', 10, 0, 5],
    ['finding', 30, 5, 15],
    ['firstWord', 20, 20, 10],
    ['find_order', 10, 25, 5],
    ['writing', 40, 30, 20],
    ['find_order', 20, 90, 10],
  ]);
});

it('stands a reply that took no time, or never began to write, and one without times of its calls', () => {
  const none = { waitMs: 0, retrieveMs: 0, firstTokenMs: 0, modelMs: 0, totalMs: 0 };
  expect(waterfallRows({ stages: none }).map(({ percent }) => percent)).toEqual([0, 0, 0, 0]);
  const [, , first, writing] = waterfallRows({ stages: { ...none, retrieveMs: 5, firstTokenMs: 50, modelMs: 5 } });
  expect([first?.ms, writing?.ms]).toEqual([5, 0]);
  const { startedAt: _, ...untimed } = callAt(0, 5);
  expect(waterfallRows({ stages, begunAt, spans: [untimed] })).toHaveLength(4);
  expect(waterfallRows({ stages, spans: [callAt(0, 5)] })).toHaveLength(4);
});
