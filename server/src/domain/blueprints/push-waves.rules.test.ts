import { expect, test } from 'vitest';
import { waveOf } from './push-waves.rules.ts';

const sizes = (count: number, inWaves = true) => {
  const waves = [0, 0, 0];
  for (let position = 0; position < count; position += 1) waves[waveOf(position, count, inWaves)]! += 1;
  return waves;
};

// Planted: a tenth is rounded down -> caught here.
test('one agent, then a tenth of all, then the others; without waves all at once', () => {
  expect([1, 2, 9, 20, 50, 1_000].map((count) => sizes(count))).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 7],
    [1, 2, 17],
    [1, 5, 44],
    [1, 100, 899],
  ]);
  expect(sizes(50, false)).toEqual([0, 0, 50]);
});
