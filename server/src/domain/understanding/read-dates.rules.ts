/** Where a value stands in a text, so that nothing else is read out of it. */
export type Found<Value> = { value: Value; from: number; to: number };

const LANGUAGES = ['en', 'de', 'es', 'fr', 'ar'];
const plain = (word: string) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\.$/, '');

/** Names of months and days in five languages, long and short, as the system writes them. */
function namesOf(of: 'month' | 'weekday', count: number): Map<string, number> {
  const names = new Map<string, number>();
  for (const lang of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(lang, { [of]: style, timeZone: 'UTC' });
      for (let at = 0; at < count; at += 1) {
        // 1 January 2024 is a Monday.
        const day = of === 'month' ? Date.UTC(2024, at, 1) : Date.UTC(2024, 0, at + 1);
        const name = plain(format.format(day));
        // "sun", "mar", "sam" are words of their own.
        if (style === 'long' || (of === 'month' && name.length >= 3)) names.set(name, at + 1);
      }
    }
  return names;
}
const months = namesOf('month', 12);
const weekdays = namesOf('weekday', 7);
for (const [name, month] of [
  ['marz', 3],
  ['sept', 9],
  ['يناير', 1],
  ['اكتوبر', 10],
  ['ابريل', 4],
] as const)
  months.set(name, month);

const RELATIVE: [RegExp, number][] = [
  [/day after tomorrow|übermorgen|uebermorgen|pasado mañana|après-demain|بعد غد/iu, 2],
  [/(?<!\p{L})(?:tomorrow|mañana|demain|غدًا|غدا)(?!\p{L})|(?<!\p{L}|guten )morgen(?!\p{L})/iu, 1],
  [/(?<!\p{L})(?:today|tonight|heute|hoy|aujourd['’]hui|ce soir|اليوم|الليلة)(?!\p{L})/iu, 0],
];

const ISO = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const DOTTED = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?(?!\d)/;
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?![\d/])/;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?([\p{L}\p{M}]{3,})\.?(?:\s+(?:de(?:l)?\s+)?(\d{4}))?/giu;
const MONTH_FIRST = /([\p{L}\p{M}]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(\d{4}))?/giu;

/**
 * The day that a text names, as `2026-12-03`; without a year the next one that comes. `today` is the day on which it is said. A
 * date that two countries read in two ways (03/04) is none.
 */
export function readDate(text: string, today: string): Found<string> | null {
  return readNumbers(text, today) ?? readNamed(text, today) ?? readRelative(text, today);
}

function readNumbers(text: string, today: string): Found<string> | null {
  const iso = ISO.exec(text);
  if (iso) return at(iso, dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const dotted = DOTTED.exec(text);
  if (dotted) return at(dotted, withYear(Number(dotted[2]), Number(dotted[1]), dotted[3], today));
  const slashed = SLASHED.exec(text);
  if (!slashed) return null;
  const [one, other] = [Number(slashed[1]), Number(slashed[2])];
  if (one > 12) return at(slashed, withYear(other, one, slashed[3], today));
  return other > 12 || one === other ? at(slashed, withYear(one, other, slashed[3], today)) : null;
}

function readNamed(text: string, today: string): Found<string> | null {
  for (const found of text.matchAll(DAY_FIRST)) {
    const month = months.get(plain(found[2] ?? ''));
    if (month) return at(found, withYear(month, Number(found[1]), found[3], today));
  }
  for (const found of text.matchAll(MONTH_FIRST)) {
    const month = months.get(plain(found[1] ?? ''));
    if (month) return at(found, withYear(month, Number(found[2]), found[3], today));
  }
  return null;
}

function readRelative(text: string, today: string): Found<string> | null {
  for (const [pattern, days] of RELATIVE) {
    const found = pattern.exec(text);
    if (found) return at(found, addDays(today, days));
  }
  for (const found of text.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
    const weekday = weekdays.get(plain(found[0]));
    if (!weekday) continue;
    const now = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
    return at(found, addDays(today, (weekday - now + 7) % 7 || 7));
  }
  return null;
}

const at = (found: RegExpExecArray, value: string | null): Found<string> | null =>
  value === null ? null : { value, from: found.index, to: found.index + found[0].length };

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function withYear(month: number, day: number, year: string | undefined, today: string): string | null {
  if (year) return dayOf(Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const next = dayOf(thisYear, month, day);
  return next !== null && next >= today ? next : dayOf(thisYear + 1, month, day);
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const CLOCK =
  /(?<![\d.:])(?:([01]?\d|2[0-3])[:.h]([0-5]\d)(?:\s*(am|pm))?|(1[0-2]|0?[1-9])\s*(am|pm)|([01]?\d|2[0-3])\s*(?:uhr|h(?:eures)?|o['’]clock)|(?:الساعة|a las|à|um)\s+([01]?\d|2[0-3])(?![:.h]\d))(?![\d\p{L}])/iu;

/** The time of day that a text names, as `14:30`. */
export function readClock(text: string): Found<string> | null {
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [, hours, minutes = '00', half, bare, bareHalf, named, after] = found;
  const given = Number(hours ?? bare ?? named ?? after);
  const isAfternoon = (half ?? bareHalf)?.toLowerCase() === 'pm';
  const isMorning = (half ?? bareHalf)?.toLowerCase() === 'am';
  const hour = isAfternoon && given < 12 ? given + 12 : isMorning && given === 12 ? 0 : given;
  return at(found, `${String(hour).padStart(2, '0')}:${minutes}`);
}
