import english from './synonyms/english.json' with { type: 'json' };
import french from './synonyms/french.json' with { type: 'json' };
import german from './synonyms/german.json' with { type: 'json' };
import irregularEnglish from './synonyms/irregular-english.json' with { type: 'json' };
import spanish from './synonyms/spanish.json' with { type: 'json' };

/**
 * Words that visitors and documents use for the same thing, one group a line, by language. They widen a search and count less
 * than the visitor's own words. General on purpose: an agent's own vocabulary belongs in its documents.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  english: [...english, ...irregularEnglish],
  ...{ german, spanish, french },
};

/** Forms of one verb that no stemmer brings together, one group a line. */
export const irregularForms: readonly string[] = irregularEnglish;
