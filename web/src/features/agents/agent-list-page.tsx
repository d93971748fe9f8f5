import { Button, Group, Text } from '@mantine/core';
import { IconMessages, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { DemoBar } from '../demo/demo-bar.tsx';
import { DemoStart } from '../demo/demo-start.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { AgentCards } from './parts/agent-cards.tsx';
import styles from './parts/agent-list.module.css';
import { AgentTable } from './parts/agent-table.tsx';
import { SampleAnswer } from './parts/sample-answer.tsx';

// The rows do not wait for what narrows them.
const AgentFilters = lazy(async () => ({ default: (await import('./parts/agent-filters.tsx')).AgentFilters }));
const OverPlan = lazy(async () => ({ default: (await import('./parts/over-plan.tsx')).OverPlan }));
const TrashList = lazy(async () => ({ default: (await import('./parts/trash-list.tsx')).TrashList }));

const here = '/app/$region/agents';
const pageSize = 50;

/** All agents of the workspace. Search, order, filters and view are in the address; the server sorts and pages. */
export function AgentListPage() {
  const t = useTexts('agents');
  const { trash } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  if (!trash) return <LiveAgents />;
  return (
    <Page>
      <PageHeader
        title={t('trash.title')}
        description={t('trash.description')}
        action={
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            {t('trash.back')}
          </Button>
        }
      />
      <Suspense fallback={<RowsSkeleton />}>
        <TrashList />
      </Suspense>
    </Page>
  );
}

function LiveAgents() {
  const t = useTexts('agents');
  const { search, sort, tag, state, view } = useSearch({ from: here });
  const { uid } = useWorkspace();
  const mayCreate = useMay('agents.write');
  const agents = useInfiniteQuery(
    query.agents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, search, sort, tag, state, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const items = agents.data?.pages.flatMap((page) => page.items) ?? [];
  const total = agents.data?.pages[0]?.total ?? 0;
  const isFiltered = search !== undefined || tag !== undefined || state !== undefined;
  const isEmpty = agents.isSuccess && items.length === 0;
  const more = agents.hasNextPage
    ? { onMore: () => void agents.fetchNextPage(), isLoading: agents.isFetchingNextPage }
    : null;
  return (
    <Page>
      <PageHeader title={t('title')} action={mayCreate && !(isEmpty && !isFiltered) ? <NewAgentButton /> : undefined}>
        {/* The trash is reached even where every agent lies in it. */}
        <Suspense fallback={<div className={styles.filtersToCome} />}>
          <AgentFilters isBare={isEmpty && !isFiltered} />
        </Suspense>
      </PageHeader>
      <DemoBar />
      <Suspense>
        <OverPlan />
      </Suspense>
      {agents.isPending && <RowsSkeleton />}
      {agents.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(agents.error)} onRetry={() => void agents.refetch()} />
      )}
      {isEmpty && (isFiltered ? <NoMatch search={search} /> : <NoAgents mayCreate={mayCreate} />)}
      {items.length > 0 && (
        <>
          {view === 'cards' ? <AgentCards items={items} more={more} /> : <AgentTable items={items} more={more} />}
          <Text size="sm" c="var(--ui-muted)" mt="xs" role="status">
            {t('shown', { shown: items.length, total })}
          </Text>
        </>
      )}
    </Page>
  );
}

function NewAgentButton() {
  const t = useTexts('agents');
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/app/$region/agents/new" params={{ region: currentRegion() }} {...props} />}
    >
      {t('new.title')}
    </Button>
  );
}

function NoAgents({ mayCreate }: { mayCreate: boolean }) {
  const t = useTexts('agents');
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={t('empty.title')}
      description={t('empty.text')}
      action={
        mayCreate ? (
          <Group gap="xs" justify="center">
            <NewAgentButton />
            <DemoStart />
          </Group>
        ) : undefined
      }
      sample={<SampleAnswer />}
    />
  );
}

function NoMatch({ search }: { search: string | undefined }) {
  const t = useTexts('agents');
  const navigate = useNavigate({ from: here });
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.5} />}
      title={search === undefined ? t('noMatch.filters') : t('noMatch.search', { search })}
      action={
        <Button
          variant="default"
          onClick={() =>
            void navigate({
              search: ({ sort, view }) => ({ sort, view }),
            })
          }
        >
          {search === undefined ? t('noMatch.clearFilters') : t('noMatch.clearSearch')}
        </Button>
      }
    />
  );
}
