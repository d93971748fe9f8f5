/** Under which key a sentence stands, so that it can be said in another language. */
export const keyOfSentence = <Key extends string>(sentences: Record<Key, string>, sentence: string): Key | undefined =>
  (Object.keys(sentences) as Key[]).find((key) => sentences[key] === sentence);

/** A sentence with its values in place of `{names}`. */
export const fillSentence = (words: string, values: Record<string, string>): string =>
  words.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');

/** The same of sentences with `{names}`, and with what stands there; null for any other. */
export function matchSentence<Key extends string>(
  sentences: Record<Key, string>,
  sentence: string,
): { key: Key; values: Record<string, string> } | null {
  for (const key of Object.keys(sentences) as Key[]) {
    const pattern = sentences[key]
      .split(/(\{\w+\})/)
      .map((piece) => (/^\{\w+\}$/.test(piece) ? `(?<${piece.slice(1, -1)}>.+?)` : escaped(piece)))
      .join('');
    const found = new RegExp(`^${pattern}$`, 's').exec(sentence);
    if (found) return { key, values: { ...found.groups } };
  }
  return null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
