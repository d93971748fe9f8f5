import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MESSAGE_MAX, splitText } from './split-text.ts';
import { toStyledText } from './styled-markup.ts';
import type { Entity } from './text-writer.ts';

const split = (text: string, entities: Entity[] = []) => splitText({ text, entities });
const texts = (text: string, entities: Entity[] = []) => split(text, entities).map((part) => part.text);

describe('a text that is longer than a message', () => {
  const sentence = `${'word '.repeat(9)}end. `;

  test('what fits is one message; what is empty is none', () => {
    expect(texts('a'.repeat(MESSAGE_MAX))).toHaveLength(1);
    expect(texts(' \n ')).toEqual([]);
  });

  test('ends with a paragraph, else a sentence, else a word', () => {
    const paragraph = sentence.repeat(50).trim();
    expect(texts([paragraph, paragraph, paragraph].join('\n\n'))).toEqual([`${paragraph}`, paragraph, paragraph]);
    for (const part of texts(sentence.repeat(300))) expect(part).toMatch(/end\.$/);
    for (const part of texts('word '.repeat(3_000))) expect(part).toMatch(/^word.*word$/);
    for (const part of texts('这是一个句子。'.repeat(1_500))) expect(part).toMatch(/。$/);
  });

  test('never within an address', () => {
    const url = `https://a.co/${'b'.repeat(3_000)}.c!d?e=f`;
    expect(texts(`${'x'.repeat(2_000)} (${url}) and ${url}`).filter((part) => part.includes(url))).toHaveLength(2);
  });

  test('never within one sign, even where no space is near', () => {
    const family = '👩‍👩‍👧';
    for (const part of texts(`x${family.repeat(1_500)}`)) expect(part.replaceAll(family, '').replace('x', '')).toBe('');
    const accents = `${'e\u0301'.repeat(1_000)} \u0301`.repeat(4);
    expect(texts(accents).join('')).toHaveLength(accents.length);
    for (const part of texts(accents)) expect(part).not.toMatch(/^\u0301/);
  });

  test('one sign that is longer than a message is cut all the same', () => {
    const parts = texts(`a${'\u0301'.repeat(10_000)}`);
    expect(parts.join('')).toHaveLength(10_001);
  });

  test('code that fits into a message stays whole; longer code ends with a line and is code in both', () => {
    const code = (lines: number) => `\`\`\`js\n${'  let a = 1;\n\n'.repeat(lines)}\`\`\``;
    const whole = splitText(toStyledText(`${sentence.repeat(60)}\n\n${code(200)}`, []));
    expect(whole.map(({ text }) => text.includes('let a'))).toEqual([false, true]);
    const long = splitText(toStyledText(code(800), []));
    expect(long.length).toBeGreaterThan(1);
    for (const { text, entities } of long) {
      expect(entities).toEqual([{ type: 'pre', language: 'js', offset: 0, length: text.length }]);
      expect(text).toMatch(/^\n? {2}let a = 1;[\s\S]*;\n?$/);
    }
  });

  test('a message has at most 100 entities', () => {
    const parts = splitText(toStyledText('**a** b '.repeat(300), []));
    expect(parts.map(({ entities }) => entities.length)).toEqual([100]);
  });
});

test('whatever the text: each part within the limit, all words in order, entities in range and on whole signs', () => {
  const bit = fc.constantFrom(
    ...[
      'word',
      'Zürich',
      '中文字',
      '。',
      '👩‍👩‍👧',
      '🇩🇪',
      'e\u0301',
      'https://a.co/b?c=d&e=f',
      ' ',
      ' ',
      '. ',
      '\n',
      '\n\n',
    ],
    ...['**', '_', '`', '\n```\n', '\n> ', '\n- ', '~~', 'x'.repeat(70)],
  );
  const given = fc.array(bit, { minLength: 1, maxLength: 200 }).map((bits) => bits.join(''));
  fc.assert(
    fc.property(given, fc.constantFrom(64, 100, 333), (markdown, limit) => {
      const whole = toStyledText(markdown, []);
      const parts = splitText(whole, limit);
      const bare = (text: string) => text.replace(/\s+/g, '');
      expect(bare(parts.map(({ text }) => text).join(''))).toBe(bare(whole.text));
      for (const { text, entities } of parts) {
        expect(text.length).toBeLessThanOrEqual(limit);
        expect(text.trim()).not.toBe('');
        expect(text.isWellFormed()).toBe(true);
        for (const { offset, length } of entities) {
          expect(offset >= 0 && length > 0 && offset + length <= text.length).toBe(true);
          expect(text.slice(offset, offset + length).isWellFormed()).toBe(true);
        }
      }
      const styled = (type: string) => (part: { text: string; entities: Entity[] }) =>
        part.entities
          .filter((entity) => entity.type === type)
          .map(({ offset, length }) => part.text.slice(offset, offset + length))
          .join('');
      if (whole.entities.length <= 30)
        for (const type of ['bold', 'pre', 'blockquote'])
          expect(bare(parts.map(styled(type)).join(''))).toBe(bare(styled(type)(whole)));
    }),
    { numRuns: 1_000 },
  );
});
