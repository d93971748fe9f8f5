import { type AskedParticular, askedAfter } from '../particulars/asked-particular.rules.ts';
import { datesAsked, tellsOfDates } from '../particulars/dates.rules.ts';
import { anyOf, type Particular } from '../particulars/particular-words.rules.ts';
import { tells } from '../particulars/particulars.rules.ts';
import { weekdaysIn } from '../particulars/weekdays.rules.ts';
import { leaningOf } from '../search/leaning.rules.ts';
import { contentWords, wordsOf } from './answer-words.rules.ts';
import { tellsLength } from './asked-numbers.rules.ts';
import type { Unit } from './passage-units.rules.ts';

/** What a question asks for of a unit's form: a number, a price, an address, the hours of a day. */
export type Wanted = {
  asked: AskedParticular | null;
  /** Nothing else is asked for: what does not tell it does not answer. */
  isBare: boolean;
  tells: (text: string) => boolean;
  /** A turn before names what it is about. */
  leans: boolean;
  /** It puts something else in the place of what was said: "and for cats?" */
  isPart: boolean;
  /** It names a day, and the text does. */
  isOfDay: (text: string) => boolean;
  /** Hours of a day of the year are asked for, as of "Christmas": they are not those of any other day. */
  hasDate: boolean;
  tellsDate: (text: string) => boolean;
  /** The question names that day by the word. */
  isDate: (word: string) => boolean;
  /** Of two units that say the same: 1, more for what tells what is asked for, less for the hours of other days. */
  worth: (unit: Unit, told: number, above: ReadonlySet<string>) => number;
};

const strict: readonly Particular[] = ['address', 'phone', 'email'];
const number =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|daily|weekly|monthly|yearly|every|monday|friday)\b/iu;
const asksForNumber =
  /how (many|long|often|far|old|big|large|tall|fast)|when\b|what (time|year|date)|wie (viele?|lange|oft)|wann|cuánt|cuándo|quand|combien|quando|quant[aoie]|hoeveel|wanneer|сколько|когда|kaç|ne zaman|ile|kiedy|متى|كم/iu;

export function wantedOf(question: string, turns: readonly string[]): Wanted {
  const isPart = turns.length > 0 && leaningOf(question, turns.at(-1)) === 'part';
  const asked = askedAfter([...turns, question], isPart);
  const isHours = asked?.particulars[0] === 'hours';
  const { dates, words } = datesAsked(isHours ? question : '');
  const dateWords = new Set([...words].flatMap(wordsOf));
  const isDate = (word: string) => wordsOf(word).every((one) => dateWords.has(one));
  const tellsDate = (text: string) =>
    tellsOfDates(text, dates) && (tells('hours', text) || (asked !== null && wordsOf(text).some(asked.isAsking)));
  const isBare = asked !== null && contentWords(question).every((word) => asked.isAsking(word) || isDate(word));
  const asksDays =
    /(?<!\p{L})(?:(?:which|what|welche[nrm]?|qué|quels?) (?:week)?(?:days?|(?:wochen)?tage?n?|días?|jours?))(?!\p{L})/iu.test(
      question,
    );
  const isLength = tellsLength(question);
  const asksNumber = asksForNumber.test(question) || (isPart && turns.some((turn) => asksForNumber.test(turn)));
  const isTold = (text: string) =>
    asked
      ? asked.particulars.some((particular) => tells(particular, text)) || tellsDate(text)
      : asksDays
        ? weekdaysIn(text).length > 0
        : isLength
          ? isLength(text)
          : asksNumber && number.test(text);
  const asksPrice = asked?.particulars[0] === 'price';
  const days = weekdaysIn(question);
  return {
    asked,
    isBare,
    tells: isTold,
    leans: turns.length > 0,
    isPart,
    isOfDay: (text) => weekdaysIn(text).some((day) => days.includes(day)),
    hasDate: dates.length > 0,
    tellsDate,
    isDate,
    worth: (unit, told, above) => {
      if (tellsDate(unit.text)) return DATE_WORTH;
      const named = days.length > 0 ? weekdaysIn(unit.text) : [];
      const isOtherDay = named.length > 0 && !named.some((day) => days.includes(day));
      const isDay = named.some((day) => days.includes(day));
      const day = isOtherDay ? 0.3 : isDay ? 1.3 : 1;
      const place = isHours && isBare && isTold(unit.text) ? placeWorth(asked, unit, above) : 1;
      return day * place * (isTold(unit.text) ? told : isStrict(asked) ? 0.4 : asksPrice ? 0.7 : 1);
    },
  };
}

