/** Two letters for a name: of its first two words, leaving out what is no letter or digit, as the "&" of a company. */
export function initialsOf(name: string): string {
  const all = name.trim().split(/\s+/);
  const spoken = all.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = spoken.length > 0 ? spoken : all;
  const letters = words.length > 1 ? words.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '') : [...(words[0] ?? '')];
  return letters.slice(0, 2).join('').toUpperCase();
}
