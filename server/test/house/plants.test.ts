import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plants } from '../plants/billing.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');

// Planted: a line of the product that is another by now -> its plant is named.
test('what a plant takes out of the product stands there once, and its tests have that name', () => {
  expect(plants.length).toBeGreaterThan(10);
  for (const { row, edits, tests } of plants) {
    for (const [file, there] of edits) expect(textOf(file).split(there).length, `${row}: ${file}`).toBe(2);
    for (const [file, name] of tests) expect(textOf(file), `${row}: ${file}`).toContain(name);
  }
});
