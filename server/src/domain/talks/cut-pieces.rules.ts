/** The first words are not waited for any longer than for so many characters. */
const FIRST_CHARS = 12;
const PIECE_CHARS_MAX = 200;

/** Where a sentence ends, with what closes it; a number's point or a name's is none. */
const SENTENCE_END = /[.!?。！？؟]["')\]»”]?(?=\s)|\n/;
const CLAUSE_END = /[,;:،؛–](?=\s)/;

/**
 * The next words to be spoken of a text that may still grow: `[from, to)` of its characters, or null where more has to come first. The
 * first piece ends with its first clause, so that something is heard soon; then sentences, of a length that can be interrupted.
 */
export function nextPiece(
  text: string,
  { from, isDone, isFirst }: { from: number; isDone: boolean; isFirst: boolean },
): { from: number; to: number } | null {
  const start = from + leadingSpace(text.slice(from, from + PIECE_CHARS_MAX));
  if (start >= text.length) return null;
  const rest = text.slice(start, start + PIECE_CHARS_MAX);
  const end = endOf(rest, isFirst);
  if (end !== null) return { from: start, to: start + end };
  if (text.length - start > PIECE_CHARS_MAX) return { from: start, to: start + atSpace(rest) };
  return isDone ? { from: start, to: text.length } : null;
}

const leadingSpace = (text: string) => text.length - text.trimStart().length;

function endOf(rest: string, isFirst: boolean): number | null {
  const sentence = SENTENCE_END.exec(rest);
  const atSentence = sentence ? sentence.index + sentence[0].length : null;
  if (!isFirst) return atSentence;
  for (const clause of rest.matchAll(new RegExp(CLAUSE_END, 'g'))) {
    const end = clause.index + 1;
    if (end >= FIRST_CHARS && (atSentence === null || end < atSentence)) return end;
  }
  return atSentence;
}

const atSpace = (rest: string): number => {
  const space = rest.lastIndexOf(' ');
  return space > 0 ? space : rest.length;
};
