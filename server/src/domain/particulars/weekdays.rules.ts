import { anyOf, type ParticularWords, particularWords } from './particular-words.rules.ts';

/** Monday is 1. */
const WEEK = [1, 2, 3, 4, 5, 6, 7];

const byWord = new Map<string, readonly number[]>();
const byAbbreviation = new Map<string, number>();
const note = (words: readonly string[], days: readonly number[]) => {
  for (const word of words) byWord.set(word, days);
};
for (const words of Object.values(particularWords)) {
  note(words.weekdays, [1, 2, 3, 4, 5]);
  note(words.weekend, [6, 7]);
  note(words.daily, WEEK);
  for (const [day, names] of Object.entries(words.days)) note(names, [Number(day)]);
  for (const [day, names] of Object.entries(words.dayAbbreviations ?? {}))
    for (const name of names) byAbbreviation.set(name, Number(day));
}

const dayName = anyOf(({ days, weekdays, weekend, daily }: ParticularWords) => [
  ...Object.values(days).flat(),
  ...weekdays,
  ...weekend,
  ...daily,
]);
const abbreviation = anyOf(({ dayAbbreviations }) => Object.values(dayAbbreviations ?? {}).flat());
/** "So" and "Sat" are words, too: as days they stand before a number, a dash, another day or "closed". */
const besides = `(?=\\.?\\s*(?:[-–—,;:&/+|]|\\d|(?:${anyOf(({ through, closed }) => [...through, ...closed, 'und', 'and', 'von', 'from'])})(?!\\p{L})|$))`;
const day = new RegExp(`(?<!\\p{L})(?:(${dayName})(?!\\p{L})|(?:${abbreviation})(?!\\p{L})${besides})`, 'giu');
const through = new RegExp(`^\\.?\\s*(?:[-–—]|${anyOf((words) => words.through)})\\s*$`, 'iu');

/** The days of the week that a text speaks of, ranges and "every day" told out, in order. */
export function weekdaysIn(text: string): number[] {
  const found = new Set<number>();
  let last: { day: number; end: number } | null = null;
  for (const match of text.matchAll(day)) {
    const isName = match[1] !== undefined;
    const days = isName ? byWord.get(match[0].toLowerCase().replace(/\s+/g, ' ')) : [byAbbreviation.get(match[0]) ?? 0];
    if (!days || days[0] === 0) continue;
    const [first] = days;
    if (last && days.length === 1 && through.test(text.slice(last.end, match.index)))
      for (let one = last.day; one !== first; one = (one % 7) + 1) found.add(one);
    for (const one of days) found.add(one);
    last = { day: days.at(-1)!, end: match.index + match[0].length };
  }
  return WEEK.filter((one) => found.has(one));
}
