import { expect, test } from 'vitest';
import { texts as ar } from '../texts/ar.ts';
import { texts as de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { sayBack, sayWait } from './hours.ts';

/** As the visitor's clock shows it, wherever this runs. */
const at = (text: string) => new Date(text);
const back = (lang: string, texts: typeof en, from: string, to: string) =>
  sayBack(texts, lang, at(to).toISOString(), at(from))
    .replace(/\s/g, ' ')
    .replace(/\b0(?=\d:)/, '');

test.each([
  ['today', '2026-11-23T07:00', '2026-11-23T09:00', 'We are back today at 9:00 AM.'],
  ['tomorrow', '2026-11-23T20:00', '2026-11-24T09:00', 'We are back tomorrow at 9:00 AM.'],
  ['tomorrow, minutes before midnight', '2026-11-23T23:59', '2026-11-24T00:30', 'We are back tomorrow at 12:30 AM.'],
  ['after the weekend', '2026-11-27T20:00', '2026-11-30T09:00', 'We are back on Monday, November 30 at 9:00 AM.'],
  [
    'tomorrow, where a day is longer or shorter',
    '2026-03-28T20:00',
    '2026-03-29T09:00',
    'We are back tomorrow at 9:00 AM.',
  ],
])('%s', (_what, from, to, said) => expect(back('en', en, from, to)).toBe(said));

test('in the language of the chat', () => {
  expect(back('de', de, '2026-11-23T20:00', '2026-11-24T09:00')).toBe('Wir sind morgen um 9:00 Uhr wieder da.');
  expect(back('de', de, '2026-11-27T20:00', '2026-11-30T09:00')).toBe(
    'Wir sind am Montag, 30. November um 9:00 Uhr wieder da.',
  );
  expect(back('ar', ar, '2026-11-23T20:00', '2026-11-24T09:00')).toContain('سنعود غدًا');
});

test('how long people usually take', () => {
  expect([5, 90, 600, 9_000].map((seconds) => sayWait(en, 'en', seconds))).toEqual([
    'Usual wait: 1 minute',
    'Usual wait: 2 minutes',
    'Usual wait: 10 minutes',
    'Usual wait: 3 hours',
  ]);
  expect(sayWait(de, 'de', 120)).toBe('Übliche Wartezeit: 2 Minuten');
});