/** "Peak time is Monday to Friday" and "the sauna is open from 16:00" are not when *you* are open, where another line says so. */
function placeWorth({ isName }: AskedParticular, unit: Unit, above: ReadonlySet<string>): number {
  if (unit.question !== undefined) return wordsOf(unit.question).some(isName) ? 1.3 : 0.5;
  return [...wordsOf(unit.text), ...above].some(isName) ? 1.3 : 0.7;
}

/** What tells of the very day that is asked for, beside the hours of other days. */
const DATE_WORTH = 3;

export const isStrict = (asked: AskedParticular | null) =>
  asked?.particulars.every((particular) => strict.includes(particular)) ?? false;

const MOST_LINES = 10;
/** "04567 Auenfeld", "Harwick HK3 7LD": the line below a street. */
const town = /(?<!\d)\d{4,5}(?!\d)|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b/u;

const spans = new RegExp(`(?<![\\d.,])\\d{1,4}[\\s-]?(?:${anyOf(({ units }) => units)})(?!\\p{L})`, 'giu');
const span = new RegExp(spans.source, 'iu');
/** What a rung of terms begins with: "Up to 60 days before we keep the deposit. After that we charge 80 percent." */
const opensRung =
  /^(?:bis|ab|danach|davor|später|zwischen|weniger|mehr|innerhalb|up to|until|from|between|less|more|within|after|before|later|hasta|entre|menos|más|después|jusqu|moins|plus de|ensuite|après|حتى|بعد)(?!\p{L})/iu;

/** The numbers of a question that count days, hours and the like: "30 days" is not "30 percent". True for a text that holds it so, or for another word. */
export function countsAlike(question: string): (word: string, text: string) => boolean {
  const counted = [...question.slice(0, 500).matchAll(spans)].map(([found]) => /\d+/u.exec(found)![0]);
  return (word, text) =>
    !counted.includes(word) || [...text.slice(0, 1_000).matchAll(spans)].some(([found]) => found.startsWith(word));
}

/** Where so many days before, and the like, are asked for: all rungs of the terms that the unit is one of. Nobody here counts which of them holds. */
export function termsOf<Told extends Unit>(unit: Told, own: readonly Told[], question: string): Told[] {
  const isRung = (one: Told | undefined) => one?.kind === 'sentence' && opensRung.test(one.text);
  const hasSpan = (one: Told | undefined) => one?.kind === 'sentence' && span.test(one.text.slice(0, 500));
  if (!span.test(question) || !(hasSpan(unit) || isRung(unit))) return [];
  let from = own.indexOf(unit);
  while (from > 0 && isRung(own[from]) && hasSpan(own[from - 1])) from -= 1;
  let to = own.indexOf(unit) + 1;
  while (isRung(own[to])) to += 1;
  return to - from > 1 ? own.slice(from, to) : [];
}

/** What is said with a unit that tells what is asked for, instead of its neighbours: null where neighbours are wanted. */
export function toldWith<Told extends Unit>(
  unit: Told,
  own: readonly Told[],
  { asked, tells: isTold, tellsDate }: Wanted,
): Told[] | null {
  if (!asked || unit.kind === 'item' || unit.kind === 'row' || !isTold(unit.text)) return null;
  const [particular] = asked.particulars;
  const place = own.indexOf(unit);
  const after = own[place + 1];
  if (particular === 'address')
    return !/[.!?]$/.test(unit.text) &&
      after?.kind === 'sentence' &&
      after.text.length < 60 &&
      !town.test(unit.text) &&
      town.test(after.text)
      ? [unit, after]
      : [unit];
  if (tellsDate(unit.text)) return [unit];
  if (particular === 'hours') {
    const hours = own.filter(({ kind, text }) => kind !== 'row' && kind !== 'item' && tells('hours', text));
    const ofDays = hours.filter(({ text }) => weekdaysIn(text).some((day) => asked.days.includes(day)));
    const said = ofDays.length > 0 ? ofDays : hours.filter(({ text }) => weekdaysIn(text).length > 0);
    const isAmong = said.includes(unit);
    return isAmong ? said.slice(0, MOST_LINES) : [unit];
  }
  return particular === 'duration' ? null : [unit];
}
