import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBackchannel } from './backchannel.rules.ts';

test.each([
  ['en', ['mhm', 'Mm-hmm.', 'uh-huh', 'yeah', 'Yeah, okaaay', 'OK', 'right', 'I see!', 'That’s right', 'ohhh']],
  ['de', ['genau', 'Ja', 'ja, ja', 'alles klar', 'mhm', 'Ach so', 'schön']],
  ['fr', ['oui', "d'accord", 'D’accord.', 'ah bon', "c'est ça", 'très bien']],
  ['es', ['sí', 'vale', 'ajá', 'claro que sí', 'ya']],
  ['ar', ['نعم', 'أها', 'طيب', 'نَعَم', 'نعم، تمام']],
  ['', ['yeah', 'genau', 'oui', 'vale', 'نعم']],
  ['pt', ['mhm', 'ok', 'aha']],
  ['de-CH', ['genau']],
])('%s: one listens', (lang, texts) => {
  expect(texts.filter((text) => !isBackchannel(text, lang))).toEqual([]);
});

test.each([
  [
    'en',
    ['no', 'stop', 'yeah but', 'right now', 'ok, what about Monday?', 'I see a problem', 'genau', '5', 'hmm wait'],
  ],
  ['de', ['nein', 'ja, aber', 'genau das nicht', 'Moment']],
  ['fr', ['non', 'oui mais', "d'abord"]],
  ['es', ['no', 'sí, pero', 'espera']],
  ['ar', ['لا', 'نعم ولكن', 'توقف']],
  ['', ['wait', 'nein']],
])('%s: something was said', (lang, texts) => {
  expect(texts.filter((text) => isBackchannel(text, lang))).toEqual([]);
});

test('nothing at all interrupts nobody', () => {
  expect(isBackchannel('', 'en')).toBe(true);
  expect(isBackchannel(' … ', 'de')).toBe(true);
});

test('one more word makes it something that was said', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[b-df-gj-np-tv-z]{4,8}$/),
      fc.constantFrom('mhm', 'yeah', 'right'),
      (word, sound) => {
        expect(isBackchannel(`${sound} ${word}`, 'en')).toBe(false);
      },
    ),
  );
});
