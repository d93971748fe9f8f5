const SHINGLE = 4;

function shingles(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set<string>();
  for (let start = 0; start <= Math.max(0, words.length - SHINGLE); start += 1)
    found.add(words.slice(start, start + SHINGLE).join(' '));
  return found;
}

/** Leaves out texts that repeat an earlier one: four of five groups of four words are the same. Keeps the order. */
export function withoutNearDuplicates<Item>(items: Item[], textOf: (item: Item) => string): Item[] {
  const kept: { item: Item; words: Set<string> }[] = [];
  for (const item of items) {
    const words = shingles(textOf(item));
    if (!kept.some((other) => isAlike(words, other.words))) kept.push({ item, words });
  }
  return kept.map(({ item }) => item);
}

function isAlike(one: Set<string>, other: Set<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0 || small.size < large.size * 0.6) return false;
  let same = 0;
  for (const shingle of small) if (large.has(shingle)) same += 1;
  return same / (one.size + other.size - same) >= 0.8;
}
