import type { ChannelConnection } from '@antiphon/contract/channels';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, query } from '../../../../api.ts';
import { readAnew } from '../../../signals/read-anew.ts';
import { useSignals } from '../../../signals/use-signals.ts';
import { useWorkspace } from '../../../workspaces/use-workspace.ts';

const PAGE_SIZE = 30;
/** For what no signal told. */
const LOOK_EVERY_MS = 15_000;

/** A simulated phone, alive: how it is, and its lines as far back as they were asked for, the oldest first. What is shown is told to be read. */
export function usePhone({ id, agentId }: ChannelConnection) {
  const { uid } = useWorkspace();
  const client = useQueryClient();
  const named = { uid, agentId, connectionId: id };
  const phone = useQuery(query.simulator.open.queryOptions({ input: named, refetchInterval: LOOK_EVERY_MS }));
  const pages = useInfiniteQuery(
    query.simulator.lines.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...named, cursor, limit: PAGE_SIZE }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      refetchInterval: LOOK_EVERY_MS,
    }),
  );
  useSignals((signal) => {
    if (signal === null || (signal.kind === 'phone' && signal.id === id)) void readAnew(client, query.simulator.key());
  });
  const lines = (pages.data?.pages.flatMap(({ items }) => items) ?? []).toSorted(
    (one, other) => one.number - other.number,
  );
  const { mutate: tellRead } = useMutation({
    mutationFn: () => api.simulator.read(named),
    meta: { isFailureShown: true },
  });
  const unread = phone.data?.told.includes('read')
    ? lines.findLast(({ kind, state }) => kind === 'shown' && state !== 'read')?.id
    : undefined;
  useEffect(() => {
    if (unread !== undefined) tellRead();
  }, [unread, tellRead]);
  return { named, phone, pages, lines };
}
