import type { Conversation } from '@antiphon/contract/conversations';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { readAnew } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { toFilters } from './conversation-filters.ts';
import { useConversationsSearch, useOneAgent } from './conversation-place.ts';
import { mergeConversations } from './merge-conversations.ts';

const pageSize = 50;
/** While the page is seen: what no signal told of, such as the words of a reply. */
const pollMs = 5_000;

/** The filters of the address, as the API takes them. */
export function useConversationFilters() {
  const { convo: _convo, view: _view, chat: _chat, ...search } = useConversationsSearch();
  const agentId = useOneAgent();
  return { ...toFilters(search), ...(agentId === null ? {} : { agentId }) };
}

/**
 * Conversations page by page as far as they were scrolled to, and alive: the newest are asked for when a signal tells of one, and
 * every few seconds, so that new ones come in and those with a new message move up.
 */
export function useConversations() {
  const { uid } = useWorkspace();
  const filters = useConversationFilters();
  const pages = useInfiniteQuery(
    query.conversations.listAll.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, ...filters, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const client = useQueryClient();
  const newestPage = query.conversations.listAll.queryOptions({
    input: { uid, ...filters, limit: pageSize },
    enabled: pages.isSuccess && !pages.isPlaceholderData,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  const newest = useQuery(newestPage);
  useSignals((signal) => {
    if (signal === null || signal.kind === 'conversation') void readAnew(client, newestPage.queryKey);
  });
  const read: Conversation[] = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const items = pages.isPlaceholderData ? read : mergeConversations(read, newest.data?.items ?? []);
  return { pages, items };
}
