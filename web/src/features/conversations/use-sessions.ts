import type { Session } from '@antiphon/contract/conversations';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { readAnew } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { mergeSessions } from './merge-sessions.ts';
import { toFilters } from './session-filters.ts';
import { useOneAgent, useSessionsSearch } from './session-place.ts';

const pageSize = 50;
/** While the page is seen: what no signal told of, such as the words of a reply. */
const pollMs = 5_000;

/** The filters of the address, as the API takes them. */
export function useSessionFilters() {
  const { convo: _convo, view: _view, chat: _chat, ...search } = useSessionsSearch();
  const agentId = useOneAgent();
  return { ...toFilters(search), ...(agentId === null ? {} : { agentId }) };
}

/**
 * Conversations page by page as far as they were scrolled to, and alive: the newest are asked for when a signal tells of one, and
 * every few seconds, so that new ones come in and those with a new message move up.
 */
export function useSessions() {
  const { uid } = useWorkspace();
  const filters = useSessionFilters();
  const pages = useInfiniteQuery(
    query.conversations.listSessions.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, ...filters, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const client = useQueryClient();
  const newestPage = query.conversations.listSessions.queryOptions({
    input: { uid, ...filters, limit: pageSize },
    enabled: pages.isSuccess && !pages.isPlaceholderData,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  const newest = useQuery(newestPage);
  useSignals((signal) => {
    if (signal === null || signal.kind === 'conversation') void readAnew(client, newestPage.queryKey);
  });
  const read: Session[] = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const items = pages.isPlaceholderData ? read : mergeSessions(read, newest.data?.items ?? []);
  return { pages, items };
}
