export type CsvCell = string | number;

/** A spreadsheet runs what begins like a formula; what people wrote is made plain text by an apostrophe. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

function toCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  const plain = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** With the mark by which spreadsheets know UTF-8. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[columns, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
