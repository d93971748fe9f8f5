import { Select } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatCredits } from '../../ui/format/format.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/usage.module.css';
import { UsageRow } from './parts/usage-row.tsx';

const pageSize = 50;

/** Every credit is explained by a row; the balance is the ledger's. */
export function UsagePage() {
  const t = useTexts('billing');
  const { agentId } = useSearch({ from: '/app/$region/usage' });
  const { uid } = useWorkspace();
  const usage = useInfiniteQuery(
    query.billing.listUsage.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, agentId, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const entries = usage.data?.pages.flatMap((page) => page.items) ?? [];
  const isFractional = entries.some(({ amount }) => !Number.isInteger(amount));
  const [newest] = usage.data?.pages ?? [];
  return (
    <Page>
      <PageHeader title={t('usage.title')} description={t('usage.text')}>
        <AgentFilter agentId={agentId} />
      </PageHeader>
      {usage.isPending && <RowsSkeleton />}
      {usage.isError && entries.length === 0 && (
        <LoadFailure
          title={t('usage.loadFailed')}
          problem={toProblem(usage.error)}
          onRetry={() => void usage.refetch()}
        />
      )}
      {newest !== undefined && (
        <dl className={styles.figures}>
          <Figure label={t('usage.balance')} value={newest.loadTokens} hint={t('usage.balanceHint')} />
          <Figure label={t('usage.held')} value={newest.heldTokens} hint={t('usage.heldHint')} />
        </dl>
      )}
      {usage.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<IconChartBar size={28} stroke={1.5} />}
          title={agentId === undefined ? t('usage.none') : t('usage.noneOfAgent')}
          description={t('usage.noneText')}
        />
      )}
      {entries.length > 0 && (
        <DataTable
          label={t('usage.title')}
          columns={[
            { label: t('usage.when'), isWideOnly: true },
            { label: t('usage.what') },
            { label: t('usage.agent'), isWideOnly: true },
            { label: t('usage.credits'), kind: 'number' },
          ]}
          more={
            usage.hasNextPage ? { onMore: () => void usage.fetchNextPage(), isLoading: usage.isFetchingNextPage } : null
          }
        >
          {entries.map((entry) => (
            <UsageRow key={entry.id} entry={entry} isFractional={isFractional} />
          ))}
        </DataTable>
      )}
    </Page>
  );
}

function AgentFilter({ agentId }: { agentId: string | undefined }) {
  const t = useTexts('billing');
  const navigate = useNavigate({ from: '/app/$region/usage' });
  const { uid } = useWorkspace();
  const agents = useQuery(query.agents.list.queryOptions({ input: { uid, limit: 100 } }));
  return (
    <Select
      aria-label={t('usage.agent')}
      placeholder={t('usage.allAgents')}
      w={260}
      clearable
      searchable
      nothingFoundMessage={t('usage.noAgent')}
      clearButtonProps={{ 'aria-label': t('usage.showAllAgents') }}
      value={agentId ?? null}
      onChange={(value) => void navigate({ search: { agentId: value ?? undefined }, replace: true })}
      data={(agents.data?.items ?? []).map(({ ID, title }) => ({ value: ID, label: title }))}
    />
  );
}

function Figure({ label, value, hint }: { label: string; value: number; hint: string }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{formatCredits(value)}</dd>
      <dd className={styles.hint}>{hint}</dd>
    </div>
  );
}
