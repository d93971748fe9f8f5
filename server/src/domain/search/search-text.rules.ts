/** PostgreSQL's stemmers that both databases ship (15 and later), by language. Everything else is indexed as `simple`. */
const configurations: Record<string, string> = {
  ar: 'arabic',
  hy: 'armenian',
  eu: 'basque',
  ca: 'catalan',
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  el: 'greek',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  ga: 'irish',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  es: 'spanish',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};
const names = new Set(Object.values(configurations));

export const searchLanguages: readonly string[] = [...names, 'simple'];

/** The text search configuration of a language: takes `de`, `de-AT` or `german`; unknown ones are `simple`. */
export function searchLanguage(language: string): string {
  const name = language.toLowerCase();
  if (names.has(name)) return name;
  return configurations[name.split(/[-_]/)[0] ?? ''] ?? 'simple';
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * Prepares text for PostgreSQL's parser, the same way for chunks and for questions: scripts without spaces are cut into
 * words, and joined forms that the parser keeps whole or reads as signed numbers (TCP/IP, COVID-19, end.Next) are parted.
 */
export function searchText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replaceAll('\u0000', ' ')
    .replace(/(?<=[\p{L}\p{N}])[/_\\|](?=[\p{L}\p{N}])/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}])[-‐-―](?=\p{N})/gu, ' ')
    .replace(/(?<=\p{N})[-‐-―](?=\p{L})/gu, ' ')
    .replace(/(?<=\p{Ll})[.](?=\p{Lu}\p{Ll})/gu, '. ')
    .replace(unspaced, (run) => ` ${Array.from(segmenter.segment(run), (part) => part.segment).join(' ')} `);
}

/** PostgreSQL's text and JSON take neither NUL nor half a surrogate pair. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();
