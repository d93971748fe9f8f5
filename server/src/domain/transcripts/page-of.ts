import { writeCursor } from '../../db/cursor.ts';
import type { FoundPage } from './search-transcripts.ts';

/** The rows that are shown, of one more that was asked for, and where the next page begins. */
export function pageOf<Row extends { lastMessageAt: Date; id: string }>(
  { rows, goesOnAt }: FoundPage<Row>,
  limit: number,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (last && rows.length > limit) return { shown, nextCursor: writeCursor(last.lastMessageAt, last.id) };
  return { shown, nextCursor: goesOnAt && writeCursor(goesOnAt.createdAt, goesOnAt.id) };
}
