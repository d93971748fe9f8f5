import { expect, test } from 'vitest';
import { datesAsked, tellsOfDates } from './dates.rules.ts';

test.for([
  ['Are you open at Christmas?', [1224, 1225, 1226], ['christmas']],
  ['Are you open on Christmas Eve?', [1224], ['christmas', 'eve']],
  ['do you open on new years day?', [101], ['new', 'years', 'day']],
  ['Habt ihr an Silvester offen?', [1231], ['silvester']],
  ['Êtes-vous ouverts à Noël ?', [1224, 1225, 1226], ['noël']],
  ['¿Abren en Nochebuena?', [1224], ['nochebuena']],
  ['هل تفتحون في عيد الميلاد؟', [1224, 1225, 1226], ['عيد', 'الميلاد']],
  ['Are you open on 25 December?', [1225], ['25', 'december']],
  ['Haben Sie am 1. Mai auf?', [501], ['1', 'mai']],
  ['May I come in December?', [], []],
] as const)('"%s" is about the days %j', ([question, dates, words]) => {
  const asked = datesAsked(question);
  expect(asked.dates).toEqual(dates);
  expect([...asked.words]).toEqual(words);
});

// Planted: a month that ends no range -> "November to March"; dates in numbers alone -> "Christmas Day: 10 to 2".
test.for([
  ['We are closed on 25 December, 26 December and 1 January.', true],
  ['Am 24., 25. und 31. Dezember haben wir geschlossen.', true],
  ['Closed from 20 December to 6 January.', true],
  ['November to March: closed.', true],
  ['December 24-26 we rest.', true],
  ['Im Dezember haben wir geschlossen.', true],
  ['Christmas Day: 10 to 2', true],
  ['Christmas Eve: 10 to 2', false],
  ['Closed on 31 December.', false],
  ['October: Saturday and Sunday only, 10:00 to 16:00.', false],
  ['Bank holidays: 10:00 to 18:00', false],
  ['You may bring 25 guests.', false],
] as const)('of 25 December "%s" tells: %s', ([text, tells]) => {
  expect(tellsOfDates(text, [1225])).toBe(tells);
});

test('what is a thousand numbers long is read at once', () => {
  const started = performance.now();
  for (let time = 0; time < 100; time += 1) tellsOfDates('1 '.repeat(50_000), [1225]);
  expect(performance.now() - started).toBeLessThan(1_000);
});
