import { describe, expect, test } from 'vitest';
import { fitText } from './fit-text.ts';
import { renderMarks, WHATSAPP_MARKS } from './marks.ts';
import { toStyledText } from './styled-markup.ts';

const written = (markdown: string) => renderMarks(WHATSAPP_MARKS)(toStyledText(markdown, []));
const bytes = (text: string) => Buffer.byteLength(text);

describe('marks of WhatsApp', () => {
  test.each([
    ['**bold** and _slanted_', '*bold* and _slanted_'],
    ['**bold _both_**', '*bold _both_*'],
    ['~~gone~~', '~gone~'],
    ['a `code` b', 'a `code` b'],
    ['```js\nlet a;\n```', '```let a;```'],
    ['> one\n> two', '> one\n> two'],
    ['# Head\n\ntext', '*Head*\n\ntext'],
    ['**a** **b**', '*a* *b*'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j', (markdown, expected) => expect(written(markdown)).toBe(expected));
});

describe('a text that is longer than a message', () => {
  const limits = { render: renderMarks(WHATSAPP_MARKS), measure: (text: string) => text.length };

  test('fits with its marks', () => {
    const parts = fitText(toStyledText('**bold** word '.repeat(60), []), { ...limits, most: 400 });
    expect(parts.every((part) => part.length <= 400)).toBe(true);
    expect(parts.join(' ').replace(/\s+/g, ' ').trim()).toBe('*bold* word '.repeat(60).trim());
  });

  test('fits in bytes where its signs have several', () => {
    const text = 'Schöne Grüße 👋🏽 مرحبا '.repeat(200);
    const parts = fitText(toStyledText(text, []), { render: ({ text: said }) => said, measure: bytes, most: 1_000 });
    expect(parts.every((part) => bytes(part) <= 1_000)).toBe(true);
    expect(parts.join(' ').split(/\s+/)).toEqual(text.trim().split(/\s+/));
    expect(parts.length).toBeLessThanOrEqual(Math.ceil(bytes(text) / 700));
  });

  test('ends where one sign is longer than a message', () => {
    const sign = `a${'\u0301'.repeat(50)}`;
    const parts = fitText(toStyledText(sign, []), { render: ({ text }) => text, measure: bytes, most: 20 });
    expect(parts.join('')).toBe(sign);
  });
});
