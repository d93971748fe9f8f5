import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plants as ofAttacks } from '../plants/attacks.ts';
import { plants as ofBilling } from '../plants/billing.ts';
import { plants as ofBuilder } from '../plants/builder.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');

// Planted: a line of the product that is another by now -> its plant is named.
test.each([
  ['attacks', ofAttacks],
  ['billing', ofBilling],
  ['builder', ofBuilder],
])('what a plant takes out of %s stands there once, and its tests have that name', (_of, plants) => {
  expect(plants.length).toBeGreaterThan(10);
  for (const { row, edits, tests } of plants) {
    for (const [file, there] of edits) expect(textOf(file).split(there).length, `${row}: ${file}`).toBe(2);
    for (const [file, name] of tests) expect(textOf(file), `${row}: ${file}`).toContain(name);
  }
});
