import { describe, expect, test } from 'vitest';
import { changesBetween, clipped, fitting, fittingPage, pieceOf } from './fit.rules.ts';

const MAX = 12_000;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('a long text is told in pieces', () => {
  test.each([
    ['of one byte', 'a'.repeat(50_000)],
    ['of three', '\u6f22'.repeat(50_000)],
    ['of four, in pairs', '\u{1f6b2}'.repeat(20_000)],
    ['that JSON writes with six', '\u0001'.repeat(20_000)],
    ['empty', ''],
  ])('characters %s: each fits, and together they are the whole', (_what, whole) => {
    let [said, pieces] = ['', 0];
    for (let cursor: string | null | undefined; cursor !== null; pieces += 1) {
      const piece = pieceOf(whole, cursor);
      expect(bytesOf(piece.text)).toBeLessThanOrEqual(MAX + 12);
      expect(piece.text.isWellFormed()).toBe(true);
      said += piece.text;
      cursor = piece.next;
    }
    expect(said).toBe(whole);
    expect(pieces).toBeLessThan(40);
  });

  test('a cursor beyond the end is the end', () => {
    expect(pieceOf('abc', '999')).toEqual({ text: '', next: null });
  });
});

describe('a list is told in pieces', () => {
  test('of a whole list each item comes once, also one that does not fit by itself', () => {
    const items = Array.from({ length: 100 }, (_none, at) => 'x'.repeat(at === 50 ? 20_000 : 900) + at);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const part = fitting(items, cursor);
      seen.push(...part.items);
      cursor = part.next;
    }
    expect(seen).toEqual(items);
    expect(fitting(items, '999')).toEqual({ items: [], next: null });
  });

  test('of one that is read page by page fewer are asked for until they fit', async () => {
    const asked: number[] = [];
    const page = await fittingPage(50, async (limit) => {
      asked.push(limit);
      return { items: Array.from({ length: limit }, () => 'x'.repeat(1_000)), nextCursor: `after ${limit}` };
    });
    expect(bytesOf(page.items)).toBeLessThanOrEqual(MAX);
    expect(page.next).toBe(`after ${page.items.length}`);
    expect(asked.length).toBeLessThan(4);
    expect(
      (await fittingPage(3, async (limit) => ({ items: ['x'.repeat(90_000)], nextCursor: String(limit) }))).next,
    ).toBe('1');
  });
});

test('what is cut says so, and cuts no character in two', () => {
  expect(clipped('short', 5)).toBe('short');
  expect(clipped('longer', 5)).toBe('longe…');
  expect(clipped('ab\u{1f6b2}', 3)).toBe('ab…');
});

test('changes stand at the innermost object that both have', () => {
  expect(changesBetween({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1, 2] }, e: null })).toEqual([
    { path: 'b.c', before: '2', after: '3' },
    { path: 'b.d', before: '[1]', after: '[1,2]' },
    { path: 'e', before: '', after: 'null' },
  ]);
  expect(changesBetween({ a: [1] }, { a: [1] })).toEqual([]);
});
