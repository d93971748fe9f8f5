interface Page {
  items: { id: string }[];
}

/**
 * Pages of a list with its first one read again: what stands in it moves up from wherever it stood, and what it pushed down
 * follows it.
 */
export function withNewest<One extends Page>(pages: One[], newest: One): One[] {
  const moved = new Set(newest.items.map(({ id }) => id));
  const [first, ...further] = pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !moved.has(id)) }));
  if (!first || further.length === 0) return [newest];
  return [{ ...newest, items: [...newest.items, ...first.items] }, ...further];
}
