const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where a text may be cut without breaking what is read as one sign: a family, a flag, a letter with its accents. */
export function makeGraphemeEdges(text: string) {
  const segments = segmenter.segment(text);
  /** The last edge at or before `at`. */
  const before = (at: number) => segments.containing(at)?.index ?? text.length;
  return { before, isEdge: (at: number) => before(at) === at };
}
