import { joinAddresses } from './said-addresses.rules.ts';
import { joinDigits } from './said-digits.rules.ts';
import type { SaidToken } from './said-words.rules.ts';

/**
 * What was said, as it would be typed: digits that were said one by one are a number, and "ann at example dot com" is an address. All
 * else stays as it was written down.
 */
export function asWritten(said: string, lang: string): string {
  // Words and what is between them, in turns; a said text begins with a word, be it an empty one.
  const parts = said.split(/(\s+)/);
  const tokens = parts.flatMap((text, at): SaidToken[] =>
    at % 2 === 1 ? [] : [{ text, behind: parts[at + 1] ?? '', isDigits: false }],
  );
  return joinAddresses(joinDigits(tokens, lang), lang)
    .map(({ text, behind }) => text + behind)
    .join('');
}
