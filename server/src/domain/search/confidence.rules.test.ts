import { describe, expect, it } from 'vitest';
import { confidenceOf } from './confidence.rules.ts';
import type { Candidate } from './ranking.rules.ts';
import type { QueryTerm } from './search-query.rules.ts';

const term = (lexeme: string, place: number, weight = 1): QueryTerm => ({
  surface: lexeme,
  lexemes: [{ lexeme, factor: 1 }],
  weight,
  place,
  isFiller: false,
});
const chunk = (words: Record<string, number>): Candidate => ({
  id: 'a',
  documentId: 'd',
  length: 200,
  hits: new Map(Object.entries(words).map(([word, place]) => [word, { positions: [place], weights: ['D'] }])),
});
const corpus = {
  chunks: 500,
  length: 50_000,
  frequencies: new Map([
    ['danub', 4],
    ['capit', 6],
    ['delta', 8],
  ]),
};

describe('the confidence that passages answer', () => {
  it('is high when all of the question stands together, low when its rarest word stands nowhere', () => {
    const together = confidenceOf([term('danub', 1), term('capit', 2)], [chunk({ danub: 3, capit: 9 })], corpus);
    const missing = confidenceOf(
      [term('danub', 1), term('kubernetes', 2), term('price', 3)],
      [chunk({ danub: 3 })],
      corpus,
    );
    expect(together).toBeGreaterThan(0.8);
    expect(missing).toBeLessThan(0.5);
  });

  it('falls when the words stand far apart', () => {
    const terms = [term('danub', 1), term('capit', 2)];
    const near = confidenceOf(terms, [chunk({ danub: 3, capit: 9 })], corpus);
    expect(confidenceOf(terms, [chunk({ danub: 3, capit: 160 })], corpus)).toBeLessThan(near);
  });

  it('is helped by the turn before only where the chunk holds that too', () => {
    const terms = [term('delta', 1), term('danub', -1, 0.8)];
    const sure = (chunks: Candidate[], leaning: 'pointing' | null) => confidenceOf(terms, chunks, corpus, leaning);
    const both = [chunk({ delta: 3, danub: 9 })];
    expect(sure(both, 'pointing')).toBeGreaterThan(sure([chunk({ delta: 3 })], 'pointing'));
    expect(sure(both, null)).toBe(sure([chunk({ delta: 3 })], null));
  });

  it('is 0 where only the turn before stands in the passages: they answer that, not this', () => {
    const terms = [term('chess', 1), term('championship', 2), term('danub', -1, 0.8), term('capit', -1, 0.8)];
    expect(confidenceOf(terms, [chunk({ danub: 3, capit: 9 })], corpus)).toBe(0);
  });

  it('is 0 without chunks or without a word of meaning', () => {
    expect(confidenceOf([term('danub', 1)], [], corpus)).toBe(0);
    expect(confidenceOf([], [chunk({ danub: 1 })], corpus)).toBe(0);
  });
});
