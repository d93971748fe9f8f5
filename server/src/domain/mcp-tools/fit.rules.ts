/** What is long is told in pieces: each stays below what a tool may answer, with room for the words around it. */
const PIECE_BYTES = 12_000;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

export type Piece = { text: string; next: string | null };

/** A text from the character that `cursor` names on, as far as it fits; no character is cut in two. */
export function pieceOf(text: string, cursor: string | undefined, bytesMax = PIECE_BYTES): Piece {
  const from = Math.min(Number(cursor ?? 0), text.length);
  let end = Math.min(text.length, from + bytesMax);
  while (end > from && bytesOf(text.slice(from, end)) > bytesMax)
    end = from + Math.floor((end - from) * Math.min(0.95, bytesMax / bytesOf(text.slice(from, end))));
  if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1;
  return { text: text.slice(from, end), next: end < text.length ? String(end) : null };
}

/** Of a list that is there as a whole: from the item that `cursor` names on, as many as fit, and one at least. */
export function fitting<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  bytesMax = PIECE_BYTES,
): { items: Item[]; next: string | null } {
  const from = Number(cursor ?? 0);
  let end = from;
  for (let bytes = 0; end < items.length; end += 1) {
    bytes += bytesOf(items[end]) + 1;
    if (bytes > bytesMax && end > from) break;
  }
  return { items: items.slice(from, end), next: end < items.length ? String(end) : null };
}

/** Of a list that is read page by page: where a page does not fit, fewer are asked for, so that its cursor stays right. */
export async function fittingPage<Item>(
  limit: number,
  ask: (limit: number) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<{ items: Item[]; next: string | null }> {
  for (let asked = limit; ; ) {
    const { items, nextCursor } = await ask(asked);
    const bytes = bytesOf(items);
    if (bytes <= PIECE_BYTES || asked === 1) return { items, next: nextCursor };
    asked = Math.max(1, Math.floor(asked * Math.min(0.8, PIECE_BYTES / bytes)));
  }
}

/** The beginning of a text that may be long, for a list. */
export function clipped(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text
    .slice(0, charsMax)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

export type Change = { path: string; before: string; after: string };

/** How much of each side of one change is shown. */
const SIDE_CHARS = 1_000;

/** Where two documents differ: by the path of the innermost object that has both, with what stands on each side as JSON. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesBetween(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  const [one, other] = [JSON.stringify(before) ?? '', JSON.stringify(after) ?? ''];
  return one === other ? [] : [{ path, before: clipped(one, SIDE_CHARS), after: clipped(other, SIDE_CHARS) }];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
