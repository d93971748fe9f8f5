import { expect, it } from 'vitest';
import { stageShares } from './stage-shares.ts';

it('counts the time until the first word and the writing after it once', () => {
  const shares = stageShares({ waitMs: 10, retrieveMs: 30, firstTokenMs: 20, modelMs: 60, totalMs: 104 });
  expect(shares.map(({ stage, ms, percent }) => [stage, ms, percent])).toEqual([
    ['waiting', 10, 10],
    ['finding', 30, 30],
    ['firstWord', 20, 20],
    ['writing', 40, 40],
  ]);
});

it('stands a reply that took no time, or never began to write', () => {
  expect(stageShares({ waitMs: 0, retrieveMs: 0, firstTokenMs: 0, modelMs: 0, totalMs: 0 })[0]?.percent).toBe(0);
  const [, , first, writing] = stageShares({ waitMs: 0, retrieveMs: 5, firstTokenMs: 50, modelMs: 5, totalMs: 10 });
  expect([first?.ms, writing?.ms]).toEqual([5, 0]);
});
