import { detectAll } from 'tinyld';
import { searchLanguage } from '../search/search-text.rules.ts';

/** The likeliest language of a text, as a text search configuration; `simple` when there is too little text to tell. */
export function languageOf(text: string): string {
  if (text.trim().length < 20) return 'simple';
  return searchLanguage(detectAll(text)[0]?.lang ?? 'simple');
}

/** Null when the text is too short, or its languages too close, to go against what the whole document is written in. */
export function sureLanguageOf(text: string): string | null {
  if (text.length < 200) return null;
  const [first, second] = detectAll(text);
  if (!first || first.accuracy < (second?.accuracy ?? 0) * 2.5) return null;
  return searchLanguage(first.lang);
}
