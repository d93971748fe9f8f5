import type { CrawlChange, CrawlRun } from '@antiphon/contract/crawls';
import type { AgentId, CrawlRunId, DocumentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatMoment } from '../../ui/format/format.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { RunStateBadge } from './parts/crawl-state.tsx';
import styles from './parts/crawls.module.css';
import { PageDrawer } from './parts/page-drawer.tsx';
import { RunPages } from './parts/run-pages.tsx';
import { WaitingRun } from './parts/waiting-run.tsx';

const here = '/app/$region/automations/$agentId/$docId/$runId';
const pollMs = 1_500;
const pageSize = 50;

/** One run: which pages differ, and what changed in each. */
export function CrawlRunPage() {
  const t = useTexts('crawls');
  const params = useParams({ from: here });
  const { change, page } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const target = {
    id: params.agentId as AgentId,
    docId: params.docId as DocumentId,
    runId: params.runId as CrawlRunId,
  };
  const crawl = useQuery(query.crawls.get.queryOptions({ input: { id: target.id, docId: target.docId } }));
  const pages = useInfiniteQuery(
    query.crawls.getRun.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...target, change, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (isUnderWay(state.data?.pages[0]) ? pollMs : false),
    }),
  );
  const run = pages.data?.pages[0];
  const isMissing = pages.isError && [400, 404].includes(toProblem(pages.error).status);
  const show = (id: string | undefined) => void navigate({ search: (old) => ({ ...old, page: id }) });
  const more = pages.hasNextPage
    ? { onMore: () => void pages.fetchNextPage(), isLoading: pages.isFetchingNextPage }
    : null;
  return (
    <Page>
      <Link
        to="/app/$region/automations/$agentId/$docId"
        params={{ region: currentRegion(), agentId: params.agentId, docId: params.docId }}
        className={styles.back}
      >
        <IconArrowLeft size={16} stroke={1.5} className="mirrored" aria-hidden="true" />
        <span data-text="content" dir="auto">
          {crawl.data?.title ?? t('toCrawl')}
        </span>
      </Link>
      {isMissing && !run && (
        <EmptyState title={t('missingRun.title')} description={t('missingRun.text', { count: limits.crawlRunsKept })} />
      )}
      {pages.isError && !isMissing && !run && (
        <LoadFailure title={t('runLoadFailed')} problem={toProblem(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && <RowsSkeleton />}
      {run && (
        <>
          <PageHeader
            title={t('runTitle', { date: formatMoment(new Date(run.startedAt)) })}
            description={<RunStateBadge run={run} />}
          />
          <div className={styles.body}>
            {run.state === 'waiting' && crawl.data && <WaitingRun crawl={crawl.data} run={run} isReviewed />}
            {run.reason !== null && (
              <p
                className={`${styles.reason} ${run.state === 'failed' ? styles.bad : ''}`}
                data-text="content"
                dir="auto"
              >
                {run.reason}
              </p>
            )}
            <section>
              <Changes run={run} chosen={change} />
              {change === 'needs_javascript' && <p className={styles.reason}>{t('needsHint')}</p>}
              <RunPages
                items={pages.data?.pages.flatMap(({ items }) => items) ?? []}
                isChosen={change !== undefined}
                more={more}
                onShow={show}
              />
            </section>
          </div>
        </>
      )}
      {page !== undefined && <PageDrawer target={target} pageId={page} onClose={() => show(undefined)} />}
    </Page>
  );
}

const isUnderWay = (run: Pick<CrawlRun, 'state'> | undefined) => run?.state === 'running' || run?.state === 'applying';

const changes: CrawlChange[] = ['added', 'changed', 'removed', 'failed', 'needs_javascript'];

function Changes({ run, chosen }: { run: CrawlRun; chosen: CrawlChange | undefined }) {
  const t = useTexts('crawls');
  const counts = { ...run, needs_javascript: run.needsJavaScript };
  const there = changes.filter((change) => counts[change] > 0 || change === chosen);
  return (
    <ul className={styles.changes}>
      {[undefined, ...there].map((change) => (
        <li key={change ?? 'all'}>
          <Link
            from={here}
            search={{ change }}
            replace
            className={styles.change}
            // All is the list without a name: a named one is not it.
            activeOptions={{ explicitUndefined: true }}
          >
            {change === undefined ? t('changes.all') : t(`counts.${change}`, { count: counts[change] })}
          </Link>
        </li>
      ))}
      <li className={styles.change} style={{ borderColor: 'transparent' }}>
        {t('counts.unchanged', { count: run.unchanged })}
      </li>
    </ul>
  );
}
