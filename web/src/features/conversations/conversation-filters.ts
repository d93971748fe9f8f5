import type { ConversationFilters } from '@antiphon/contract/conversations';

/** What stands in the address: days of the person's own calendar in place of points in time. */
export type ConversationSearch = Omit<ConversationFilters, 'from' | 'to' | 'agentId'> & {
  agentId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** `to` is a whole day within the range. */
export function toFilters({ from, to, ...search }: ConversationSearch) {
  return { ...search, from: from && startOfDay(from, 0), to: to && startOfDay(to, 1) };
}

/** Midnight, where the person is, `later` days after `day`. Undefined for a day that is none, such as 2026-02-31. */
function startOfDay(day: string, later: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** How many filters are set, the search among them. */
export const countFilters = (search: ConversationSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;
