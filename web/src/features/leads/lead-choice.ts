import { limits } from '@antiphon/contract/limits';
import type { toLeadFilters } from './lead-search.ts';

type Filters = ReturnType<typeof toLeadFilters>;

/** Which leads a call means, as the API takes them: some by their ids, or all that match. */
export type LeadChoice = { leadIds: string[] } | { matching: Filters };

/** All that match what the list is narrowed by now, and none that comes after it was read. */
export function allThatMatch(filters: Filters, readAt: string): Filters & { to: string } {
  return { ...filters, to: filters.to !== undefined && filters.to < readAt ? filters.to : readAt };
}

/** As many one by one as a call takes: the first of them. */
export const withinCall = (ids: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...ids].slice(0, limits.leadBulkMax));

/** Whether to offer all that match: as many as can be are chosen of those that were read, and there are more. */
export const isAllOffered = ({ chosen, read, total }: { chosen: number; read: number; total: number }): boolean =>
  chosen >= Math.min(read, limits.leadBulkMax) && total > chosen;
