import { englishServiceSynonyms } from './english-service-synonyms.rules.ts';
import { englishSynonyms } from './english-synonyms.rules.ts';
import { frenchSynonyms } from './french-synonyms.rules.ts';
import { germanSynonyms } from './german-synonyms.rules.ts';
import { spanishSynonyms } from './spanish-synonyms.rules.ts';

/**
 * Words that visitors and documents use for the same thing, one group a line, by language. They widen a search and count less
 * than the visitor's own words. General on purpose: an agent's own vocabulary belongs in its documents.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  english: [...englishSynonyms, ...englishServiceSynonyms],
  german: germanSynonyms,
  spanish: spanishSynonyms,
  french: frenchSynonyms,
};
