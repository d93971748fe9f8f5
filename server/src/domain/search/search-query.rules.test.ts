import { describe, expect, it } from 'vitest';
import { askedParticular } from '../particulars/asked-particular.rules.ts';
import type { Leaning } from './leaning.rules.ts';
import { addMarks, makeClasses, makeTerms, makeTiers, type QueryTerm, type TurnLexeme } from './search-query.rules.ts';

const stops = new Set(['what', 'is', 'the', 'and', 'does', 'it', 'of', 'a']);

/** Rows as PostgreSQL gives them for these turns: `simple` keeps every word, `english` drops the stop words. */
function rowsOf(...turns: string[]): TurnLexeme[] {
  return turns.flatMap((text, turn) =>
    text.split(' ').flatMap((word, index) => {
      const row = (language: string, lexeme: string) => ({ turn, language, lexeme, positions: [index + 1] });
      return [row('simple', word), ...(stops.has(word) ? [] : [row('english', word.replace(/s$/, ''))])];
    }),
  );
}
const termsOf = (rows: TurnLexeme[], turns: number, leaning: Leaning | null = null) =>
  makeTerms(rows, turns, ['english', 'simple'], leaning);
const weightOf = (terms: QueryTerm[], surface: string) => terms.find((term) => term.surface === surface)?.weight ?? 0;

describe('the words of a question', () => {
  it('leaves out stop words of the language it is written in and keeps both stems', () => {
    const terms = termsOf(rowsOf('what is the price of lamps'), 1);
    expect(terms.map(({ surface }) => surface).sort()).toEqual(['lamps', 'price']);
    expect(terms.find(({ surface }) => surface === 'lamps')?.lexemes.map(({ lexeme }) => lexeme)).toEqual([
      'lamp',
      'lamps',
    ]);
  });

  it('lets fillers count little', () => {
    const terms = termsOf(rowsOf('please tell the price'), 1);
    expect(weightOf(terms, 'price')).toBeGreaterThan(4 * weightOf(terms, 'tell'));
  });

  it('lets question words count little also where the database knows no stop words of the language', () => {
    const ask = (text: string) => termsOf(rowsOf(text), 1);
    const arabic = ask('متى مواعيد العمل');
    expect(weightOf(arabic, 'مواعيد')).toBeGreaterThan(4 * weightOf(arabic, 'متى'));
    const polish = ask('ile kosztuje rower żółty');
    expect(weightOf(polish, 'rower')).toBeGreaterThan(4 * weightOf(polish, 'ile'));
  });

  it('takes more of the turn before when the question leans on it, and less the older a turn is', () => {
    const leaning = termsOf(rowsOf('warranty rules', 'lamp shop', 'what does it contain'), 3, 'pointing');
    const whole = termsOf(rowsOf('warranty rules', 'lamp shop', 'opening hours berlin office monday'), 3);
    expect(weightOf(leaning, 'lamp')).toBeGreaterThan(weightOf(whole, 'lamp'));
    expect(weightOf(leaning, 'lamp')).toBeGreaterThan(weightOf(leaning, 'warranty'));
    expect(weightOf(leaning, 'contain')).toBeGreaterThan(weightOf(leaning, 'lamp'));
    expect(leaning.find(({ surface }) => surface === 'lamp')?.place).toBe(-1);
  });

  it('is empty for nothing but stop words', () => {
    expect(termsOf(rowsOf('what is it'), 1)).toEqual([]);
  });
});

describe('the chunks to look at', () => {
  const weighed = (lexeme: string, chunks: number, value: number) => ({
    term: { surface: lexeme, lexemes: [{ lexeme, factor: 1 }], weight: 1, place: 1, isFiller: false },
    chunks,
    value,
  });

  it('looks common words up only together with another, whatever their number', () => {
    const tiers = makeTiers([
      weighed('a', 40_000, 2),
      weighed('b', 50_000, 1.5),
      weighed('c', 60_000, 1),
      weighed('rare', 9, 8),
    ]);
    expect(tiers[0]?.query).toBe("('rare')");
    expect(tiers.slice(1).every(({ query }) => query.includes('&'))).toBe(true);
    expect(tiers.reduce((sum, { limit }) => sum + limit, 0)).toBeLessThan(2_000);
  });

  it('still finds something for one common word alone, and nothing for unknown ones', () => {
    expect(makeTiers([weighed('a', 90_000, 1)])).toHaveLength(1);
    expect(makeTiers([weighed('a', 0, 1)])).toEqual([]);
    expect(makeClasses([weighed('a', 0, 1)])).toEqual([]);
  });

  it('quotes what would be an operator', () => {
    expect(makeTiers([weighed("it's \\ | !a", 3, 1)])[0]?.query).toBe("('it''s \\\\ | !a')");
  });
});

describe('what tells an address, a time or a price', () => {
  const marks = (question: string, leaning: Leaning | null = null) => {
    const terms = addMarks(termsOf(rowsOf(question), 1), askedParticular(question)!, leaning);
    const lexemes = terms.flatMap((term) => term.lexemes.map(({ lexeme }) => lexeme));
    return [...new Set(lexemes.filter((lexeme) => lexeme.startsWith('zq1')))];
  };

  it('is looked for beside the words that ask, and where none does', () => {
    expect(marks('your address')).toEqual(['zq1address']);
    expect(marks('where are you')).toEqual(['zq1address']);
    expect(marks('are you open on sunday').sort()).toEqual(['zq1day7', 'zq1hours']);
    expect(marks('how much is a lamp')).toEqual(['zq1price']);
  });

  it('is no price of just anything', () => {
    expect(marks('how much is it')).toEqual([]);
    expect(marks('how much is it', 'pointing')).toEqual(['zq1price']);
  });
});
