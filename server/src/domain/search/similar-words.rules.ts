/**
 * Edits between two words: letters put in, left out, exchanged, or two neighbours swapped (optimal string alignment).
 * Stops counting at `most` + 1.
 */
export function editDistance(one: string, other: string, most: number): number {
  const a = [...one];
  const b = [...other];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * How surely an indexed lexeme is what an unknown word means, 0 to 1: the same but for accents, a typing error (one edit
 * from 4 letters, two from 8; the first letter counts double), the beginning of a longer compound, or what the unknown compound
 * ends with, which is what it is a kind of ("Herbstferien").
 */
export function likeness(word: string, lexeme: string): number {
  const one = withoutAccents(word);
  const other = withoutAccents(lexeme);
  if (one === other) return 0.95;
  if (/\d/.test(one) || /\d/.test(other)) return 0;
  const shorter = Math.min([...one].length, [...other].length);
  const most = shorter >= 8 ? 2 : shorter >= 4 ? 1 : 0;
  const edits = editDistance(one, other, most) + (one[0] === other[0] ? 0 : 1);
  if (edits <= most) return 0.85 - 0.15 * (edits - 1);
  // "bookng": the index holds "book" of "booking", and nothing is cut off what ends as no word does.
  if (one.endsWith('ng') && other.length >= 4 && editDistance(one, `${other}ing`, 1) <= 1) return 0.75;
  const isPart = shorter >= 5 && (one.startsWith(other) || other.startsWith(one) || one.endsWith(other));
  return isPart ? 0.45 + 0.3 * (shorter / Math.max([...one].length, [...other].length)) : 0;
}

const separable =
  /^(?:ab|an|auf|aus|bei|durch|ein|fest|her|hin|los|mit|nach|um|vor|weg|weiter|wieder|zuruck|zusammen|zu)(?=\p{L}{3})/u;

/** The German stemmer leaves "ge" on: the participles of a verb's stem, and the stems of a participle ("miet", "gemietet"). */
export function germanForms(lexeme: string): string[] {
  if (!/^\p{Ll}{3,}$/u.test(lexeme)) return [];
  const prefix = separable.exec(lexeme)?.[0] ?? '';
  return ['', prefix].flatMap((before) => {
    const stem = lexeme.slice(before.length);
    const bare = stem.startsWith('ge') ? stem.slice(2) : '';
    const stems = bare.length < 3 ? [] : [bare, bare.replace(/t$/u, ''), bare.replace(/et$/u, '')];
    return [`ge${stem}`, `ge${stem}t`, `ge${stem}et`, ...stems].map((form) => before + form);
  });
}
