import type { LetterRecord } from '../email.ports.ts';

/** A record as it is copied into a provider's form, a line a field. */
export const linesOf = (
  labels: Record<'type' | 'name' | 'value' | 'priority', string>,
  records: readonly LetterRecord[],
): { label: string; value: string }[][] =>
  records.map(({ type, name, value, priority }) => [
    { label: labels.type, value: type },
    { label: labels.name, value: name },
    { label: labels.value, value },
    ...(priority === undefined ? [] : [{ label: labels.priority, value: String(priority) }]),
  ]);
