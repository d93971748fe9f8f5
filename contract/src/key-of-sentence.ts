/** Under which key a sentence stands, so that it can be said in another language. */
export const keyOfSentence = <Key extends string>(sentences: Record<Key, string>, sentence: string): Key | undefined =>
  (Object.keys(sentences) as Key[]).find((key) => sentences[key] === sentence);
