/** Scripts that put no space between words: two signs count as one word. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u;
/** So many words in a row are an instruction that is told. */
const WORDS_MAX = 8;

/** Lower case, without accents and without signs that nobody sees, so that `Áç\u200Bme` is `acme`. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
const wordsOf = (text: string): string[] => plain(text).match(WORD) ?? [];
const weightOf = (word: string) => (word.length === 1 && UNSPACED.test(word) ? 0.5 : 1);

/** The shortest rows of words that weigh as much as is too much, one from each word on that `begins` lets through. */
function rowsOf(words: readonly string[], begins: (word: string) => boolean): string[] {
  const rows: string[] = [];
  let weight = 0;
  let end = 0;
  for (let start = 0; start < words.length; start++) {
    while (weight < WORDS_MAX && end < words.length) weight += weightOf(words[end++]!);
    if (weight < WORDS_MAX) break;
    const first = words[start]!;
    if (begins(first)) rows.push(words.slice(start, end).join(' '));
    weight -= weightOf(first);
  }
  return rows;
}

/** Words that the next ones may make a row with. */
function lastOf(words: readonly string[]): string[] {
  let weight = 0;
  let start = words.length;
  while (start > 0 && weight + weightOf(words[start - 1]!) < WORDS_MAX) weight += weightOf(words[--start]!);
  return words.slice(start);
}

export type Broken = 'names' | 'instructions';

/**
 * Looks at a text piece by piece: does it say one of the `names`, or eight words in a row of the `instructions`? What is said to be
 * broken is taken for unsaid, so that nothing of it counts for the next piece.
 */
export function startSaidWords(names: readonly string[], instructions: string): (piece: string) => Broken | null {
  const wanted = namesByLastWord(names);
  const told = new Set(rowsOf(wordsOf(instructions), () => true));
  const beginnings = new Set(Array.from(told, (row) => row.slice(0, row.indexOf(' '))));
  const begins = (word: string) => beginnings.has(word);
  let before: string[] = [];
  return (piece) => {
    const words = /[\p{L}\p{N}]/u.test(piece) ? wordsOf(piece) : [];
    if (words.length === 0) return null;
    if (holdsName(before, words, wanted)) {
      before = [];
      return 'names';
    }
    if (told.size > 0 && rowsOf([...lastOf(before), ...words], begins).some((row) => told.has(row))) {
      before = [];
      return 'instructions';
    }
    before = [...before, ...words].slice(-KEPT_MAX);
    return null;
  };
}

/** More than a name, or a row, has. */
const KEPT_MAX = 80;

type Names = ReadonlyMap<string, string[]>;

function namesByLastWord(names: readonly string[]): Names {
  const known = new Map<string, string[]>();
  for (const words of names.map(wordsOf)) {
    const last = words.at(-1);
    if (last !== undefined) known.set(last, [...(known.get(last) ?? []), ` ${words.join(' ')} `]);
  }
  return known;
}

/** One that ends in `words`: what ended before was found before. */
function holdsName(before: readonly string[], words: readonly string[], wanted: Names): boolean {
  const ending = words.flatMap((word) => wanted.get(word) ?? []);
  if (ending.length === 0) return false;
  const all = ` ${[...before, ...words].join(' ')} `;
  return ending.some((name) => all.includes(name));
}
