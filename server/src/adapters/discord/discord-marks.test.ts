import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { renderDiscord } from './discord-marks.ts';

const written = (markdown: string) => renderDiscord(toStyledText(markdown, []));
/** As Discord reads it: a sign before any that is no letter, digit or space is left out. */
const read = (text: string) => text.replace(/\\([^0-9A-Za-z\s])/g, '$1');

describe('marks of Discord', () => {
  test.each([
    ['**bold** and _slanted_', '**bold** and _slanted_'],
    ['**bold _both_**', '**bold _both_**'],
    ['~~gone~~', '~~gone~~'],
    ['a `co_de*` b', 'a `co_de*` b'],
    ['```js\nlet a_b = "*";\n```', '```\nlet a_b = "*";\n```'],
    ['> one\n> two', '> one\n> two'],
    ['# Head\n\ntext', '**Head**\n\ntext'],
    ['plain', 'plain'],
    ['', ''],
  ])('%j', (markdown, expected) => expect(written(markdown)).toBe(expected));
});

describe('what only looks like a mark', () => {
  test.each([
    ['5 * 3 * 2', '5 \\* 3 \\* 2'],
    ['snake_case_name', 'snake\\_case\\_name'],
    ['||hidden||', '\\|\\|hidden\\|\\|'],
    ['see https://example.com/a_b_c?d=*e* now_', 'see https://example.com/a_b_c?d=*e* now\\_'],
    ['Hello <@123456> and <#5>, <t:1:R>', 'Hello \\<@123456> and \\<#5>, \\<t:1:R>'],
    ['1 < 2', '1 < 2'],
    ['**2 * 3**', '**2 \\* 3**'],
  ])('%j is escaped', (markdown, expected) => expect(written(markdown)).toBe(expected));

  test('signs at the beginning of a line, and nowhere else', () => {
    const plain = (text: string) => renderDiscord({ text, entities: [] });
    expect(plain('# no head\n  > no quote\n-# not small\na # b > c')).toBe(
      '\\# no head\n  \\> no quote\n\\-# not small\na # b > c',
    );
  });

  test('code with the sign that would end it is text', () => {
    const text = 'a `` b';
    expect(renderDiscord({ text, entities: [{ type: 'code', offset: 2, length: 4 }] })).toBe('a \\`\\` b');
  });

  test('whatever stands in it, it reads as it was', () => {
    const signs = fc.array(fc.constantFrom(...'ab *_~`|\\<>#@-:/&\n'.split(''), 'https://a.b/c_d ', '<@1>', '😀'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(signs, (parts) => {
        const text = parts.join('');
        const rendered = renderDiscord({ text, entities: [] });
        expect(read(rendered)).toBe(text);
        expect(rendered.replaceAll('https://a.b/c_d', '')).not.toMatch(/(?<!\\)(?:\\\\)*[*_~`|]|(?<!\\)(?:\\\\)*<@/);
      }),
      { numRuns: 2_000 },
    );
  });
});
