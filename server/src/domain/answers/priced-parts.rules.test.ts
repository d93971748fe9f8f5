import { expect, it } from 'vitest';
import { pricedParts } from './priced-parts.rules.ts';

it.each([
  [
    'Full colour from 78 pounds, highlights from 95 pounds.',
    ['Full colour from 78 pounds.', 'highlights from 95 pounds.'],
  ],
  ['Brot 4,80 Euro, Brötchen 0,45 Euro.', ['Brot 4,80 Euro.', 'Brötchen 0,45 Euro.']],
  ['City bikes are £15 a day, electric bikes £38 a day.', ['City bikes are £15 a day.', 'electric bikes £38 a day.']],
])('parts that can be said alone: %s', (text, parts) => {
  expect(pricedParts(text)).toEqual(parts);
});

it.each([
  'Einzelzimmer 79 Euro, Doppelzimmer 118 Euro je Nacht mit Frühstück.',
  'Cleaning costs 90 euros in the house, in the cottage 70 euros.',
  'A ticket is 9 euros, children pay nothing.',
  'It costs 12 euros.',
])('what is said whole: %s', (text) => {
  expect(pricedParts(text)).toBeNull();
});
