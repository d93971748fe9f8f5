import { Select } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCredits } from '../../ui/format.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RowsSkeleton } from '../../ui/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/usage.module.css';
import { UsageRow } from './parts/usage-row.tsx';

const pageSize = 50;

/** Every credit is explained by a row; the balance is the ledger's. */
export function UsagePage() {
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
      <PageHeader title="Usage" description="What raised or lowered the balance, newest first.">
        <AgentFilter agentId={agentId} />
      </PageHeader>
      {usage.isPending && <RowsSkeleton />}
      {usage.isError && entries.length === 0 && (
        <LoadFailure
          title="The usage could not be loaded."
          problem={toProblem(usage.error)}
          onRetry={() => void usage.refetch()}
        />
      )}
      {newest !== undefined && (
        <dl className={styles.figures}>
          <Figure label="Balance" value={newest.loadTokens} hint="Credits that can be spent." />
          <Figure label="Held" value={newest.heldTokens} hint="Set aside for replies being written." />
        </dl>
      )}
      {usage.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<IconChartBar size={28} stroke={1.5} />}
          title={agentId === undefined ? 'There is no usage yet.' : 'This agent has used no credits yet.'}
          description="A line appears here for every reply that costs credits."
        />
      )}
      {entries.length > 0 && (
        <DataTable
          label="Usage"
          columns={[
            { label: 'When', isWideOnly: true },
            { label: 'What' },
            { label: 'Agent', isWideOnly: true },
            { label: 'Credits', kind: 'number' },
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
  const navigate = useNavigate({ from: '/app/$region/usage' });
  const { uid } = useWorkspace();
  const agents = useQuery(query.agents.list.queryOptions({ input: { uid, limit: 100 } }));
  return (
    <Select
      aria-label="Agent"
      placeholder="All agents"
      w={260}
      clearable
      searchable
      nothingFoundMessage="No agent has this name."
      clearButtonProps={{ 'aria-label': 'Show all agents' }}
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
