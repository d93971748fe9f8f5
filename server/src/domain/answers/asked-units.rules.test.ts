import { expect, test } from 'vitest';
import { countsAlike, termsOf } from './asked-units.rules.ts';
import { unitsOf } from './passage-units.rules.ts';

const rungs = [
  'Bis 180 Tage vorher stornieren Sie kostenlos.',
  'Bis 60 Tage vorher behalten wir die Anzahlung ein.',
  'Danach berechnen wir 80 Prozent.',
];
const own = unitsOf(['Mit der Buchung wird eine Anzahlung fällig.', ...rungs, 'Wir freuen uns auf Sie.'].join(' '));
const termsFrom = (place: number, question: string) => termsOf(own[place]!, own, question).map(({ text }) => text);

// Seen red: who cancels 30 days before was told that it costs nothing up to 180 days before.
test.for([1, 2, 3])('who asks so many days before is told all rungs of the terms, found by rung %d', (place) => {
  expect(termsFrom(place, 'Was kostet es, wenn ich 30 Tage vorher absage?')).toEqual(rungs);
});

test('who names no time, or asks for another sentence, is told no rungs', () => {
  expect(termsFrom(1, 'Kann ich stornieren?')).toEqual([]);
  expect(termsFrom(0, 'Was kostet es, wenn ich 30 Tage vorher absage?')).toEqual([]);
});

// Planted: a number that counts days matches any -> the deposit of 30 percent.
test('a number of days is met by such a number alone', () => {
  const isCount = countsAlike('What if I cancel 30 days before?');
  expect(isCount('30', 'A deposit of 30 percent is due.')).toBe(false);
  expect(isCount('30', 'Up to 30 days before it is free.')).toBe(true);
  expect(isCount('cancel', 'You can cancel.')).toBe(true);
});
