/** What is looked for in lower case, and the capitals beyond ASCII that its letters may stand for. */
export function toWords(search: string): { words: string; letters: string; capitals: string } {
  const words = search.toLowerCase();
  const letters = [...new Set(words)].filter(
    (letter) => letter > '\x7f' && letter.toUpperCase().length === letter.length,
  );
  return { words, letters: letters.join(''), capitals: letters.map((letter) => letter.toUpperCase()).join('') };
}

/**
 * For `ilike`, which the index understands: whatever holds the words fits it, and perhaps more. Letters whose capital is not
 * theirs alone (the Greek final sigma, the micro sign) may be any: PostgreSQL compares them by other rules than `toWords`.
 */
export const toPattern = (search: string): string => `%${[...search.toLowerCase()].map(toPart).join('')}%`;

const toPart = (letter: string) =>
  letter.toUpperCase().toLowerCase() === letter || letter === '\u00df' ? letter.replace(/[%_\\]/, '\\$&') : '_';
