/** Lists of settings whose things have a name of their own, by the field that holds the list; every other list is one value. */
const KEYS: Record<string, (item: Item) => unknown> = {
  functions: ({ functionId }) => functionId,
  leadFields: ({ key }) => key,
  topics: ({ name }) => name,
  variables: ({ name }) => name,
  sections: ({ id }) => id,
  nodes: ({ id }) => id,
  edges: ({ from, port }) => `${from} ${port}`,
  choices: ({ id }) => id,
  fields: ({ id }) => id,
  exits: ({ id }) => id,
  rows: ({ id }) => id,
  inputs: ({ name }) => name,
  outputs: ({ name }) => name,
};

export type Item = Record<string, unknown>;
export type Keyed = Map<string, Item>;

/** The things of a list by their names; null where it is no list of such, or two have one name. */
export function keyed(field: string, list: unknown): Keyed | null {
  const keyOf = Object.hasOwn(KEYS, field) ? KEYS[field] : undefined;
  if (!keyOf || !Array.isArray(list)) return null;
  const items: Keyed = new Map();
  for (const item of list) {
    const key = item !== null && typeof item === 'object' ? keyOf(item as Item) : undefined;
    if (typeof key !== 'string' || items.has(key)) return null;
    items.set(key, item as Item);
  }
  return items;
}

type Orders = { base: readonly string[]; next: readonly string[]; current: readonly string[] };

const among = (order: readonly string[], others: readonly string[]) => {
  const known = new Set(others);
  return order.filter((key) => known.has(key));
};
const isOrderKept = (one: readonly string[], other: readonly string[]) =>
  among(one, other).join('\n') === among(other, one).join('\n');

/**
 * The names that are left, in order: the client's order where they changed it, else the blueprint's. What stands in only one of
 * them comes behind what it stood behind there.
 */
export function mergeOrder({ base, next, current }: Orders, left: ReadonlySet<string>) {
  const isMoved = !isOrderKept(base, current);
  const [first, second] = isMoved ? [current, next] : [next, current];
  const order = first.filter((key) => left.has(key));
  const placed = new Set(order);
  let behind = -1;
  for (const key of second) {
    if (placed.has(key)) behind = order.indexOf(key);
    else if (left.has(key)) {
      behind += 1;
      order.splice(behind, 0, key);
      placed.add(key);
    }
  }
  return { order, isKept: isMoved && !isOrderKept(next, current) };
}
