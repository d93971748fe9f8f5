import type { Report } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useAnalyticsInput } from '../use-range.ts';
import styles from './analytics.module.css';

/** The report of the range in the address; another range is shown dimmed over the one before until it is there. */
export function WithReport({ agentId, children }: { agentId: AgentId; children: (report: Report) => ReactNode }) {
  const t = useTexts('analytics');
  const input = useAnalyticsInput(agentId);
  const report = useQuery(
    query.analytics.getReport.queryOptions({ input, placeholderData: keepPreviousData, staleTime: 30_000 }),
  );
  if (report.data !== undefined)
    return (
      <div
        className={styles.report}
        data-stale={report.isPlaceholderData || undefined}
        aria-busy={report.isPlaceholderData}
      >
        {children(report.data)}
      </div>
    );
  if (report.isError)
    return (
      <div className={styles.report}>
        <LoadFailure title={t('loadFailed')} problem={toProblem(report.error)} onRetry={() => void report.refetch()} />
      </div>
    );
  return <ReportSkeleton />;
}

export function ReportSkeleton() {
  const t = useTexts('ui');
  return (
    <div aria-busy="true" aria-label={t('loading')} role="status">
      <Skeleton height={86} radius={8} mb={16} />
      <Skeleton height={260} radius={8} mb={16} />
      <div className={styles.pair}>
        <Skeleton height={240} radius={8} />
        <Skeleton height={240} radius={8} />
      </div>
    </div>
  );
}
