import type { LeadId } from '@antiphon/contract/ids';

/** The smaller id first. */
export type Pair = readonly [LeadId, LeadId];

const pairOf = (a: LeadId, b: LeadId): Pair => (a < b ? [a, b] : [b, a]);

/** Each with each. */
export const pairsOf = (ids: readonly LeadId[]): Pair[] =>
  ids.flatMap((one, at) => ids.slice(at + 1).map((other) => pairOf(one, other)));

/** One with each of the others. */
export const pairsWith = (one: LeadId, others: readonly LeadId[]): Pair[] =>
  others.filter((other) => other !== one).map((other) => pairOf(one, other));

/**
 * The first of `ids` that may all be one person: no two of them were told apart. Empty where there is no such two. What is left
 * over is found the next time, when these were merged or told apart.
 */
export function firstSame(ids: readonly LeadId[], distinct: readonly Pair[], most: number): LeadId[] {
  const told = new Set(distinct.map((pair) => pair.join()));
  for (const first of ids) {
    const group: LeadId[] = [];
    for (const id of [first, ...ids.slice(ids.indexOf(first) + 1)])
      if (group.length < most && pairsWith(id, group).every((pair) => !told.has(pair.join()))) group.push(id);
    if (group.length > 1) return group;
  }
  return [];
}
