import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speakable } from './speakable.rules.ts';

test.each([
  ['marks', '**We open** at _9_, `ask` ~~us~~ *now*.', 'We open at 9, ask us now.'],
  ['what begins in an earlier piece', 'bold** and _slanted', 'bold and slanted'],
  ['a citation', 'It costs 5 [1].', 'It costs 5.'],
  ['several', 'It is so [1][2], or [3, 4].', 'It is so, or.'],
  ['a citation with a target', 'So it is [1](https://example.com/a).', 'So it is.'],
  ['the year in brackets is none', '[sic] 2026', 'sic 2026'],
  ['a heading and a list', '# Hours\n\n- Monday\n* [x] Tuesday\n1. One', 'Hours. Monday. Tuesday. 1. One'],
  ['a table', '| Day | Hours |\n|---|:--:|\n| Mon | 9 |', 'Day, Hours. Mon, 9'],
  ['code', '```js\nlet a = 1;\n```', 'let a = 1;'],
  ['a link', 'See [our **prices**](https://example.com/a_(b)).', 'See our prices.'],
  ['a link that is cut', 'Who](https://example.com) is', 'Who is'],
  ['a picture', '![A red chair](https://example.com/a.png)', 'A red chair'],
  ['an address', 'See https://www.example.com/x/y?z=1.', 'See example.com.'],
  ['an address in angles', 'See <https://example.com/x>', 'See example.com'],
  ['emoji', 'Hi 👋🏽! Fine 👨‍👩‍👧 🇩🇪 1️⃣', 'Hi! Fine 1'],
  ['tags and entities', 'a<br>b &amp; c', 'a b & c'],
  ['what compares', 'a < b and c > d, 3 * 4', 'a < b and c > d, 3 * 4'],
  ['escaped marks', '\\*so\\*', '*so*'],
  ['names with lines', 'the_first_name', 'the first name'],
])('%s', (_name, text, spoken) => {
  expect(speakable(text, 'en')).toBe(spoken);
});

describe('in five languages', () => {
  test.each([
    ['en', 'the link in the chat', 'ann dot smith at example dot com', 'November 28, 2026', 'plus'],
    ['de-AT', 'der Link im Chat', 'ann Punkt smith at example Punkt com', '28. November 2026', 'plus'],
    ['fr', 'le lien dans le chat', 'ann point smith arobase example point com', '28 novembre 2026', 'plus'],
    ['es', 'el enlace en el chat', 'ann punto smith arroba example punto com', '28 de noviembre de 2026', 'más'],
    ['ar', 'الرابط في المحادثة', 'ann نقطة smith آت example نقطة com', '28 نوفمبر 2026', 'زائد'],
  ])('%s', (lang, link, email, date, plus) => {
    const say = (text: string) => speakable(text, lang);
    expect(say('[https://example.com/a](https://example.com/a)')).toBe(link);
    expect(say('<ann.smith@example.com>')).toBe(email);
    expect(say('2026-11-28')).toBe(date);
    expect(say('+1 212 555 0123')).toBe(`${plus} 1, 2 1 2, 5 5 5, 0 1 2 3`);
  });

  test('a language that nobody knows', () => {
    expect(speakable('a@example.com 2026-11-28', 'xx-nonsense_')).toBe('a at example dot com November 28, 2026');
    expect(speakable('2026-11-28', '')).toBe('November 28, 2026');
  });
});

test.each([
  ['(212) 555-0123', '2 1 2, 5 5 5, 0 1 2 3'],
  ['555-0123', '5 5 5, 0 1 2 3'],
  ['030 5550123', '0 3 0, 5 5 5 0 1 2 3'],
  ['+4930123456', 'plus 4 9 3, 0 1 2, 3 4 5 6'],
  ['06 12 34 56 78.', '0 6, 1 2, 3 4, 5 6, 7 8.'],
  ['212.555.0123', '2 1 2, 5 5 5, 0 1 2 3'],
])('a telephone number: %s', (text, spoken) => {
  expect(speakable(text, 'en')).toBe(spoken);
});

test.each([
  '10 000 000',
  '1,234,567',
  '$1,234.50',
  '1990-2000',
  '192.168.1.1',
  '9:00-17:00',
  '3.14159265',
  '2026-13-41',
  '24/7',
  'ISBN 9783161484100',
])('no telephone number and no date: %s', (text) => {
  expect(speakable(text, 'en')).toBe(text);
});

test.each(['', ' ', '---', '👋', '[1]', ' [2, 3] ', '**', '...'])('nothing to say: %j', (text) => {
  expect(speakable(text, 'en')).toMatch(/^[^\p{L}\p{N}]*$/u);
});

const SIGNS = [
  '[',
  ']',
  '(',
  ')',
  '*',
  '_',
  '`',
  '#',
  '|',
  '<',
  '>',
  '\\',
  '\n',
  ' ',
  '-',
  '.',
  '@',
  '+',
  '1',
  '0',
  'a',
  'é',
  '🎉',
];
const marked = fc.array(fc.constantFrom(...SIGNS, 'https://', 'www.', '[1]', '```', 'x@y.zz', '2026-01-02', 'نعم'), {
  maxLength: 30,
});

test('never empty where there was a word beside citations', () => {
  fc.assert(
    fc.property(
      marked.map((parts) => parts.join('')),
      (text) => {
        const beside = text.replace(/\[[\d,; –-]*\]/g, '');
        if (/[\p{L}\p{N}]/u.test(beside)) expect(speakable(text, 'en')).toMatch(/[\p{L}\p{N}]/u);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('plain words are said as they are', () => {
  const word = fc.stringMatching(/^[a-zäéßñ]{1,9}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(speakable(words.join(' '), 'de')).toBe(words.join(' '));
    }),
  );
});

const HOSTILE = [
  '[a](',
  '[',
  '](',
  '*',
  '_',
  '(',
  '<a',
  '@',
  'a@',
  'a.',
  '+1 ',
  '1-',
  '1 ',
  '٣ ',
  '# ',
  '> ',
  '|',
  '`',
  '\n',
  '&',
  'www.',
  'https://',
  '😀',
];

test.each(HOSTILE)('4,000 characters of %j take less than 5 ms', (part) => {
  const text = part.repeat(4_000 / part.length);
  const times = Array.from({ length: 25 }, () => {
    const from = performance.now();
    speakable(text, 'en');
    return performance.now() - from;
  });
  expect(Math.min(...times)).toBeLessThan(5);
});
