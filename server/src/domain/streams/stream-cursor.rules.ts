/**
 * How far a reader of a conversation's stream has come, and the `id:` of each frame: `{seq}.{startedSeq}.{offset}`. It has
 * every stored event up to `seq`, and of the reply that event `startedSeq` began, `offset` UTF-16 units of text.
 * Chunks of text need no rows of their own: whatever was cut off is the rest of the text from `offset` on.
 */
export type StreamCursor = { seq: number; startedSeq: number; offset: number };

export const formatCursor = (cursor: StreamCursor) => `${cursor.seq}.${cursor.startedSeq}.${cursor.offset}`;

/** Null for anything that was not made by `formatCursor`: such a reader starts from the beginning. */
export function parseCursor(text: string | null | undefined): StreamCursor | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})$/.exec(text ?? '');
  if (!match) return null;
  return { seq: Number(match[1]), startedSeq: Number(match[2]), offset: Number(match[3]) };
}
