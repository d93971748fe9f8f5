import { describe, expect, test } from 'vitest';
import { makeCards } from '../../../test/factories/cards-factory.ts';
import { digitsIn, hasCard, mentionsCard, saysNumbers } from './cards.rules.ts';

test.each([
  ['May I have your card number, please?', true],
  ['And the security code on its back?', true],
  ['Bitte nennen Sie Ihre Kartennummer.', true],
  ['Quel est le numéro de votre carte ?', true],
  ['¿Me dice el número de su tarjeta?', true],
  ['ما هو رقم البطاقة؟', true],
  ['We take cards and cash.', false],
  ['Your order number is 12.', false],
])('an agent speaks of the number of a card, or does not: %s', (text, is) => {
  expect(mentionsCard(text)).toBe(is);
});

describe('digits are heard however they are said', () => {
  test.each([
    ['four one one one', 'en', '4111'],
    ['forty-one eleven, eleven 11', 'en', '41111111'],
    ['my card is 4111 1111, then double one', 'en', '4111111111'],
    ['vier eins eins zwo', 'de', '4112'],
    ['quatre cinq zéro', 'fr', '450'],
    ['cuatro uno uno', 'es', '411'],
    ['أربعة واحد واحد', 'ar', '411'],
    ['٤١١١', 'ar', '4111'],
    ['Where is the harbour?', 'en', ''],
  ])('%s (%s): %s', (said, lang, digits) => {
    expect(digitsIn(said, lang)).toBe(digits);
  });
});

test('every card is found among other digits, and short numbers are none', () => {
  for (const card of makeCards(50)) {
    expect(hasCard(card)).toBe(true);
    expect(hasCard(`${card}1227123`)).toBe(true);
  }
  for (const other of ['', '472', '20261129', '12025550142', '442079460142']) expect(hasCard(other)).toBe(false);
});

test.each([
  ['four one one', true],
  ['einundvierzig', true],
  ['it is 12 27', true],
  ['for won won to', true],
  ['I do not want to say it', false],
  ['What do you need it for?', false],
  ['Das möchte ich nicht sagen', false],
])('numbers are said, or are not: %s', (text, is) => {
  expect(saysNumbers(text)).toBe(is);
});
