import { inLanguageOf } from '../format/in-language.ts';

/** Apart from `format.ts`, because only screens with charts need it. */
const inLanguage = inLanguageOf((locale) => ({
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
  fullDay: new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  hour: new Intl.DateTimeFormat(locale, { hour: 'numeric' }),
  dayAndHour: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  score: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  seconds: new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
  minutes: new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }),
  hours: new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 }),
  countries: new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
}));

export const formatShortDay = (date: Date) => inLanguage().day.format(date);
export const formatFullDay = (date: Date) => inLanguage().fullDay.format(date);
export const formatHour = (date: Date) => inLanguage().hour.format(date);
export const formatDayAndHour = (date: Date) => inLanguage().dayAndHour.format(date);
/** `weekday` counts from Monday, 0. */
export const formatWeekday = (weekday: number) => inLanguage().weekday.format(new Date(Date.UTC(2024, 0, 1 + weekday)));
export const formatPercent = (share: number) => inLanguage().percent.format(share);
/** '4.3' of 5. */
export const formatScore = (score: number) => inLanguage().score.format(score);
/** '1.2K' on an axis. */
export const formatCompact = (value: number) => inLanguage().compact.format(value);
export const formatCountry = (code: string) => inLanguage().countries.of(code) ?? code;

/** '<0.1 sec', '0.8 sec', '2.5 min', '3 hr': as exact as one thinks of it. */
export function formatDuration(ms: number): string {
  const { seconds, minutes, hours } = inLanguage();
  if (ms < 100) return `<${seconds.format(0.1)}`;
  if (ms < 60_000) return seconds.format(ms < 10_000 ? ms / 1_000 : Math.round(ms / 1_000));
  if (ms < 3_600_000) return minutes.format(ms < 600_000 ? ms / 60_000 : Math.round(ms / 60_000));
  return hours.format(ms / 3_600_000);
}
