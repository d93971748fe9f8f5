/** Keys as their makers write them: each begins with what nobody says otherwise. All hold a digit, as words mostly do not. */
const SHAPES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])[srp]k[-_][A-Za-z\d_-]{18,300}/gu,
  /(?<![\p{L}\p{N}])(?:whsec|shpat|shpss|xox[abeprs]|xapp|glpat|dop_v1|hf|npm|pypi|lin_api|sbp|re|key)[-_][A-Za-z\d][\w-]{15,300}/gu,
  /(?<![\p{L}\p{N}])(?:gh[oprsu]|github_pat)_\w{20,255}/gu,
  /(?<![\p{L}\p{N}])A(?:KIA|SIA|GPA|IDA|ROA)[A-Z\d]{16}(?![A-Z\d])/gu,
  /(?<![\p{L}\p{N}])AIza[\w-]{35}/gu,
  /(?<![\p{L}\p{N}])ya29\.[\w-]{20,500}/gu,
  /(?<![\p{L}\p{N}])SG\.[\w-]{16,64}\.[\w-]{16,64}/gu,
  /(?<![\p{L}\p{N}])eyJ[\w-]{8,2000}\.[\w-]{8,2000}(?:\.[\w-]{0,2000})?/gu,
  /(?<=\b(?:Bearer|Basic|Token)\s{1,3})[A-Za-z\d\-._~+/=]{16,500}/giu,
  /(?<=:\/\/[^\s:@/]{0,64}:)[^\s:@/]{3,100}(?=@)/gu,
];
/** One of these stands in whatever a shape fits. */
const HINT = /[srp]k[-_]|[a-z\d][-_][A-Za-z\d]|gh[oprsu]_|\bA[A-Z]{3}|AIza|ya29|SG\.|eyJ|bearer|basic|token|:\/\//i;
const DOTS = '\u2022\u2022\u2022';
const BEGIN = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
/** A private key is no longer than this; what comes after it is text again. */
const KEY_CHARS_MAX = 8_000;
/** As much before a piece as says what it is: `Bearer`, or the head of a key. */
const SECRET_CONTEXT = 80;

export type Hidden = { text: string; count: number };

/** Dots in the place of what looks like a key. A private key is hidden from its head to its end, in however many pieces it comes. */
export function startSecrets() {
  let inKey = 0;
  return (piece: string, before: string): Hidden => {
    // Both the head and the end of a key end with dashes.
    const mayTurn = piece.includes('-');
    if (inKey === 0 && !mayTurn && !/\d/.test(piece)) return { text: piece, count: 0 };
    const context = before.slice(-SECRET_CONTEXT);
    const whole = context + piece;
    if (inKey > 0) {
      const end = mayTurn ? END.exec(whole) : null;
      const isOver = end !== null && end.index + end[0].length > context.length;
      inKey = isOver ? 0 : Math.max(0, inKey - piece.length);
      return { text: isOver ? whole.slice(end.index + end[0].length) : '', count: 0 };
    }
    const begin = mayTurn ? BEGIN.exec(whole) : null;
    if (begin && begin.index + begin[0].length > context.length) {
      const start = Math.max(0, begin.index - context.length);
      const rest = whole.slice(begin.index + begin[0].length);
      const end = END.exec(rest);
      inKey = end ? 0 : KEY_CHARS_MAX;
      const after = end ? rest.slice(end.index + end[0].length) : '';
      return { text: piece.slice(0, start) + DOTS + (after || (/\s$/.test(piece) ? ' ' : '')), count: 1 };
    }
    return hide(piece, context);
  };
}

function hide(piece: string, context: string): Hidden {
  const whole = context + piece;
  if (!/\d/.test(piece) || !HINT.test(whole)) return { text: piece, count: 0 };
  const found = SHAPES.flatMap((shape) =>
    Array.from(whole.matchAll(shape), ({ index, 0: found }) => [index, index + found.length, found] as const),
  )
    .filter(([, end, key]) => end > context.length && /\d/.test(key))
    .sort(([one], [other]) => one - other);
  let text = '';
  let at = context.length;
  let count = 0;
  for (const [start, end] of found) {
    if (end <= at) continue;
    text += whole.slice(at, Math.max(at, start)) + DOTS;
    at = end;
    count += 1;
  }
  return { text: text + whole.slice(at), count };
}
