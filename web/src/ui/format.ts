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

const counts = new Intl.NumberFormat('en');
const credits = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const formatCount = (value: number) => counts.format(value);
/** `one` and `many` without the figure: `formatPlural(3, 'document', 'documents')` is '3 documents'. */
export const formatPlural = (value: number, one: string, many: string) =>
  `${formatCount(value)} ${value === 1 ? one : many}`;
/** Whole credits with up to three decimals, as the ledger counts. */
export const formatCredits = (value: number) => credits.format(value);
const fractions = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
/** With a sign, for lines that raise or lower a balance. `isFractional` where any line of a column has a fraction. */
export const formatSignedCredits = (value: number, isFractional = false) =>
  `${value < 0 ? '−' : '+'}${(isFractional ? fractions : credits).format(Math.abs(value))}`;
export const formatExactDate = (date: Date) => exact.format(date);

/** '2 minutes ago'; a day's name after a week. */
export function formatRelativeDate(date: Date, now: Date = new Date()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000);
  const size = Math.abs(seconds);
  if (size < 45) return 'just now';
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour');
  if (size < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return day.format(date);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 * 1_024) return `${Math.round(bytes / 1_024)} KB`;
  return `${(bytes / 1_024 / 1_024).toFixed(1)} MB`;
}
