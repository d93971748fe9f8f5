import type { OrgId } from '@antiphon/contract/ids';
import { Button, Select } from '@mantine/core';
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
import { RangeBar } from '../analytics/range-bar.tsx';
import { type Days, ownTimeZone } from '../analytics/ranges.ts';
import { useRange } from '../analytics/use-range.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { AccountFilter } from './parts/account-filter.tsx';
import { Figure, Figures } from './parts/figures.tsx';
import styles from './parts/usage.module.css';
import { UsageCharts } from './parts/usage-charts.tsx';
import { UsageRow } from './parts/usage-row.tsx';
import { useUsageExport } from './parts/use-usage-export.ts';

const pageSize = 50;

/** The beginning of the first day and the end of the last, where the person is. */
const momentsOf = ({ from, to }: Days) => {
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { from: new Date(`${from}T00:00:00`).toISOString(), to: end.toISOString() };
};

/** Every credit is explained by a row; the balance is the ledger's. */
export function UsagePage() {
  const t = useTexts('billing');
  const { agentId, orgId } = useSearch({ from: '/app/$region/usage' });
  const { uid } = useWorkspace();
  const { days } = useRange();
  const shown = { uid, orgId: orgId as OrgId | undefined, agentId, ...momentsOf(days) };
  const exporting = useUsageExport();
  const summary = useQuery(
    query.billing.sumUsage.queryOptions({
      input: { uid, orgId: orgId as OrgId | undefined, agentId, ...days, timeZone: ownTimeZone() },
      placeholderData: keepPreviousData,
    }),
  );
  const usage = useInfiniteQuery(
    query.billing.listUsage.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...shown, cursor, limit: pageSize }),
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
      <PageHeader
        title={t('usage.title')}
        description={t('usage.text')}
        action={
          entries.length > 0 && (
            <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate(shown)}>
              {t('usage.export')}
            </Button>
          )
        }
      >
        <RangeBar />
        <AccountFilter orgId={orgId} />
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
        <Figures>
          <Figure
            label={t('usage.used')}
            value={summary.data ? formatCredits(summary.data.credits) : '–'}
            hint={t('usage.usedHint', { count: summary.data?.answers ?? 0 })}
          />
          <Figure label={t('usage.balance')} value={formatCredits(newest.loadTokens)} hint={t('usage.balanceHint')} />
          <Figure label={t('usage.held')} value={formatCredits(newest.heldTokens)} hint={t('usage.heldHint')} />
        </Figures>
      )}
      {summary.data && entries.length > 0 && <UsageCharts summary={summary.data} />}
      {usage.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<IconChartBar size={28} stroke={1.5} />}
          title={agentId === undefined ? t('usage.none') : t('usage.noneOfAgent')}
          description={t('usage.noneText')}
        />
      )}
      {entries.length > 0 && <h2 className={styles.history}>{t('usage.history')}</h2>}
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
      onChange={(value) => void navigate({ search: (old) => ({ ...old, agentId: value ?? undefined }), replace: true })}
      data={(agents.data?.items ?? []).map(({ ID, title }) => ({ value: ID, label: title }))}
    />
  );
}
