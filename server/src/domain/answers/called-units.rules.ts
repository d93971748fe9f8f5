import { price } from '../particulars/particulars.rules.ts';
import { wordsOf } from './answer-words.rules.ts';
import { headOf, type Unit } from './passage-units.rules.ts';

const NAME_CHARS_MAX = 80;
/** What is longer has no end of a sentence in it; its beginning is looked at. */
const READ_CHARS_MAX = 1_000;
const nameEnd = /: | [–—-] |\|/u;

/** What a row of a table, an item of a list or a line begins with, before what is told of it: "Porcelain crown | $980". */
function nameOf({ kind, text }: Unit): string | null {
  if (kind === 'heading') return null;
  const start = text.slice(0, NAME_CHARS_MAX).replace(/^[|\s]+/u, '');
  const end = nameEnd.exec(start);
  if (!end || (kind === 'sentence' && wordsOf(start.slice(0, end.index)).length > 4)) return null;
  return start.slice(0, end.index);
}

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
  const isQuestion = ({ kind, text }: Unit) => kind === 'heading' || /\?\s*$/.test(text);
  const valueIn = (text: string) => worthOf(new Set(wordsOf(text)));
  const worthWithHead = (unit: Unit, units: readonly Unit[]) =>
    valueIn(isPart ? `${headOf(unit, units)?.text ?? ''} ${unit.text}` : unit.text);
  const most = Math.max(
    0,
    ...all.flatMap((units) => units.map((unit) => (isQuestion(unit) ? 0 : worthWithHead(unit, units)))),
  );
  const isCalled = (unit: Unit, place: number, units: readonly Unit[]) => {
    const name = isQuestion(unit) || isHead(unit, place, units) ? null : nameOf(unit);
    return name !== null && most > 0 && valueIn(name) >= most * 0.9;
  };
  return new Set(all.flatMap((units) => units.filter(isCalled)));
}

/** "One implant costs from 1,900 dollars, including the crown": what stands before a price is what costs it. */
export const beforePrice = (text: string): string => {
  const read = text.slice(0, READ_CHARS_MAX);
  return read.slice(0, price.exec(read)?.index);
};
