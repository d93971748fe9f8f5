import { expect, test } from 'vitest';
import { opensPointing } from './pointing.rules.ts';

// Seen red: "to" is "it" in Polish, so that an adult who asked how to belay was told first that a parent must sign.
test.for([
  ['They are closed on Sundays.', true],
  ['To use the ropes without an instructor you must show us a knot.', false],
  ['On Sundays we are closed.', false],
  ['Sie gilt für ein Jahr.', true],
  ['To jest w cenie.', true],
  ['Ze sauna is open.', false],
] as const)('"%s" points back: %s', ([sentence, points]) => {
  expect(opensPointing(sentence)).toBe(points);
});
