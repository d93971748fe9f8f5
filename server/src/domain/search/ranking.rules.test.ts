import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, fuseRanks, inverseFrequency, rankByWords, withoutNearDuplicates } from './ranking.rules.ts';
import type { QueryTerm } from './search-query.rules.ts';

const term = (lexeme: string, place: number, weight = 1): QueryTerm => ({
  surface: lexeme,
  lexemes: [{ lexeme, factor: 1 }],
  weight,
  place,
  isFiller: false,
});

/** A chunk of `length` lexemes in which each word stands at the given places. */
const chunk = (id: string, words: Record<string, number[]>, length = 100, weight = 'D'): Candidate => ({
  id,
  documentId: `doc-${id}`,
  length,
  hits: new Map(
    Object.entries(words).map(([lexeme, positions]) => [lexeme, { positions, weights: positions.map(() => weight) }]),
  ),
});

const corpus = {
  chunks: 1_000,
  length: 100_000,
  frequencies: new Map([
    ['refund', 5],
    ['order', 400],
    ['card', 50],
  ]),
};
const order = (terms: QueryTerm[], candidates: Candidate[]) =>
  rankByWords(terms, candidates, corpus).map(({ id }) => id);

describe('BM25', () => {
  it('weighs a rare word above a common one', () => {
    const candidates = [chunk('common', { order: [1, 9, 20] }), chunk('rare', { refund: [50] })];
    expect(order([term('refund', 1), term('order', 5)], candidates)).toEqual(['rare', 'common']);
  });

  it('prefers the shorter of two chunks, the title to the text, and words that stand side by side', () => {
    expect(
      order([term('refund', 1)], [chunk('long', { refund: [1] }, 400), chunk('short', { refund: [1] }, 40)])[0],
    ).toBe('short');
    expect(
      order([term('refund', 1)], [chunk('text', { refund: [1] }), chunk('title', { refund: [1] }, 100, 'A')])[0],
    ).toBe('title');
    const apart = chunk('apart', { refund: [1], card: [80] });
    const together = chunk('together', { refund: [1], card: [2] });
    expect(order([term('refund', 1), term('card', 2)], [apart, together])[0]).toBe('together');
  });

  it('counts a word of an earlier turn less than one of the question', () => {
    const frequencies = new Map([
      ['refund', 50],
      ['card', 50],
    ]);
    const terms = [term('refund', 1), term('card', -1, 0.5)];
    const ranked = rankByWords(terms, [chunk('earlier', { card: [1] }), chunk('now', { refund: [1] })], {
      ...corpus,
      frequencies,
    });
    expect(ranked[0]?.id).toBe('now');
  });

  it('lets what was said before choose among chunks that hold nearly all of a question that stands alone, and no others', () => {
    const frequencies = new Map(['permit', 'paper', 'fine'].map((word) => [word, 50]));
    const terms = (least: number) => [term('permit', 1), term('paper', 5, least), term('fine', -1, 0.5)];
    const whole = chunk('whole', { permit: [1], paper: [50] });
    const said = chunk('said', { permit: [1], fine: [50] });
    const first = (least: number) => rankByWords(terms(least), [whole, said], { ...corpus, frequencies }, false)[0]?.id;
    expect([first(0.3), first(0.45)]).toEqual(['said', 'whole']);
  });

  it('a further occurrence never lowers a score, and no score is negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 1_000 }), (times, chunks) => {
        const places = Array.from({ length: times }, (_, n) => n + 1);
        const totals = { ...corpus, frequencies: new Map([['refund', chunks]]) };
        const score = (positions: number[]) =>
          rankByWords([term('refund', 1)], [chunk('a', { refund: positions })], totals)[0]!.score;
        expect(score([...places, times + 1])).toBeGreaterThanOrEqual(score(places));
        expect(score(places)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('leaves what is worth the same in the order in which it came', () => {
    const equals = ['z', 'a', 'm'].map((id) => chunk(id, { refund: [1] }));
    expect(order([term('refund', 1)], equals)).toEqual(['z', 'a', 'm']);
  });

  it('gives the word that no chunk holds the highest weight', () => {
    expect(inverseFrequency(0, 1_000)).toBeGreaterThan(inverseFrequency(1, 1_000));
    expect(inverseFrequency(1_000, 1_000)).toBeGreaterThan(0);
  });
});

describe('fusion', () => {
  it('puts what both lists hold above what one list holds first', () => {
    const fused = fuseRanks([
      { ids: ['e', 'b', 'c'], weight: 1 },
      { ids: ['d', 'b'], weight: 1 },
    ]);
    expect(fused.map(({ id }) => id)).toEqual(['b', 'e', 'd', 'c']);
  });
});

describe('near-duplicates', () => {
  it('leaves out a text that repeats an earlier one but for a few words, and keeps what differs', () => {
    const text =
      'You can return any item within thirty days of delivery if it is unused and in its original packaging with all labels.';
    const items = [
      text,
      `${text} Thanks.`,
      'Shipping takes three to five days and costs four euros within the country.',
    ];
    expect(withoutNearDuplicates(items, (item) => item)).toEqual([items[0], items[2]]);
  });
});
