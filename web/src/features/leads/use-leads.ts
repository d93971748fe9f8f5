import type { Lead } from '@antiphon/contract/leads';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query } from '../../api.ts';
import { useSignals } from '../signals/use-signals.ts';
import { type LeadSearch, readLeadSearch, toLeadFilters } from './lead-search.ts';

const pageSize = 50;

/** What of the list is in the address, in whichever shell it stands. */
export function useLeadSearch() {
  const search = readLeadSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (part: LeadSearch, how: { replace?: boolean } = {}) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), ...how } as never);
  return { search, change };
}

/** Leads page by page, alive: read anew when a signal tells of a conversation, by which visitors become known. */
export function useLeads(agentId: string) {
  const { search } = useLeadSearch();
  const filters = toLeadFilters(search);
  const pages = useInfiniteQuery(
    query.leads.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: agentId, ...filters, sort: search.sort, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  useSignals((signal) => {
    if (signal === null || signal.kind === 'conversation') void pages.refetch({ cancelRefetch: false });
  });
  const items: Lead[] = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = pages.data?.pages ?? [];
  return {
    pages,
    items,
    total: first?.total ?? 0,
    canWrite: first?.canWrite ?? false,
    canErase: first?.canErase ?? false,
  };
}

export const useLeadGroups = (agentId: string) =>
  useQuery(query.leads.listGroups.queryOptions({ input: { id: agentId } })).data?.items ?? [];

/** Everything about leads is read anew. */
export function useLeadsChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: query.leads.key() });
}
