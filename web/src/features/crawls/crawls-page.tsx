import type { CrawlState } from '@antiphon/contract/crawls';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconSearch, IconSpider } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { ListSearch } from '../../ui/lists/list-filters.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { AgentFilter } from '../agent-choice/agent-filter.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { CrawlDrawer } from './parts/crawl-drawer.tsx';
import { CrawlRow } from './parts/crawl-row.tsx';
import styles from './parts/crawls.module.css';
import { isMoving, states } from './parts/say-crawl.ts';

const here = '/app/$region/automations';
const pageSize = 50;
const pollMs = 1_500;

/** What the agents of the workspace read of websites. */
export function CrawlsPage() {
  const t = useTexts('crawls');
  const { search, agentId, state, add } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const { uid } = useWorkspace();
  const mayWrite = useMay('agents.write');
  const crawls = useInfiniteQuery(
    query.crawls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, search, agentId, state, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: (current) =>
        current.state.data?.pages.some(({ items }) => items.some(isMoving)) ? pollMs : false,
    }),
  );
  const items = crawls.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = search !== undefined || agentId !== undefined || state !== undefined;
  const isEmpty = crawls.isSuccess && items.length === 0;
  const show = (change: {
    search?: string | undefined;
    agentId?: string | undefined;
    state?: CrawlState | undefined;
  }) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const openForm = (isOpen: boolean) =>
    void navigate({ search: (old) => ({ ...old, add: isOpen ? (true as const) : undefined }) });
  const addButton = (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} onClick={() => openForm(true)}>
      {t('new')}
    </Button>
  );
  const more = crawls.hasNextPage
    ? { onMore: () => void crawls.fetchNextPage(), isLoading: crawls.isFetchingNextPage }
    : null;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={mayWrite && !(isEmpty && !isFiltered) ? addButton : undefined}
      >
        {(items.length > 0 || isFiltered) && (
          <>
            <ListSearch
              label={t('search')}
              value={search}
              onSearch={(words) => show({ search: words })}
              className={styles.search}
            />
            <AgentFilter className={styles.agent} value={agentId} onChange={(chosen) => show({ agentId: chosen })} />
            <Select<CrawlState>
              aria-label={t('filters.state')}
              placeholder={t('filters.allStates')}
              clearable
              clearButtonProps={{ 'aria-label': t('filters.clearState') }}
              className={styles.state}
              value={state ?? null}
              onChange={(chosen) => show({ state: chosen ?? undefined })}
              data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
            />
          </>
        )}
      </PageHeader>
      {crawls.isPending && <RowsSkeleton />}
      {crawls.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(crawls.error)} onRetry={() => void crawls.refetch()} />
      )}
      {isEmpty && !isFiltered && (
        <EmptyState
          icon={<IconSpider size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={mayWrite ? addButton : undefined}
        />
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          icon={<IconSearch size={28} stroke={1.5} />}
          title={t('noMatch')}
          description={t('noMatchText')}
          action={
            <Button variant="default" onClick={() => show({ search: undefined, agentId: undefined, state: undefined })}>
              {t('clearFilters')}
            </Button>
          }
        />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('title')}
          more={more}
          columns={[
            { label: t('columns.crawl') },
            { label: t('columns.agent'), isWideOnly: true },
            { label: t('columns.state'), isWideOnly: true },
            { label: t('columns.pages'), kind: 'number', isWideOnly: true },
            { label: t('columns.lastRun'), isWideOnly: true },
            { label: t('columns.nextRun'), isWideOnly: true },
            { label: t('columns.actions'), kind: 'hidden' },
          ]}
        >
          {items.map((line) => (
            <CrawlRow key={line.id} line={line} mayWrite={mayWrite} />
          ))}
        </DataTable>
      )}
      {add && mayWrite && <CrawlDrawer crawl={null} agentId={agentId} onClose={() => openForm(false)} />}
    </Page>
  );
}
