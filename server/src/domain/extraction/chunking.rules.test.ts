import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNKING, chunkBlocks } from './chunking.rules.ts';
import type { TextBlock } from './extraction.ports.ts';
import { textBlocks } from './text-blocks.rules.ts';

const bare = (text: string) => text.replace(/\s+/gu, '');
const block = (text: string, headingPath: string[] = [], kind: TextBlock['kind'] = 'text'): TextBlock => ({
  headingPath,
  text,
  kind,
});
const sentence = (n: number) => `Sentence number ${n} tells something about delivery times and costs.`;
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => sentence(from + at)).join(' ');

const anyBlock = fc.record({
  headingPath: fc.array(fc.constantFrom('Prices', 'Hours', 'Größe'), { maxLength: 3 }),
  kind: fc.constantFrom<TextBlock['kind']>('text', 'table', 'list', 'code'),
  text: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }),
    fc.string({ unit: 'grapheme', minLength: 500, maxLength: 4_000 }),
    fc.array(fc.lorem({ maxCount: 30 }), { maxLength: 30 }).map((lines) => lines.join('\n')),
    fc.nat({ max: 3_000 }).map((n) => 'x'.repeat(n)),
    fc.nat({ max: 3_000 }).map((n) => `a${'\u0301'.repeat(n)}`),
  ),
});

describe('chunking', () => {
  it('loses, repeats and reorders no text, and makes no chunk larger than the maximum, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 8 }), (blocks) => {
        const chunks = [...chunkBlocks(blocks)];
        expect(bare(chunks.map((chunk) => chunk.text).join(''))).toBe(bare(blocks.map((one) => one.text).join('')));
        for (const chunk of chunks) {
          expect(chunk.text.length).toBeLessThanOrEqual(CHUNKING.charsMax);
          expect(chunk.text.trim()).not.toBe('');
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never joins text of different headings', () => {
    const chunks = [...chunkBlocks([block('One.', ['A']), block('Two.', ['A', 'B']), block('Three.', ['A', 'B'])])];
    expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
      [['A'], 'One.'],
      [['A', 'B'], 'Two.\n\nThree.'],
    ]);
  });

  it('ends every chunk of a long paragraph at the end of a sentence', () => {
    const chunks = [...chunkBlocks([block(paragraph(1, 100))])];
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^Sentence.*costs\.$/s);
  });

  it('keeps a table of up to the maximum in one piece, and parts a larger one between its rows', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => `Plan: ${at} | Price: ${at} euro`).join('\n');
    const small = [...chunkBlocks([block(paragraph(1, 5)), block(rows(40), [], 'table')])];
    expect(small.map((chunk) => chunk.text.startsWith('Plan'))).toEqual([false, true]);
    for (const chunk of chunkBlocks([block(rows(300), [], 'table')]))
      for (const line of chunk.text.split('\n')) expect(line).toMatch(/^Plan: \d+ \| Price: \d+ euro$/);
  });

  it('tells the language of each chunk among the configurations that PostgreSQL has', () => {
    const english =
      'Our office is open from Monday to Friday. Please call us before you visit, because parking is limited. ';
    const german =
      'Unser Büro ist von Montag bis Freitag geöffnet. Bitte rufen Sie uns vor Ihrem Besuch an, denn es gibt wenige Parkplätze. ';
    const [one, two] = [...chunkBlocks([block(english.repeat(4), ['A']), block(german.repeat(3), ['B'])])];
    expect([one?.language, two?.language]).toEqual(['english', 'german']);
    expect([...chunkBlocks([block('これは日本語の文章です。'.repeat(20))])][0]?.language).toBe('simple');
  });
});

describe('pasted text', () => {
  it('becomes paragraphs under its # headings', () => {
    expect(textBlocks('# Shop\n\nHello.\nAgain.\n\n## Hours\n- Mon\n- Tue\n# Legal\nImprint\r\n')).toEqual([
      block('Hello.\nAgain.', ['Shop']),
      block('- Mon\n- Tue', ['Shop', 'Hours'], 'list'),
      block('Imprint', ['Legal']),
    ]);
  });

  it('has headings without a mark, too: a few words above a text', () => {
    const text = `Opening hours\nMonday to Friday: 9 to 5\n\nLate return\n\n20 euros for each half hour.\n\n# Legal\n\nWho we are\nA family business.`;
    expect(textBlocks(text)).toEqual([
      block('Monday to Friday: 9 to 5', ['Opening hours']),
      block('20 euros for each half hour.', ['Late return']),
      block('A family business.', ['Legal', 'Who we are']),
    ]);
  });

  // Planted: any short line is a heading -> the street, the days and "Thanks" are; two headings in a row -> the first is gone.
  it('takes no address, list, question, greeting or end for one, and loses no line', () => {
    for (const text of [
      'Ann Lee\nShore Road\n8810 Tarnfield',
      'Monday\nTuesday\nWednesday',
      'Is there parking?\nYes, behind the house, for free.',
      'We rent boats.\n\nThanks',
      'and then\nwe close at six, as on each day of the week.',
    ])
      expect(
        textBlocks(text).flatMap(({ headingPath }) => headingPath),
        text,
      ).toEqual([]);
    const two =
      'Prices\n\nA heading that is longer than forty characters\n\nKayaks: 12 euros.\n\nDeposit\n# Legal\nWe are.';
    const kept = textBlocks(two).flatMap(({ headingPath, text: said }) => [...headingPath, said]);
    for (const line of two.split('\n')) if (line) expect(kept).toContain(line.replace('# ', ''));
  });

  // Planted: each asks whether the next one is a heading -> the stack is used up.
  it('reads a megabyte of lines that could all be headings', () => {
    const line = 'Circumstances considered extraordinary by everybody';
    const blocks = textBlocks(Array.from({ length: 25_000 }, () => line).join('\n\n'));
    expect(blocks).toHaveLength(25_000);
  });
});
