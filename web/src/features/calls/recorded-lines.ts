import type { Message } from '@antiphon/contract/events';

/** A line of a transcript, and where in the sound it begins, in seconds. */
export type RecordedLine = Pick<Message, 'id' | 'role' | 'text'> & { at: number };

/** What a caller said is stored once they have said it: they began about so long before. */
const SECONDS_OF_CHARACTER = 0.065;

/** What was said while it was recorded, which began at `from` and ended at `until` (both in milliseconds; null: nobody knows). */
export function recordedLines(messages: readonly Message[], from: number, until: number | null): RecordedLine[] {
  return messages.flatMap(({ id, role, text, createdAt }) => {
    const said = Date.parse(createdAt);
    if (role === 'system' || text.trim() === '' || said < from - 1_000 || (until !== null && said > until + 1_000))
      return [];
    const before = role === 'visitor' ? text.length * SECONDS_OF_CHARACTER : 0;
    return [{ id, role, text, at: Math.max(0, (said - from) / 1_000 - before) }];
  });
}

/** The line that is heard at a moment; none before the first. */
export const lineAt = (lines: readonly RecordedLine[], seconds: number): RecordedLine | undefined =>
  lines.findLast(({ at }) => at <= seconds + 0.05);
