import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMessages, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { ConversationDrawer } from './parts/conversation-drawer.tsx';
import { ConversationRow } from './parts/conversation-row.tsx';
import styles from './parts/conversations.module.css';

const here = '/app/$region/agents/$agentId/$tab';
const searchDelayMs = 250;
const pageSize = 50;

/** Everything that was said to the agent, newest first. */
export function ConversationsTab() {
  const { agent } = useWorkingCopy();
  const { search } = useSearch({ from: here });
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
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);
  return (
    <>
      {(items.length > 0 || search !== undefined) && (
        <TextInput
          aria-label="Search conversations"
          placeholder="Search conversations"
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
          defaultValue={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={styles.search}
        />
      )}
      {conversations.isPending && <RowsSkeleton />}
      {conversations.isError && (
        <LoadFailure
          title="The conversations could not be loaded."
          problem={toProblem(conversations.error)}
          onRetry={() => void conversations.refetch()}
        />
      )}
      {conversations.isSuccess && items.length === 0 && <Nothing isSearch={search !== undefined} />}
      {items.length > 0 && (
        <DataTable
          label="Conversations"
          columns={[
            { label: 'First question' },
            { label: 'Messages', kind: 'number', isWideOnly: true },
            { label: 'Unanswered', kind: 'number', isWideOnly: true },
            { label: 'Rating', isWideOnly: true },
            { label: 'Contact', isWideOnly: true },
            { label: 'Last message' },
          ]}
          more={
            conversations.hasNextPage
              ? { onMore: () => void conversations.fetchNextPage(), isLoading: conversations.isFetchingNextPage }
              : null
          }
        >
          {items.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} />
          ))}
        </DataTable>
      )}
      <ConversationDrawer />
    </>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState title="No conversation holds these words." />
  ) : (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title="Nobody has asked anything yet."
      description="Conversations of visitors, and your own tests, stand here as soon as they begin."
    />
  );
}
