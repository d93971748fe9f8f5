import { i18n } from '@lingui/core';
import { say } from '../../texts/texts.ts';
import { inLanguageOf } from './in-language.ts';

/** Characters, not code units: an emoji or an accented letter is never cut in two. */
export function truncateChars(text: string, charsMax: number): string {
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  if (letters.length <= charsMax) return text;
  return `${letters
    .slice(0, charsMax - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

const inLanguage = inLanguageOf((locale) => ({
  counts: new Intl.NumberFormat(locale),
  credits: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
  fractions: new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  tenths: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  moment: new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }),
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  lists: new Intl.ListFormat(locale),
  languages: new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }),
}));

export const formatCount = (value: number) => inLanguage().counts.format(value);
/** Whole credits with up to three decimals, as the ledger counts. */
export const formatCredits = (value: number) => inLanguage().credits.format(value);
/** From the smallest unit, which is a hundredth in all currencies that are charged here. Apart from the words around it: Arabic turns "US$" about else. */
export const formatMoney = (minor: number, currency: string, maximumFractionDigits?: number) => {
  const locale = i18n.locale.slice(0, 2) || 'en';
  const money = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    style: 'currency',
    currency,
    maximumFractionDigits,
  }).format(minor / 100);
  return locale === 'ar' ? `\u2066${money}\u2069` : money;
};
/** With a sign, which stays before the figure in Arabic too, for lines that raise or lower a balance. `isFractional` where any line of a column has a fraction. */
export const formatSignedCredits = (value: number, isFractional = false) =>
  `${i18n.locale === 'ar' ? '\u200e' : ''}${value < 0 ? '−' : '+'}${inLanguage()[isFractional ? 'fractions' : 'credits'].format(Math.abs(value))}`;
/** Credits where there is little room: one decimal. */
export const formatTenths = (value: number) => inLanguage().tenths.format(value);
/** For `NumberInput`: how the language separates thousands and decimals. */
export function numberSeparators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = inLanguage().tenths.formatToParts(12_345.6);
  const find = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { thousandSeparator: find('group'), decimalSeparator: find('decimal') };
}
export const formatExactDate = (date: Date) => inLanguage().exact.format(date);
/** For a time that is near: 'Mon, Nov 30, 9:00 AM'. */
export const formatMoment = (date: Date) => inLanguage().moment.format(date);
export const formatDay = (date: Date) => inLanguage().day.format(date);

/** '2 minutes ago'; a day's name after a week. */
export function formatRelativeDate(date: Date, now: Date = new Date()): string {
  const { relative, day } = inLanguage();
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000);
  const size = Math.abs(seconds);
  if (size < 45) return say('ui', 'justNow');
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour');
  if (size < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return day.format(date);
}

/** 'a, b, and c' in the language shown. */
export const formatList = (items: string[]) => inLanguage().lists.format(items);

/** 'German' for 'de', in the language shown; what is no language's tag stays as it is. Always with a capital, as in a list. */
export function formatLanguage(tag: string): string {
  let name = tag;
  try {
    name = inLanguage().languages.of(tag) ?? tag;
  } catch {
    // Not a tag.
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 * 1_024) return `${Math.round(bytes / 1_024)} KB`;
  if (bytes < 1_024 ** 3) return `${inLanguage().tenths.format(bytes / 1_024 ** 2)} MB`;
  return `${inLanguage().tenths.format(bytes / 1_024 ** 3)} GB`;
}
