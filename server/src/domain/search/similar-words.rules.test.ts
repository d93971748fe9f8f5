import { describe, expect, it } from 'vitest';
import { searchLanguage, searchText } from './search-text.rules.ts';
import { editDistance, germanForms, likeness } from './similar-words.rules.ts';

describe('typing errors', () => {
  it.each([
    ['refnud', 'refund', 1],
    ['shiping', 'shipping', 1],
    ['recieve', 'receive', 1],
    ['abc', 'xyz', 3],
    ['größe', 'grösse', 2],
  ])('%s and %s are %d edits apart', (one, other, edits) => {
    expect(editDistance(one, other, 5)).toBe(edits);
  });

  it('knows likely forms from unlikely ones', () => {
    expect(likeness('kilimandjaro', 'kilimanjaro')).toBeGreaterThan(0.8);
    expect(likeness('devolucion', 'devolución')).toBeGreaterThan(0.9);
    expect(likeness('rückgabefrist', 'rückgab')).toBeGreaterThan(0.4);
    expect(likeness('cat', 'car')).toBe(0);
    expect(likeness('2023', '2024')).toBe(0);
    expect(likeness('house', 'mouse')).toBe(0);
  });

  it('finds what an unknown compound is a kind of, and no kinds of what is asked for', () => {
    expect(likeness('herbstferien', 'ferien')).toBeGreaterThan(0.5);
    expect(likeness('ferien', 'herbstferien')).toBe(0);
    expect(likeness('zeltplan', 'plan')).toBe(0);
  });
});

describe('text for the parser', () => {
  it('parts joined forms and segments scripts without spaces', () => {
    expect(searchText('TCP/IP, COVID-19 end.Next')).toBe('TCP IP, COVID 19 end. Next');
    expect(searchText('我们在付款后发货').trim().split(/\s+/).length).toBeGreaterThan(3);
  });

  it('names the configuration of a language', () => {
    expect([searchLanguage('de-AT'), searchLanguage('german'), searchLanguage('xx'), searchLanguage('zh')]).toEqual([
      'german',
      'german',
      'simple',
      'simple',
    ]);
  });
});

describe('German participles', () => {
  it.each([
    ['miet', 'gemietet'],
    ['such', 'gesucht'],
    ['zuruckgeb', 'zuruckgegeb'],
    ['gemietet', 'miet'],
    ['zuruckgegeb', 'zuruckgeb'],
  ])('%s is looked for as %s, too', (lexeme, other) => {
    expect(germanForms(lexeme)).toContain(other);
  });

  it('makes none of what is no word', () => {
    expect(germanForms('zq1day1')).toEqual([]);
    expect(germanForms('ab')).toEqual([]);
  });
});
