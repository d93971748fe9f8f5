import { aboutAge, ageAsked, withoutAges } from '../particulars/ages.rules.ts';
import { withoutHeadcount } from '../particulars/headcount.rules.ts';
import { asksWhetherThere, withoutOffer } from '../particulars/offering.rules.ts';
import { weekdaysIn } from '../particulars/weekdays.rules.ts';
import { leaningOf } from '../search/leaning.rules.ts';
import { generic } from '../search/leaning-words.rules.ts';
import { areSynonyms, contentWords, meaningWords, wordLikeness, wordsOf } from './answer-words.rules.ts';
import type { PassageQuestion } from './answers.ports.ts';
import { countsAlike, type Wanted } from './asked-units.rules.ts';
import { otherSideOf } from './bounds.rules.ts';
import { beforePrice, calledAmong, lineNameOf } from './called-units.rules.ts';
import { headOf, isQuestion, type Unit, unitsOf } from './passage-units.rules.ts';
import { pointsWithin } from './pointing.rules.ts';

const PASSAGES_READ = 4;
/** What a unit that tells it is worth where a question names nothing besides: "where are you?" */
const BARE_SCORE = 3;
/** What "cost" is worth in a question where prices are told: they say more than the word. */
const ASKING_WEIGHT = 0.3;
const SYNONYM = 0.5;
/** What tells of the very age that is asked about, and of other ages alone. */
const AGE_SCORE = 2;
const OTHER_AGE_WORTH = 0.3;
/** What a word is worth that stands in the name of the sentence's line, before it. */
const LINE_WEIGHT = 0.9;

/**
 * `covered` are the question's own words in it, by number; `isNamed`: it, or what stands above it, holds one of those that name what
 * is asked about; `isCalled`: its name does, as much as any; `hasOwnPrice`: it does before a price; `lacksOwn`: neither it nor what
 * stands above it holds one of the question's own; `saysPaid`: it holds one of those that ask for a price; `isOfAnother`: it lacks a
 * word of the question, and what its "them" stands for is nothing that the question names; `isOtherAge`: it is about people of other
 * ages than the question; `ofOwn`: how many of the question's own it holds, the head of its table, or a heading that says nothing else; `ofSaid`: how
 * many it or what stands above it holds of what was said before.
 */
export type ScoredUnit = Unit & {
  passage: number;
  place: number;
  score: number;
  covered: Set<number>;
  isNamed: boolean;
  isCalled: boolean;
  hasOwnPrice: boolean;
  saysPaid: boolean;
  lacksOwn: boolean;
  isOfAnother: boolean;
  isOtherAge: boolean;
  ofOwn: number;
  ofSaid: number;
};

