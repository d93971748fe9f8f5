import type { AgentSummary } from '@antiphon/contract/agents';
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMessages, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentRegion, query, toProblem } from '../../api.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/agent-row.module.css';
import { AgentRow } from './parts/agent-row.tsx';
import { SampleAnswer } from './parts/sample-answer.tsx';
import { type AgentSort, sortAgents } from './parts/sort-agents.ts';

const searchDelayMs = 250;
const pageSize = 50;

export function AgentListPage() {
  const { search, sort = 'created' } = useSearch({ from: '/app/$region/agents' });
  const navigate = useNavigate({ from: '/app/$region/agents' });
  const { uid } = useWorkspace();
  const mayCreate = useMay('agents.write');
  const agents = useInfiniteQuery(
    query.agents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, search, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = agents;
  // The server pages newest first: another order is only true of the whole list.
  const needsAll = sort !== 'created';
  useEffect(() => {
    if (needsAll && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [needsAll, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const items = sortAgents(agents.data?.pages.flatMap((page) => page.items) ?? [], sort);
  const isEmpty = agents.isSuccess && items.length === 0;
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);

  return (
    <Page>
      <PageHeader
        title="Agents"
        action={mayCreate && !(isEmpty && search === undefined) ? <NewAgentButton /> : undefined}
      >
        {!(isEmpty && search === undefined) && (
          <Filters
            search={search}
            sort={sort}
            onSearch={setSearch}
            onSort={(value) => void navigate({ search: (old) => ({ ...old, sort: value }), replace: true })}
          />
        )}
      </PageHeader>
      {agents.isPending && <RowsSkeleton />}
      {agents.isError && items.length === 0 && (
        <LoadFailure
          title="The agents could not be loaded."
          problem={toProblem(agents.error)}
          onRetry={() => void agents.refetch()}
        />
      )}
      {isEmpty &&
        (search === undefined ? (
          <NoAgents mayCreate={mayCreate} />
        ) : (
          <NoMatch search={search} onClear={() => setSearch('')} />
        ))}
      {items.length > 0 && (
        <AgentTable
          items={items}
          more={hasNextPage ? { onMore: () => void fetchNextPage(), isLoading: isFetchingNextPage } : null}
        />
      )}
    </Page>
  );
}

interface FiltersProps {
  search: string | undefined;
  sort: AgentSort;
  onSearch: (value: string) => void;
  onSort: (value: AgentSort | undefined) => void;
}

function Filters({ search, sort, onSearch, onSort }: FiltersProps) {
  return (
    <>
      <TextInput
        aria-label="Search agents"
        placeholder="Search agents"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        defaultValue={search}
        maxLength={100}
        onChange={(event) => onSearch(event.currentTarget.value)}
        className={styles.search}
      />
      <Select<AgentSort>
        aria-label="Sort by"
        className={styles.sort}
        allowDeselect={false}
        value={sort}
        onChange={(value) => onSort(value === 'created' || value === null ? undefined : value)}
        data={[
          { value: 'created', label: 'Newest' },
          { value: 'changed', label: 'Last changed' },
          { value: 'title', label: 'Name' },
        ]}
      />
    </>
  );
}

function AgentTable({ items, more }: { items: AgentSummary[]; more: Parameters<typeof DataTable>[0]['more'] }) {
  return (
    <DataTable
      label="Agents"
      more={more}
      columns={[
        { label: 'Agent' },
        { label: 'State', isWideOnly: true },
        { label: 'Documents', kind: 'number', isWideOnly: true },
        { label: 'Conversations', kind: 'number', isWideOnly: true },
        { label: 'Last changed', isWideOnly: true },
        { label: 'Actions', kind: 'hidden' },
      ]}
    >
      {items.map((agent) => (
        <AgentRow key={agent.ID} agent={agent} />
      ))}
    </DataTable>
  );
}

function NewAgentButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/$region/agents/new" params={{ region: currentRegion() }} {...props} />}
    >
      New Agent
    </Button>
  );
}

function NoAgents({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title="There are no agents yet."
      description="An agent answers your visitors from your own website or documents, and names its sources."
      action={mayCreate ? <NewAgentButton /> : undefined}
      sample={<SampleAnswer />}
    />
  );
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.5} />}
      title={`No agent matches "${search}".`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
