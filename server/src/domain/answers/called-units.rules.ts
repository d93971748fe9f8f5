import { price } from '../particulars/particulars.rules.ts';
import { meaningWords, wordLikeness, wordsOf } from './answer-words.rules.ts';
import { headOf, isQuestion, type Unit } from './passage-units.rules.ts';

const NAME_CHARS_MAX = 80;
const NAME_WORDS_MAX = 4;
/** What is longer has no end of a sentence in it; its beginning is looked at. */
const READ_CHARS_MAX = 1_000;
const nameEnd = /: | [–—-] |\|/u;

/** What a row of a table, an item of a list or a line begins with, before what is told of it: "Porcelain crown | $980". */
function nameOf({ kind, text }: Unit): string | null {
  if (kind === 'heading') return null;
  const start = text.slice(0, NAME_CHARS_MAX).replace(/^[|\s]+/u, '');
  const end = nameEnd.exec(start);
  if (!end || (kind === 'sentence' && lengthOf(start.slice(0, end.index)) > NAME_WORDS_MAX)) return null;
  return start.slice(0, end.index);
}

/** In words: "60 hp" and "(up to 8 people)" are told of the thing, and do not name it. */
const lengthOf = (name: string) =>
  wordsOf(name.replace(/\([^)]*\)/gu, ' ')).filter((word) => /\p{L}{3}/u.test(word)).length;

/** Of a sentence that stands behind "Electric boat: 45 euros." in its line: that one, which names what the whole line is about. */
export function leaderOf<Each extends Unit>(unit: Each, units: readonly Each[]): Each | null {
  if (unit.kind !== 'sentence') return null;
  const first = units.find(({ kind, block }) => kind === 'sentence' && block === unit.block);
  return first && first !== unit && nameOf(first) !== null && nameOf(unit) === null ? first : null;
}

/** What the line of a sentence is about, where it begins with a name; `before`: only where that stands in a sentence before. */
export const lineNameOf = (
  unit: Unit,
  units: readonly Unit[],
  where: 'before' | 'anywhere' = 'anywhere',
): string | null => {
  const leader = leaderOf(unit, units);
  return leader ? nameOf(leader) : where === 'anywhere' ? nameOf(unit) : null;
};

/** Two sentences of different lines, of which one is about a thing that it names: neither says anything of the other. */
export const areOfTwoThings = (one: Unit, other: Unit, units: readonly Unit[]): boolean =>
  one.block !== other.block && [one, other].some((each) => lineNameOf(each, units) !== null);

/** The first row names the columns. */
const isHead = (unit: Unit, place: number, units: readonly Unit[]) =>
  unit.kind === 'row' && units[place - 1]?.block !== unit.block && units[place + 1]?.block === unit.block;

/**
 * Which units are called what is asked for: their name holds as much of what the question names as any unit at all. `worthOf`: how
 * much of that words hold. `isPart`: "and for cats?" puts something else in the place of what was said, which a column may be called as well; a
 * row is then asked for by what the question before named.
 */
export function calledAmong(
  all: readonly (readonly Unit[])[],
  worthOf: (words: ReadonlySet<string>) => number,
  isPart = false,
): Set<Unit> {
  const saysNothing = (unit: Unit) => unit.kind === 'heading' || isQuestion(unit);
  const valueIn = (text: string) => worthOf(new Set(wordsOf(text)));
  const worthWithHead = (unit: Unit, units: readonly Unit[]) =>
    valueIn(`${(isPart && headOf(unit, units)?.text) || ''} ${unit.question ?? ''} ${unit.text}`);
  const most = Math.max(
    0,
    ...all.flatMap((units) => units.map((unit) => (saysNothing(unit) ? 0 : worthWithHead(unit, units)))),
  );
  const isCalled = (unit: Unit, place: number, units: readonly Unit[]) => {
    const name = saysNothing(unit) || isHead(unit, place, units) ? null : nameOf(unit);
    return name !== null && most > 0 && valueIn(name) >= most * 0.9;
  };
  return new Set(all.flatMap((units) => units.filter(isCalled)));
}

const ROWS_MIN = 2;

/** All rows, records or items below a heading that names the kind, or nothing: "what courses do you have?" above a table of courses. */
export function rowsOfKind<Each extends Unit>(kind: string, heading: string, units: readonly Each[]): Each[] {
  const [asked, named] = [meaningWords(kind), meaningWords(heading)];
  const isNamed =
    named.length > 0 &&
    asked.every((word) => named.some((other) => wordLikeness(word, other) >= 0.9)) &&
    named.every((word) => asked.some((other) => wordLikeness(word, other) >= 0.9));
  if (asked.length === 0 || !isNamed) return [];
  const rows = units.filter((unit) => unit.kind === 'record' || unit.kind === 'row' || unit.kind === 'item');
  const first = rows.filter(({ kind: shape, block }) => shape === rows[0]?.kind && block === rows[0]?.block);
  return first.length >= ROWS_MIN ? first : [];
}

/** "One implant costs from 1,900 dollars, including the crown": what stands before a price is what costs it. */
export const beforePrice = (text: string): string => {
  const read = text.slice(0, READ_CHARS_MAX);
  return read.slice(0, price.exec(read)?.index);
};
