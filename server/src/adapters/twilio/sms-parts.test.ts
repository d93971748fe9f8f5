import { smsLength, toSmsText } from '@antiphon/contract/sms-text';
import { expect, test } from 'vitest';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';

test.each([
  ['“It’s open” – from nine…', '"It\'s open" - from nine...'],
  ['• Bikes\u00a0here', '- Bikes here'],
  ['Größe: 5 × 3 €', 'Größe: 5 x 3 €'],
  ['cafe\u0301', 'café'],
])('%j is written in the alphabet of GSM as %j', (text, written) => expect(toSmsText(text)).toBe(written));

test.each(['“Fenêtre”', 'Здравствуйте…', 'Open 🚲 – now', 'مرحبا'])(
  '%j has signs that it lacks, and stays as it is',
  (text) => expect(toSmsText(text)).toBe(text),
);

test('half a character is none', () => expect(toSmsText('a\ud83d').isWellFormed()).toBe(true));

test('signs of the second table count twice, others of no table as their units', () => {
  expect(smsLength('abc')).toBe(3);
  expect(smsLength('a€[b]')).toBe(8);
  expect(smsLength('a🚲')).toBe(3);
});

const fit = (text: string) =>
  fitText(toStyledText(text, []), { most: 1_600, measure: smsLength, render: (part) => toSmsText(part.text) });
const url = 'https://harbour.example.com/rent?from=2026-12-01';

test.each([
  ['letters', 'Plain words of a long answer. '.repeat(400)],
  ['signs that count twice', 'a{b} '.repeat(1_500)],
  ['signs that grow', '… '.repeat(2_000)],
  ['addresses', `${url} `.repeat(200)],
  ['families', '👨‍👩‍👧‍👦'.repeat(900)],
  ['accents', 'Fenêtre ouverte à Noël. '.repeat(300)],
])('a long text of %s is cut into messages that Twilio takes', (kind, text) => {
  const parts = fit(text);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(1_600);
    expect(smsLength(part)).toBeLessThanOrEqual(1_600);
    if (kind === 'addresses') expect(part.split(' ').every((word) => word === url)).toBe(true);
    if (kind === 'families') expect(part.replaceAll('👨‍👩‍👧‍👦', '')).toBe('');
  }
  const bare = (whole: string) => toSmsText(whole).replace(/\s+/g, '');
  expect(bare(parts.join(' '))).toBe(bare(text));
});
