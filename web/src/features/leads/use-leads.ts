import type { Lead } from '@antiphon/contract/leads';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query } from '../../api.ts';
import { readAnew, underWay } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { type LeadSearch, readLeadSearch, toLeadFilters } from './lead-search.ts';
import { withNewest } from './with-newest.ts';

const pageSize = 50;

/** What of the list is in the address, in whichever shell it stands. */
export function useLeadSearch() {
  const search = readLeadSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const change = (part: LeadSearch, how: { replace?: boolean } = {}) =>
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), ...how } as never);
  return { search, change };
}

/** Leads page by page, alive: the first page is read anew when a signal tells of a conversation, by which visitors become known. */
export function useLeads(agentId: string) {
  const { search } = useLeadSearch();
  const queryClient = useQueryClient();
  const filters = toLeadFilters(search);
  const input = (cursor: string | undefined) => ({
    id: agentId,
    ...filters,
    sort: search.sort,
    cursor,
    limit: pageSize,
  });
  const options = query.leads.list.infiniteOptions({
    input,
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const pages = useInfiniteQuery(options);
  const readAll = () => readAnew(queryClient, options.queryKey);
  const readNewest = async () => {
    const firstPage = query.leads.list.queryOptions({ input: input(undefined) });
    await underWay(queryClient, firstPage.queryKey);
    const newest = await queryClient.fetchQuery({ ...firstPage, staleTime: 0 });
    await underWay(queryClient, options.queryKey);
    const old = queryClient.getQueryData(options.queryKey);
    const joined = old && withNewest(old.pages, newest);
    if (joined) queryClient.setQueryData(options.queryKey, { ...old, pages: joined });
    else await readAll();
  };
  useSignals((signal) => {
    // What cannot be read now is told of by the next signal.
    if (signal === null) void readAll();
    else if (signal.kind === 'conversation') void readNewest().catch(() => {});
  });
  const items: Lead[] = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = pages.data?.pages ?? [];
  return {
    pages,
    items,
    filters,
    readAt: first?.readAt ?? '',
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
