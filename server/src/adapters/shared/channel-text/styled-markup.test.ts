import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toStyledText } from './styled-markup.ts';

const marked = (markdown: string) => {
  const { text, entities } = toStyledText(markdown, []);
  return {
    text,
    marks: entities.map(({ type, offset, length, language }) => [
      language ? `${type} ${language}` : type,
      text.slice(offset, offset + length),
    ]),
  };
};

describe('Markdown as text with entities', () => {
  test.each<[string, string, string, string[][]]>([
    [
      'a heading',
      '## Returns & *refunds*',
      'Returns & refunds',
      [
        ['bold', 'Returns & refunds'],
        ['italic', 'refunds'],
      ],
    ],
    [
      'bold, italic, struck',
      '**a** _b_ ~~c~~',
      'a b c',
      [
        ['bold', 'a'],
        ['italic', 'b'],
        ['strikethrough', 'c'],
      ],
    ],
    [
      'code within bold',
      '**a `b*` c**',
      'a b* c',
      [
        ['bold', 'a '],
        ['code', 'b*'],
        ['bold', ' c'],
      ],
    ],
    ['a fence', 'a\n```js\nlet a;\n\n  b\n```', 'a\n\nlet a;\n\n  b', [['pre js', 'let a;\n\n  b']]],
    ['a quote in a quote', '> a\n>\n> > b\n\nc', 'a\n\nb\n\nc', [['blockquote', 'a\n\nb']]],
    ['a link', '[our **terms**](https://a.co/t)', 'our terms (https://a.co/t)', [['bold', 'terms']]],
    [
      'a link that says its address',
      '[a.co](https://a.co/) <https://b.co> www.c.co',
      'https://a.co/ https://b.co www.c.co',
      [],
    ],
    ['a mail address', '[write](mailto:a@b.co) to c@d.co', 'write (a@b.co) to c@d.co', []],
    ['a link that leads nowhere', '[a](javascript:alert(1)) [b](/c)', 'a b', []],
    ['lists', '- a\n- b\n  1. c\n  2. d\n\n3. e', '• a\n• b\n   1. c\n   2. d\n\n3. e', []],
    ['tasks', '- [x] a\n- [ ] b', '☑ a\n☐ b', []],
    ['lines of an item', '- a\n  b\n\n  c', '• a\n   b\n   c', []],
    ['a table', '|Size|Price|\n|-|-|\n|S|1|\n|**M**||', 'Size: S\nPrice: 1\n\nSize: M', [['bold', 'M']]],
    ['a table of heads', '|Size|Price|\n|-|-|', 'Size\nPrice', []],
    ['HTML', 'a <b>c</b><br>d\n\n<div>\n*e*\n</div>', 'a <b>c</b>\nd\n\n<div>\n*e*\n</div>', []],
    [
      'an image',
      '![A *cat*](https://a.co/c.png) ![](https://a.co/d.png)',
      'A cat (https://a.co/c.png) https://a.co/d.png',
      [['italic', 'cat']],
    ],
    ['signs', '5 &lt; 6 &amp;&#33; \\*no\\* snake_case `&amp;`', '5 < 6 &! *no* snake_case &amp;', [['code', '&amp;']]],
    ['signs that nobody sees', 'a\u0000b\ud800c\r\nd', 'ab\ufffdc\nd', []],
    ['a rule', 'a\n\n---\n\nb', 'a\n\nb', []],
  ])('%s', (_name, markdown, text, marks) => {
    expect(marked(markdown)).toEqual({ text, marks });
  });

  test('sources are the last lines, plain, each with its address', () => {
    const sources = [
      { title: ' Re\nturns *2* ', url: 'https://a.co/r' },
      { title: '', url: 'https://a.co/s' },
    ];
    expect(toStyledText('Yes.', sources).text).toBe('Yes.\n\nRe turns *2* (https://a.co/r)\nhttps://a.co/s');
    expect(toStyledText('', sources).text).toMatch(/^Re turns/);
  });

  test('what passes 32 kB is cut, with an ellipsis, and a table cannot make more of it', () => {
    const { text } = toStyledText('one 👩‍👩‍👧 two '.repeat(100_000), []);
    expect(text.length).toBeLessThanOrEqual(32 * 1024 + 1);
    expect(text).toMatch(/(?:two|one|👩‍👩‍👧) ?…$/u);
    const wide = `|${'h'.repeat(9_000)}|\n|-|\n${'|x|\n'.repeat(4_000)}`;
    expect(toStyledText(wide, []).text.length).toBeLessThanOrEqual(32 * 1024 + 1);
  });
});

describe('whatever is written', () => {
  const bit = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '~~',
      '`',
      '```\n',
      '[',
      '](https://a.co/b)',
      '![',
      '> ',
      '- ',
      '1. ',
      '|',
      '\n',
      '\n\n',
      '    ',
      '#',
      ' ',
    ],
    ...['<b>', '&amp;', '\\', 'word', 'Zürich', '中文。', '👩‍👩‍👧', 'e\u0301', '\ud83d', '|-|-|\n'],
  );
  const markdown = fc.array(bit, { maxLength: 60 }).map((bits) => bits.join(''));

  test('entities lie within the text, nested or apart, on whole signs', () => {
    fc.assert(
      fc.property(markdown, (given) => {
        const { text, entities } = toStyledText(given, []);
        expect(text.isWellFormed()).toBe(true);
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
          expect(text.slice(offset, offset + length).isWellFormed()).toBe(true);
        }
        for (const [at, one] of entities.entries())
          for (const other of entities.slice(at + 1)) {
            const isApart = other.offset >= one.offset + one.length;
            expect(isApart || other.offset + other.length <= one.offset + one.length).toBe(true);
          }
      }),
      { numRuns: 1_000 },
    );
  });

  test('every word is kept, in its order', () => {
    const words = fc.array(fc.stringMatching(/^[a-v]{1,8}$/), { minLength: 1, maxLength: 30 });
    const marks = fc.array(
      fc.constantFrom(
        ' ',
        ' **',
        '** ',
        ' _',
        '_ ',
        '\n',
        '\n\n',
        '\n- ',
        '\n> ',
        '\n1. ',
        ' `',
        '` ',
        '\n# ',
        ' ~~',
        ' <i>',
      ),
      {
        minLength: 30,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(words, marks, (given, between) => {
        const { text } = toStyledText(given.map((word, at) => `w${word}${between[at]}`).join(''), []);
        expect(text.match(/w[a-v]+/g)).toEqual(given.map((word) => `w${word}`));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[string, string]>([
    ['10,000 cells', `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(1_000)}`],
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['10,000 nested marks', `${'**'.repeat(10_000)}a${'**'.repeat(10_000)}`],
    ['10,000 nested quotes', `${'> '.repeat(10_000)}a`],
    ['10,000 nested lists', `${'1) '.repeat(10_000)}a`],
    ['marks that close nothing', '__a*'.repeat(10_000)],
    ['code that ends nowhere', '```\\'.repeat(10_000)],
    ['brackets', '\\['.repeat(20_000)],
    ['exclamations', '!'.repeat(40_000)],
  ])('%s do not hold the thread', (_name, given) => {
    toStyledText('**warm** `up`', []);
    const spent = Math.min(
      ...[1, 2, 3].map(() => {
        const begun = performance.now();
        toStyledText(given, []);
        return performance.now() - begun;
      }),
    );
    expect(spent).toBeLessThan(300);
  });
});
