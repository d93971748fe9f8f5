/** The mark by which spreadsheets know UTF-8: a file begins with it. */
export const CSV_MARK = '\ufeff';

/**
 * Quoted where it must be. Text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a line break) gets an
 * apostrophe before it: strangers write what they like into these cells.
 */
export function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
