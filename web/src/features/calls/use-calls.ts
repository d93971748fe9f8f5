import type { CallState } from '@antiphon/contract/calls';
import type { AgentId } from '@antiphon/contract/ids';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { readAnew } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

const pageSize = 25;
/** While a call is shown that goes on. */
const livePollMs = 4_000;
/** For calls that begin meanwhile, of which no signal told. */
const pollMs = 20_000;

interface CallFilters {
  agentId?: AgentId | undefined;
  state?: CallState | undefined;
}

/** Calls page by page as far as they were asked for, newest first, and alive. */
export function useCalls({ agentId, state }: CallFilters) {
  const { uid } = useWorkspace();
  const client = useQueryClient();
  const filters = { ...(agentId ? { agentId } : {}), ...(state ? { state } : {}) };
  const pages = useInfiniteQuery(
    query.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, ...filters, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: (found) =>
        found.state.data?.pages.some(({ items }) => items.some((call) => call.state !== 'ended')) ? livePollMs : pollMs,
    }),
  );
  useSignals((signal) => {
    if (signal === null || signal.kind === 'conversation') void readAnew(client, query.calls.list.key());
  });
  return { pages, items: pages.data?.pages.flatMap((page) => page.items) ?? [] };
}
