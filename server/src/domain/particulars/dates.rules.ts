import { anyOf, particularWords } from './particular-words.rules.ts';

/** Month times 100 and day; below zero a holiday whose date is another one each year. */
type DateOfYear = number;

const EASTER = -1;
const GOOD_FRIDAY = -2;
const PENTECOST = -3;
const THANKSGIVING = -4;
const CHRISTMAS = [1224, 1225, 1226];

/** Days that people call by a name where texts tell the date: "Are you open at Christmas?" The longer names come first. */
const named: readonly (readonly [string, readonly DateOfYear[]])[] = [
  [
    'christmas eve|heilig(?:er )?abend|réveillon de noël|nochebuena|vigilia di natale|véspera de natal|kerstavond|wigili[aęi]',
    [1224],
  ],
  ['christmas day|xmas day|(?:ersten?r?|1\\.) weihnachts(?:feier)?tag|jour de noël|eerste kerstdag', [1225]],
  ['boxing day|(?:zweiten?r?|2\\.) weihnachts(?:feier)?tag|santo stefano|tweede kerstdag', [1226]],
  [
    'christmas|xmas|weihnacht(?:en|sfeiertage?n?|stage?n?)|noël|navidad(?:es)?|natale|natal|kerst(?:mis|dagen)?|boże narodzenie|الكريسماس|عيد الميلاد',
    CHRISTMAS,
  ],
  [
    "new year(?:['’]?s)? eve|silvester|sylvester|saint[- ]sylvestre|nochevieja|san silvestro|véspera de ano novo|oudejaars(?:avond|dag)|sylwester",
    [1231],
  ],
  [
    "new year(?:['’]?s)?(?: day)?|neujahr(?:stag)?|(?:jour de l['’]|nouvel )an|año nuevo|capodanno|ano novo|nieuwjaar(?:sdag)?|nowy rok|رأس السنة",
    [101],
  ],
  ['good friday|karfreitag|vendredi saint|viernes santo', [GOOD_FRIDAY]],
  ['easter(?: sunday| monday)?|oster(?:n|sonntag|montag)|pâques|semana santa|pascua|pasqua|páscoa|pasen', [EASTER]],
  ['whit(?:sun| monday)|pentecost|pfingst(?:en|sonntag|montag)|pentecôte', [PENTECOST]],
  ['thanksgiving', [THANKSGIVING]],
];
const names = named.map(([words, dates]) => ({
  pattern: new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu'),
  dates,
}));

/** As the system writes them, alone and behind a day: Polish and Russian have a form of their own there. */
const monthOf = new Map<string, number>();
for (const language of Object.keys(particularWords))
  for (let month = 0; month < 12; month += 1)
    for (const style of [{}, { day: 'numeric' } as const])
      for (const { type, value } of new Intl.DateTimeFormat(language, {
        ...style,
        month: 'long',
        timeZone: 'UTC',
      }).formatToParts(Date.UTC(2024, month, 5)))
        if (type === 'month') monthOf.set(value.toLowerCase(), month + 1);
/** Words, too: a month where a day stands beside them. */
const alsoWords = new Set(['may', 'mayo', 'mart']);

const ordinal = '(?:\\.|st|nd|rd|th|er|º)?';
const joining = `(?:\\s?[,&/]\\s?|\\s?[-–—]\\s?|\\s(?:and|und|y|et|e|en|ve|i|и|و|${anyOf((words) => words.through)})\\s|\\s)`;
const dayNumber = `(?<![\\d.,:])(?:[12]?\\d|3[01])${ordinal}`;
const month = [...monthOf.keys()].sort((a, b) => b.length - a.length).join('|');
/** "24., 25. und 31. Dezember", "from 20 December", "December 25", or a month alone. */
const list = `(?:${dayNumber}${joining}){0,6}${dayNumber}`;
const dates = new RegExp(
  `(${list})\\s(?:of |de )?(?:the )?(${month})(?!\\p{L})|(?<!\\p{L})(${month})(?:\\s(?:the )?(${list})(?![\\d:]|[.,]\\d|\\s?(?:am|pm|uhr|€)))?(?!\\p{L})`,
  'giu',
);
const through = new RegExp(`^\\s*(?:[-–—]|${anyOf((words) => words.through)})\\s*$`, 'iu');
const throughDays = new RegExp(
  `(\\d{1,2})${ordinal}\\s?(?:[-–—]|${anyOf((words) => words.through)})\\s?(\\d{1,2})`,
  'iu',
);

