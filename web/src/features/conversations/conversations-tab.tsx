import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMessages, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { ConversationDrawer } from './parts/conversation-drawer.tsx';
import { ConversationRow } from './parts/conversation-row.tsx';
import styles from './parts/conversations.module.css';

const here = '/app/$region/agents/$agentId/$tab';
const searchDelayMs = 250;
const pageSize = 50;

/** Everything that was said to the agent, newest first. */
export function ConversationsTab() {
  const t = useTexts('conversations');
  const { agent } = useWorkingCopy();
  const { search, convo } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const conversations = useInfiniteQuery(
    query.conversations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: agent.ID, search, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const items = conversations.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = conversations;
  // A search looks through so many at a time: none among the newest is not yet none.
  const isLooking = items.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);
  return (
    <>
      {(items.length > 0 || search !== undefined) && (
        <TextInput
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
          defaultValue={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={styles.search}
        />
      )}
      {(conversations.isPending || isLooking) && <RowsSkeleton />}
      {conversations.isError && (
        <LoadFailure
          title={t('list.loadFailed')}
          problem={toProblem(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      )}
      {conversations.isSuccess && items.length === 0 && !isLooking && <Nothing isSearch={search !== undefined} />}
      {items.length > 0 && (
        <DataTable
          label={t('list.label')}
          columns={[
            { label: t('list.firstQuestion') },
            { label: t('list.messages'), kind: 'number', isWideOnly: true },
            { label: t('list.unanswered'), kind: 'number', isWideOnly: true },
            { label: t('list.rating'), isWideOnly: true },
            { label: t('list.contact'), isWideOnly: true },
            { label: t('list.lastMessage') },
          ]}
          more={hasNextPage ? { onMore: () => void fetchNextPage(), isLoading: isFetchingNextPage } : null}
        >
          {items.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} />
          ))}
        </DataTable>
      )}
      <ConversationDrawer
        id={convo}
        onClose={() => void navigate({ search: (old) => ({ ...old, convo: undefined }) })}
        onTakenOver={(chat) =>
          void navigate({
            to: '/app/$region/inbox',
            params: { region: currentRegion() },
            search: { chat },
          })
        }
      />
    </>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const t = useTexts('conversations');
  return isSearch ? (
    <EmptyState title={t('list.noneFits')} />
  ) : (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={t('list.none')}
      description={t('list.noneText')}
    />
  );
}
