import { fail } from '@antiphon/contract/errors';

/** Levels of objects and lists; the deepest document of ours has five. */
const DEPTH_MAX = 32;
/** Values in all; the longest list of ours, leads that one call names, has 5,000. */
const VALUES_MAX = 10_000;

/**
 * Refuses, before anything looks at it, what no column takes: NUL, half of a surrogate pair, nesting or lists without end. Files
 * pass unread. It walks without recursion, for a megabyte of brackets would end the stack, and copies no list: what is too long
 * costs nothing more.
 */
export function demandStorable(input: unknown) {
  let values = 0;
  const waiting: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') demandText(value, path);
    if (typeof value !== 'object' || value === null || value instanceof Blob) continue;
    if (depth >= DEPTH_MAX) refuse(path, 'This is nested too deeply.');
    const keys = Array.isArray(value) ? value.keys() : Object.keys(value).values();
    for (const key of keys) {
      if (++values > VALUES_MAX) refuse(path, 'This holds too many values.');
      const name = String(key);
      demandText(name, path);
      const inner = (value as Record<string, unknown>)[name];
      waiting.push({ value: inner, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 });
    }
  }
}

function demandText(text: string, path: string) {
  if (text.includes('\u0000') || !text.isWellFormed())
    refuse(path, 'This text holds a character that cannot be stored.');
}

/** The path was sent by the caller: it goes back shortened, and as text that a log and a screen can hold. */
const refuse = (path: string, message: string) =>
  fail('invalid_input', {
    message,
    issues: [{ path: path.replaceAll('\u0000', '').toWellFormed().slice(0, 200), message }],
  });
