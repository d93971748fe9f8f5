const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each word of the query begins a word of the label: 'sw th' finds 'Switch theme'. Accents and case do not count. */
export function matchesWords(label: string, query: string): boolean {
  const words = plain(label).split(/[\s:/-]+/);
  return plain(query)
    .split(/\s+/)
    .filter((part) => part !== '')
    .every((part) => words.some((word) => word.startsWith(part)));
}
