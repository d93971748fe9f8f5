import { expect, test } from 'vitest';
import { withoutHeadcount } from './headcount.rules.ts';

// Planted: the number is left -> "two" is looked for as if it were a thing.
test.each([
  ['and for two people?', 'and for  ?'],
  ['und für 4 Personen?', 'und für  ?'],
  ['¿y para dos personas?', '¿y para  ?'],
  ['for two hours', 'for two hours'],
  ['people over 65', 'people over 65'],
  ['room 12 people', 'room  '],
])('%s', (said, without) => {
  expect(withoutHeadcount(said)).toBe(without);
});
