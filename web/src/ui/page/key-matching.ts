/** The part of a keyboard event that decides. */
export interface Press {
  key: string;
  /** The place of the key, which stays the same where the layout writes another script. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** How long after the first key of `g a` the second one counts. */
const SEQUENCE_MS = 1_000;

const isLatin = (key: string) => /^[\x20-\x7e]$/.test(key);

/** `mod+k`, `?`, `g`: the press as commands name it; null for a key that is none. */
export function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (key.length > 1 && !['Enter', 'ArrowUp', 'ArrowDown'].includes(key)) return null;
  const letter = !isLatin(key) && /^Key[A-Z]$/.test(code) ? code.slice(3) : key;
  // AltGr is Ctrl and Alt at once, and writes a character.
  if ((ctrlKey || metaKey) && !altKey) return `mod+${shiftKey ? 'shift+' : ''}${letter.toLowerCase()}`;
  return altKey || metaKey ? null : letter.toLowerCase();
}

/** Reads presses one by one and answers which of `wanted` they complete; a sequence is written `g a`. */
export function makeKeyReader() {
  let first: { name: string; atMs: number } | null = null;
  return (name: string, atMs: number, wanted: readonly string[]): string | null => {
    const sequence = first !== null && atMs - first.atMs < SEQUENCE_MS ? `${first.name} ${name}` : null;
    first = null;
    if (sequence !== null && wanted.includes(sequence)) return sequence;
    if (wanted.includes(name)) return name;
    if (wanted.some((keys) => keys.startsWith(`${name} `))) first = { name, atMs };
    return null;
  };
}