/** `lacks`: a word of the question stands in none of the passages, nor does one like it. */
export function scoreUnits(
  { question, turns, passages }: PassageQuestion,
  wanted: Wanted,
): { scored: ScoredUnit[]; lacks: boolean } {
  const isPart = turns.length > 0 && leaningOf(question, turns.at(-1)) === 'part';
  const read = passages.slice(0, PASSAGES_READ).map((passage) => ({ passage, units: unitsOf(passage.text) }));
  const allUnits = read.flatMap(({ units }) => units);
  const all = allUnits.map((unit) => new Set(wordsOf(unit.text)));
  const { ageOf, withoutAge } = readAges(question, turns, allUnits);
  const joinedUp = joinParted(question, new Set(all.flatMap((words) => [...words])));
  const asked = weighWords(joinedUp, turns, isPart, withoutAge);
  const holding = asked.map(({ word }) => all.filter((words) => bestLikeness(word, words) > 0).length);
  const rarity = holding.map((units) => Math.log(1 + (all.length + 1) / (units + 0.5)));
  const titles = passages.map(aboveOf);
  const saysCost = ({ text }: Unit) => asksBarely.test(question) && saysWhatItCosts.test(text);
  const isTold = allUnits.some(({ text }) => wanted.tells(text));
  // "We are closed on 25 December" need not say "Christmas".
  const isDated = allUnits.some(({ text }) => wanted.tellsDate(text));
  // Whoever tells the price need not say "cost".
  const asking = new Set(
    contentWords(question)
      .filter((word) => wanted.asked?.isAsking(word) || (isDated && wanted.isDate(word)))
      .flatMap(wordsOf),
  );
  const isAsked = (word: string) => isTold && asking.has(word);
  const lacks = asked.some(
    ({ word, weight, isCarried }, number) =>
      !isCarried &&
      weight === 1 &&
      holding[number] === 0 &&
      !isAsked(word) &&
      !titles.some((words) => bestLikeness(word, words) > 0),
  );
  const worthOf = (words: ReadonlySet<string>) =>
    asked.reduce((sum, { word, weight, isCarried }, number) => {
      if ((isCarried ? !isPart : weight < 1) || asking.has(word)) return sum;
      const likeness = bestLikeness(word, words);
      return sum + weight * rarity[number]! * (likeness >= 0.7 ? 1 : likeness);
    }, 0);
  const called = calledAmong(
    read.map(({ units }) => units),
    worthOf,
    isPart,
  );
  const isCount = countsAlike(question);
  const isOtherSide = otherSideOf(question);
  // Who asks whether a thing is there is not told that a similar one is, as if it were the same.
  const alike = asksWhetherThere(question) ? SYNONYM : 0;
  const scored = read.flatMap(({ passage, units }, index) => {
    const aboveAll = aboveOf(passage);
    const isHeadedBy = headedBy(passage);
    return units.map((unit, place) => {
      const head = headOf(unit, units);
      const above = head ? new Set([...aboveAll, ...wordsOf(head.text)]) : aboveAll;
      const line = new Set(wordsOf(`${lineNameOf(unit, units, 'before') ?? ''} ${unit.question ?? ''}`));
      const words = new Set(wordsOf(unit.text));
      const covered = new Set<number>();
      let score = 0;
      let isNamed = false;
      let saysPaid = false;
      let lacksOwn = false;
      let ofOwn = 0;
      let ofSaid = 0;
      const columns = new Set(wordsOf(head?.text ?? ''));
      for (const [number, { word, weight: whole, isCarried }] of asked.entries()) {
        const weight = isAsked(word) ? whole * ASKING_WEIGHT : whole;
        const likeness = isCount(word, unit.text)
          ? Math.max(bestLikeness(word, words), LINE_WEIGHT * bestLikeness(word, line))
          : 0;
        // That a number or a day of the question stands somewhere says nothing by itself, and neither does "costs".
        if (
          !isCarried &&
          !isDigits(word) &&
          !isDay(word) &&
          !isAsked(word) &&
          (likeness > 0 || (isPart && bestLikeness(word, above) > 0))
        )
          covered.add(number);
        isNamed ||= !asking.has(word) && (likeness > 0 || bestLikeness(word, above) > 0);
        lacksOwn ||= !isCarried && weight === 1 && likeness <= alike && bestLikeness(word, above) <= alike;
        if (!isCarried && weight === 1) ofOwn += isHeadedBy(word) ? 1 : Math.max(likeness, bestLikeness(word, columns));
        if (isCarried && !isDay(word) && Math.max(likeness, bestLikeness(word, above)) >= 0.9) ofSaid += 1;
        saysPaid ||= asking.has(word) && likeness > 0;
        score +=
          weight * rarity[number]! * Math.max(likeness, (isCarried || isPart ? 0.9 : 0.35) * bestLikeness(word, above));
      }
      const isOfAnother = isOfOther(pointedAtBy(unit, units[place - 1], new Set([...above, ...line])), asked, covered);
      const about = ageOf(unit);
      score = about === 0 ? score * OTHER_AGE_WORTH : score + AGE_SCORE * (about ?? 0);
      const told = saysCost(unit) ? 1.8 : isPart || unit.kind === 'record' ? 1.6 : 1.3;
      const evidence = wanted.worth(unit, told, above) * (isOtherSide(unit.text) ? 0.5 : 1);
      if (wanted.isBare && wanted.tells(unit.text)) score += BARE_SCORE;
      const shape = shapeOf(unit, units[place + 1], words.size + line.size);
      return {
        ...unit,
        passage: index,
        place,
        covered,
        isNamed: isNamed || (about ?? 0) > 0,
        isCalled: called.has(unit),
        hasOwnPrice: worthOf(new Set(wordsOf(`${unit.question ?? ''} ${beforePrice(unit.text)}`))) > 0,
        saysPaid,
        lacksOwn,
        isOfAnother,
        isOtherAge: about === 0,
        ofOwn,
        ofSaid,
        score: (score * evidence * shape) / (1 + 0.3 * index),
      };
    });
  });
  return { scored, lacks };
}

/** Does a heading, or the title, name a thing and nothing else? */
const headedBy = ({ title, headingPath }: PassageQuestion['passages'][number]) => {
  const names = [title, ...headingPath].map(meaningWords).filter((words) => words.length === 1);
  return (word: string) => names.some(([name]) => wordLikeness(word, name!) >= 0.9);
};

