import { languageOfWords } from '../search/stop-words.rules.ts';

/** Words at a sentence's beginning that need the sentence before to be understood. */
const opening = {
  en: 'it|they|this|these|those|that|he|she|then|also|however|in addition|otherwise|but|and',
  de: 'er|sie|es|dies|diese|dazu|dabei|außerdem|jedoch',
  es: 'esto|estos|también|sin embargo',
  fr: 'il|elle|ils|cela|ce|ces',
  it: 'questo|questi|inoltre',
  pt: 'isso|estes|também',
  nl: 'dit|deze|dat|ook',
  ru: 'это|они|он|она|также',
  tr: 'bu|bunlar|ayrıca',
  pl: 'to|te|on|ona|również',
};

/** Within a sentence, words or endings of verbs that stand for a thing named before: "you can buy them", "puede comprarlos". */
const within = {
  en: 'them',
  /** In lower case: "Sie" is who is spoken to. */
  de: '(?-i:sie|ihn)',
  es: '\\p{L}{2,}[aei]rl[aoe]s?',
  fr: "(?:pouvez|pouvons|peut|peux|faut|devez|doit) l(?:es? |a |['’])\\p{L}{2,}(?:er|ir|re)",
  it: '\\p{L}{2,}rli',
  pt: '\\p{L}{2,}-(?:lo|la|los|las)',
};

const anyOf = (words: Record<string, string>) => Object.values(words).join('|');
const opensWith = (words: string) => new RegExp(`^(?:${words})(?!\\p{L})`, 'iu');
const opens = opensWith(anyOf(opening));
const byLanguage = new Map(Object.entries(opening).map(([language, words]) => [language, opensWith(words)]));
const holds = new RegExp(`(?<!^)(?<!\\p{L})(?:${anyOf(within)})(?!\\p{L})`, 'iu');

/** The sentence opens with a word that points back: "They are closed on Sundays." What is "to" in English is "it" in Polish. */
export const opensPointing = (sentence: string): boolean =>
  opens.test(sentence) && (byLanguage.get(languageOfWords(sentence)) ?? opens).test(sentence);

/** The sentence has a word within that points back: "You can buy them in the shop." */
export const pointsWithin = (sentence: string) => holds.test(sentence);
