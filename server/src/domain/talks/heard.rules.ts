/** Nobody speaks faster than so many characters a second: what is said to have been heard before that was not. */
const CHARS_A_SECOND_MAX = 30;

/** How much was heard of a piece: `[from, to)` of its message, and a share from 0 to 1. */
export type Played = { from: number; to: number; share: number };

/**
 * Where what was heard of a message ends, in characters: behind the last piece that was played whole, and of the one after it to the
 * last whole word within its share. Never more than can be said in `ms`.
 */
export function heardUpTo(text: string, pieces: readonly Played[], begunAt: number, ms: number): number {
  let end = begunAt;
  for (const { from, to, share } of pieces) {
    if (share < 1) {
      end = Math.max(end, wordEnd(text, from, from + Math.floor((to - from) * share)));
      break;
    }
    end = to;
  }
  const most = begunAt + Math.ceil((ms / 1_000) * CHARS_A_SECOND_MAX);
  return end <= most ? end : wordEnd(text, begunAt, most);
}

/** The end of the last word that is whole before `at`, not before `from`. */
function wordEnd(text: string, from: number, at: number): number {
  if (at <= from) return from;
  if (at >= text.length || /\s/.test(text.charAt(at))) return at;
  const space = text.slice(from, at).search(/\s\S*$/);
  return space < 0 ? from : from + space;
}