/** A question of a list says nothing, a heading or another question little, and so do three words. */
function shapeOf(unit: Unit, next: Unit | undefined, words: number): number {
  if (unit.kind === 'question') return 0;
  if (unit.text.endsWith(':') && (next?.kind ?? 'sentence') !== 'sentence') return 1.2;
  if (unit.kind === 'heading' || isQuestion(unit)) return 0.3;
  return unit.kind !== 'record' && words < 4 ? 0.7 : 1;
}

/** How much a unit is about the age that is asked about; what leans may be about who was spoken of. Where one is, it need not say "age". */
function readAges(question: string, turns: readonly string[], units: readonly Unit[]) {
  const age = ageAsked(question) ?? ageAsked(turns.at(-1) ?? '');
  const ageOf = (unit: Unit) => (age === null ? null : aboutAge(`${unit.question ?? ''} ${unit.text}`, age));
  const instead = units.some((unit) => (ageOf(unit) ?? 0) > 0) ? ' ' : undefined;
  return { ageOf, withoutAge: (text: string) => withoutAges(text, instead) };
}

/** What a "them" can stand for: the sentence before and the headings above. */
const pointedAtBy = (unit: Unit, before: Unit | undefined, above: ReadonlySet<string>) =>
  unit.kind === 'sentence' && pointsWithin(unit.text) ? new Set([...wordsOf(before?.text ?? ''), ...above]) : null;

type AskedWord = { word: string; weight: number; isCarried: boolean };

/** It lacks a word of the question, and what its "them" stands for is nothing that the question names. */
const isOfOther = (pointedAt: ReadonlySet<string> | null, asked: AskedWord[], covered: ReadonlySet<number>) =>
  pointedAt !== null &&
  asked.some(
    ({ word, isCarried, weight }, number) => !isCarried && weight === 1 && !isDay(word) && !covered.has(number),
  ) &&
  !asked.some(({ word }) => bestLikeness(word, pointedAt) > 0);

const aboveOf = ({ title, headingPath }: PassageQuestion['passages'][number]) =>
  new Set(wordsOf([title, ...headingPath].join(' ')));

const isDay = (word: string) => weekdaysIn(word).length > 0;
const isDigits = (word: string) => /^\p{N}+$/u.test(word);

const bestLikeness = (word: string, words: ReadonlySet<string>) => {
  if (words.has(word)) return 1;
  let best = 0;
  for (const other of words)
    best = Math.max(best, wordLikeness(word, other) || (areSynonyms(word, other) ? SYNONYM : 0));
  return best;
};

/** "paddle board" where the texts say "paddleboard". Who writes a letter of words writes them whole. */
const joinParted = (question: string, said: ReadonlySet<string>): string =>
  wordsOf(question.slice(0, JOINED_CHARS_MAX))
    .filter((word) => word.length >= PARTED_CHARS_MIN)
    .reduce((text, word) => {
      const parted = new RegExp(`(?<!\\p{L})${word}[ -](\\p{L}{${PARTED_CHARS_MIN},})`, 'iu').exec(text);
      const joined = parted && `${word}${parted[1]}`.toLowerCase();
      return joined && [joined, `${joined}s`].some((one) => said.has(one)) ? text.replace(parted[0], joined) : text;
    }, question);
const PARTED_CHARS_MIN = 4;
const JOINED_CHARS_MAX = 300;

function weighWords(
  question: string,
  turns: readonly string[],
  isPart: boolean,
  withoutAge: (text: string) => string,
): AskedWord[] {
  const isMeasure = (word: string) => turns.length > 0 && generic.has(word);
  const read = turns.length > 0 ? withoutHeadcount(question) : question;
  const own = meaningWords(withoutOffer(withoutAge(read))).map((word) => ({
    word,
    weight: isMeasure(word) ? 0.3 : 1,
    isCarried: false,
  }));
  const hasOwn = own.some(({ word }) => !isMeasure(word));
  const known = new Set(own.map(({ word }) => word));
  const before = turns
    .map((turn) => withoutHeadcount(withoutOffer(withoutAge(turn))))
    .filter((turn) => meaningWords(turn).length > 0);
  const carried = before.toReversed().flatMap((turn, age) =>
    meaningWords(turn).flatMap((word) => {
      if (known.has(word)) return [];
      known.add(word);
      return [{ word, weight: (hasOwn ? (isPart ? 0.2 : 0.4) : 1) * 0.5 ** age, isCarried: true }];
    }),
  );
  return [...own, ...carried];
}

/** "How much is a city bike?" names no kind of amount: what it costs comes before its deposit. */
const asksBarely = /^\W*how much (is|are)\b/iu;
const saysWhatItCosts = /\bcosts?\b/iu;
