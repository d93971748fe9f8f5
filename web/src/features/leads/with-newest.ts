interface Page {
  items: { id: string }[];
  nextCursor: string | null;
}

/**
 * Pages of a list with its first one read again: what stands in it moves up from wherever it stood, and what it pushed down
 * follows it. Null where more may have come than a page holds: what lies between was not read.
 */
export function withNewest<One extends Page>(pages: One[], newest: One): One[] | null {
  const moved = new Set(newest.items.map(({ id }) => id));
  const [first, ...further] = pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !moved.has(id)) }));
  if (!first || further.length === 0) return [newest];
  const isJoined = pages.some(({ items }) => items.some(({ id }) => moved.has(id)));
  if (!isJoined && newest.nextCursor !== null) return null;
  return [{ ...newest, items: [...newest.items, ...first.items] }, ...further];
}
