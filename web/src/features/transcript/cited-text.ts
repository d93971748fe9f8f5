import type { Citation } from '@antiphon/contract/events';

const MARK = / ?\[(\d{1,2})\]/g;

/** A line of a list has no sources to name. */
export const withoutMarks = (text: string): string => text.replace(MARK, '');

/** An answer in pieces: what was said, and `[2]` where it names a source. One that names none is shown to nobody. */
export function citedParts(text: string, citations: Citation[]): (string | Citation)[] {
  const find = (number: string | undefined) => citations.find((one) => String(one.number) === number);
  return text
    .replace(MARK, (mark, number: string) => (find(number) ? mark : ''))
    .split(/(\[\d{1,2}\])/)
    .map((part) => find(/^\[(\d+)\]$/.exec(part)?.[1]) ?? part)
    .filter((part) => part !== '');
}
