import type { toLeadFilters } from './lead-search.ts';

type Filters = ReturnType<typeof toLeadFilters>;

/** Which leads a call means, as the API takes them: some by their ids, or all that match. */
export type LeadChoice = { leadIds: string[] } | { matching: Filters };

/** All that match what the list is narrowed by now, and none that comes after it was read. */
export function allThatMatch(filters: Filters, readAt: string): Filters & { to: string } {
  return { ...filters, to: filters.to !== undefined && filters.to < readAt ? filters.to : readAt };
}
