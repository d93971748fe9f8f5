import type { Crawl } from '@antiphon/contract/crawls';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { CrawlDrawer } from './parts/crawl-drawer.tsx';
import { CrawlFacts } from './parts/crawl-facts.tsx';
import { CrawlMenu } from './parts/crawl-menu.tsx';
import { CrawlStateBadge } from './parts/crawl-state.tsx';
import styles from './parts/crawls.module.css';
import { RunList } from './parts/run-list.tsx';
import { isMoving } from './parts/say-crawl.ts';
import { useCrawlActions } from './parts/use-crawl-actions.ts';
import { WaitingRun } from './parts/waiting-run.tsx';

const here = '/app/$region/automations/$agentId/$docId';
const pollMs = 1_500;

/** One crawl: what it reads, when, and what its runs changed. */
export function CrawlPage() {
  const t = useTexts('crawls');
  const { agentId, docId } = useParams({ from: here });
  const { edit } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const one = useQuery(
    query.crawls.get.queryOptions({
      input: { id: agentId as AgentId, docId: docId as DocumentId },
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? pollMs : false),
    }),
  );
  const isMissing = one.isError && [400, 404].includes(toProblem(one.error).status);
  return (
    <Page>
      <Link to="/app/$region/automations" params={{ region: currentRegion() }} className={styles.back}>
        <IconArrowLeft size={16} stroke={1.5} className="mirrored" aria-hidden="true" />
        {t('back')}
      </Link>
      {isMissing && !one.data && <EmptyState title={t('missing.title')} description={t('missing.text')} />}
      {one.isError && !isMissing && !one.data && (
        <LoadFailure title={t('oneLoadFailed')} problem={toProblem(one.error)} onRetry={() => void one.refetch()} />
      )}
      {one.isPending && <FormSkeleton />}
      {one.data && <Shown crawl={one.data} />}
      {one.data?.mayWrite && edit && (
        <CrawlDrawer crawl={one.data} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </Page>
  );
}

function Shown({ crawl }: { crawl: Crawl }) {
  const t = useTexts('crawls');
  const { run } = useCrawlActions(crawl);
  const waiting = crawl.runs.find(({ id }) => id === crawl.waitingRunId);
  return (
    <>
      <PageHeader
        title={crawl.title}
        description={<CrawlStateBadge line={crawl} />}
        action={
          crawl.mayWrite && (
            <Group gap={4} wrap="nowrap">
              <Button
                variant="default"
                loading={run.isPending}
                disabled={crawl.state === 'running'}
                leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => run.mutate()}
              >
                {t('actions.run')}
              </Button>
              <CrawlMenu line={crawl} />
            </Group>
          )
        }
      />
      <div className={styles.body}>
        {waiting ? (
          <WaitingRun crawl={crawl} run={waiting} />
        ) : (
          crawl.stateReason !== null && (
            <p
              className={`${styles.reason} ${crawl.state === 'failed' ? styles.bad : ''}`}
              data-text="content"
              dir="auto"
            >
              {crawl.stateReason}
            </p>
          )
        )}
        <CrawlFacts crawl={crawl} />
        <RunList crawl={crawl} />
      </div>
    </>
  );
}
