import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error Plain Node, without types.
import { ofShare, SHARES, shareOfCommit } from '../../../scripts/shares.mjs';

const paths = [...globSync('server/**/*.test.ts'), ...globSync('e2e/**/*.spec.ts')].filter(
  (path) => !path.includes('node_modules'),
);
const shares: string[][] = Array.from({ length: SHARES }, (_, share) => ofShare(paths, String(share)));

// Planted: the last share is never taken -> its files are in none.
test('each file is in a share, most journeys in one, and what stands beside the code in each', () => {
  const countOf = (path: string) => shares.filter((share) => share.includes(path)).length;
  for (const path of paths) expect([1, SHARES], path).toContain(countOf(path));
  expect(countOf('e2e/whole/product.spec.ts')).toBe(SHARES);
  expect(countOf('server/test/walks/tenancy.test.ts')).toBe(SHARES);
  for (const path of paths) if (path.startsWith('server/src/')) expect(countOf(path), path).toBe(SHARES);
  const sizes = shares.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('who names files has all of them, and a commit has the same share each time', () => {
  expect(ofShare(paths, undefined)).toEqual(paths);
  expect(shareOfCommit()).toBe(shareOfCommit());
  expect(Number(shareOfCommit())).toBeLessThan(SHARES);
});
