import { expect, test } from 'vitest';
import { asksWhetherThere, withoutOffer } from './offering.rules.ts';

test.each([
  ['Do you offer whitening?', 'Do you  whitening?'],
  ['Can you also provide a mouth guard?', 'Can you also  a mouth guard?'],
  ['Bieten Sie Bleaching an?', ' Sie Bleaching an?'],
  ['¿Ofrecen cursos?', '¿ cursos?'],
  ['Proposez-vous un stage ?', '-vous un stage ?'],
  ['هل تقدمون دورة؟', 'هل  دورة؟'],
  ['Where do you sell your cups?', 'Where do you sell your cups?'],
  ['What is on offer?', 'What is on offer?'],
])('the verb of an offer is left out: %s', (question, rest) => {
  expect(withoutOffer(question)).toBe(rest);
});

test.each([
  ['Do you do crowns?', true],
  ['Machen Sie Bleaching?', true],
  ['Do you have to pay?', false],
  ['How do you do crowns?', false],
  ['Is it safe?', false],
])('whether a thing is there: %s', (question, is) => {
  expect(asksWhetherThere(question)).toBe(is);
});