const atStart = new RegExp(`^(?:${month})(?!\\p{L})`, 'iu');
export const opensWithMonth = (text: string): boolean => atStart.test(text);

type Spell = { from: DateOfYear; to: DateOfYear };

const TEXT_CHARS_MAX = 1_000;

/** The days of the year that a text names by their date: from the first to the last of each. */
function spellsIn(text: string): Spell[] {
  const spells: (Spell & { end: number })[] = [];
  for (const match of text.slice(0, TEXT_CHARS_MAX).matchAll(dates)) {
    const word = (match[2] ?? match[3] ?? '').toLowerCase();
    const days = [...(match[1] ?? match[4] ?? '').matchAll(/\d{1,2}/gu)].map(([day]) => Number(day));
    const from = (monthOf.get(word) ?? 0) * 100;
    const range = throughDays.exec(match[1] ?? match[4] ?? '');
    const own: Spell[] = range
      ? [{ from: from + Number(range[1]), to: from + Number(range[2]) }]
      : days.length > 0
        ? days.map((day) => ({ from: from + day, to: from + day }))
        : [{ from: from + 1, to: from + 31 }];
    const last = spells.at(-1);
    const end = match.index + match[0].length;
    const goesOn = last !== undefined && through.test(text.slice(last.end, match.index));
    if (days.length === 0 && alsoWords.has(word) && !goesOn) continue;
    if (goesOn) {
      last.to = own.at(-1)!.to;
      last.end = end;
    } else spells.push(...own.map((spell) => ({ ...spell, end })));
  }
  return spells;
}

const holds = ({ from, to }: Spell, date: DateOfYear) =>
  from <= to ? date >= from && date <= to : date >= from || date <= to;

/** The holidays that a text calls by name, with the words that do: "Christmas Eve" is not Christmas. */
function namedIn(text: string): { dates: readonly DateOfYear[]; words: readonly string[] } {
  let rest = text;
  const found = names.flatMap(({ pattern, dates: own }) => {
    const name = pattern.exec(rest)?.[0];
    if (name === undefined) return [];
    rest = rest.replace(pattern, ' ');
    return [{ own, words: name.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)?|\d+/gu) ?? [] }];
  });
  return { dates: found.flatMap(({ own }) => own), words: found.flatMap(({ words }) => words) };
}

/** The days that a question is about, by name or by date, with the words that name them, in lower case. */
export function datesAsked(question: string): { dates: readonly DateOfYear[]; words: ReadonlySet<string> } {
  const text = question.slice(0, TEXT_CHARS_MAX);
  const holidays = namedIn(text);
  if (holidays.dates.length > 0) return { dates: holidays.dates, words: new Set(holidays.words) };
  const days = spellsIn(text).filter(({ from, to }) => from === to);
  const words = days.length > 0 ? (text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []) : [];
  return {
    dates: days.map(({ from }) => from),
    words: new Set(words.filter((word) => monthOf.has(word) || /^\d/u.test(word))),
  };
}

/** Does a text name one of the days, by itself or among others: "closed from 20 December to 6 January"? */
export function tellsOfDates(text: string, asked: readonly DateOfYear[]): boolean {
  if (asked.length === 0) return false;
  const read = text.slice(0, TEXT_CHARS_MAX);
  return (
    namedIn(read).dates.some((date) => asked.includes(date)) ||
    spellsIn(read).some((spell) => asked.some((date) => date > 0 && holds(spell, date)))
  );
}
