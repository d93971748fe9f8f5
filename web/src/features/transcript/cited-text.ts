import type { Citation } from '@antiphon/contract/events';

/** A text in pieces: what was said, and `[2]` where it names a source of this message. */
export function citedParts(text: string, citations: Citation[]): (string | Citation)[] {
  return text
    .split(/(\[\d{1,2}\])/)
    .map((part) => citations.find(({ number }) => part === `[${number}]`) ?? part)
    .filter((part) => part !== '');
}
