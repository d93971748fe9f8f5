import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error Plain Node, without types.
import { inTurn, TURNS, turnOfCommit } from '../../../scripts/turns.mjs';

const paths = [...globSync('server/**/*.test.ts'), ...globSync('e2e/**/*.spec.ts')].filter(
  (path) => !path.includes('node_modules'),
);
const shares: string[][] = Array.from({ length: TURNS }, (_, turn) => inTurn(paths, String(turn)));

// Planted: the last share is nobody's turn -> its files are in none.
test('each file has its turn, most journeys one, and what stands beside the code each of them', () => {
  const turnsOf = (path: string) => shares.filter((share) => share.includes(path)).length;
  for (const path of paths) expect([1, TURNS], path).toContain(turnsOf(path));
  expect(turnsOf('e2e/whole/product.spec.ts')).toBe(TURNS);
  expect(turnsOf('server/test/walks/tenancy.test.ts')).toBe(TURNS);
  for (const path of paths) if (path.startsWith('server/src/')) expect(turnsOf(path), path).toBe(TURNS);
  const sizes = shares.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('who names files has all of them, and a commit has the same share each time', () => {
  expect(inTurn(paths, undefined)).toEqual(paths);
  expect(turnOfCommit()).toBe(turnOfCommit());
  expect(Number(turnOfCommit())).toBeLessThan(TURNS);
});
