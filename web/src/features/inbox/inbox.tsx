import type { InboxFolder } from '@antiphon/contract/handoffs';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { readAnew } from '../signals/read-anew.ts';
import { InboxContext, type InboxPlace } from './inbox-place.ts';
import { useChangeInbox, useInboxSearch } from './inbox-search.ts';
import styles from './parts/inbox.module.css';
import { InboxBar } from './parts/inbox-bar.tsx';
import { InboxChat } from './parts/inbox-chat.tsx';
import { hasInboxFilters } from './parts/inbox-filters.tsx';
import { InboxList } from './parts/inbox-list.tsx';

interface InboxProps extends InboxPlace {
  /** The shell itself has the switch that says whether one is there, and the agent is that of the page. */
  isOfOne?: boolean;
}

const pageSize = 50;
/** Presence is told by no signal. */
const rereadMs = 30_000;

/** Who wants a person, who is held by one, and the conversation that is open. */
export function Inbox({ isOfOne = false, ...place }: InboxProps) {
  const { uid, useChanges } = place;
  const t = useTexts('inbox');
  const client = useQueryClient();
  const { chat, folder = 'open', ...filters } = useInboxSearch();
  const change = useChangeInbox();
  const asked = { uid, folder, ...filters, ...(isOfOne ? { agentId: undefined } : {}) };
  const listing = query.handoffs.listInbox.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...asked, cursor, limit: pageSize }) as never,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: rereadMs,
  });
  const list = useInfiniteQuery(listing);
  const status = useMutation({
    mutationFn: (next: 'online' | 'offline') => api.handoffs.setStatus({ uid, status: next }),
    meta: { failure: t('statusFailed') },
    onSettled: () => client.invalidateQueries({ queryKey: listing.queryKey }),
  });
  useChanges((signal) => {
    // Every folder: a visitor who wrote may stand in another one now.
    if (signal === null || signal.kind === 'conversation') void readAnew(client, query.handoffs.listInbox.key());
  });
  // Whoever took over reads their first word, not where to click next.
  const [claimedId, setClaimedId] = useState<string>();
  const first = list.data?.pages[0];
  if (list.isPending) return <RowsSkeleton />;
  if (!first)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const open = (id: string | undefined) => change({ chat: id });
  const shownStatus = status.isPending ? status.variables : first.status;
  return (
    <InboxContext value={place}>
      <InboxBar
        counts={first.counts}
        operators={first.operators}
        online={first.online}
        status={isOfOne ? null : { value: shownStatus, set: status.mutate }}
        isOfOne={isOfOne}
        isOpen={chat !== undefined}
      />
      <div className={styles.inbox} data-open={chat !== undefined || undefined}>
        {items.length === 0 ? (
          <div className={styles.column}>
            <Nothing isFiltered={hasInboxFilters(filters)} folder={folder} />
          </div>
        ) : (
          <InboxList
            items={items}
            openId={chat}
            onOpen={open}
            order={t(folder === 'snoozed' || folder === 'closed' ? `order.${folder}` : 'order.open')}
            more={
              list.hasNextPage ? { onMore: () => void list.fetchNextPage(), isLoading: list.isFetchingNextPage } : null
            }
          />
        )}
        {chat !== undefined && (
          <InboxChat
            key={chat}
            id={chat}
            onClose={() => open(undefined)}
            isJustClaimed={claimedId === chat}
            onClaimed={() => setClaimedId(chat)}
          />
        )}
      </div>
    </InboxContext>
  );
}

function Nothing({ isFiltered, folder }: { isFiltered: boolean; folder: InboxFolder }) {
  const t = useTexts('inbox');
  const change = useChangeInbox();
  if (isFiltered)
    return (
      <EmptyState
        title={t('empty.filtered')}
        action={
          <Button
            variant="default"
            onClick={() =>
              change({ search: undefined, agentId: undefined, tag: undefined, operatorId: undefined, lang: undefined })
            }
          >
            {t('filters.clear')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={t(`empty.${folder}`)}
      description={t('empty.text')}
    />
  );
}
