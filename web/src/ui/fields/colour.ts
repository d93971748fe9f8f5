/** '#2E5AAC' of what was typed with or without '#'; null unless it has exactly 6 hex digits. */
export function completeHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return digits === undefined ? null : `#${digits.toUpperCase()}`;
}
