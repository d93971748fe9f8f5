import type { Report } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { readAnew } from '../signals/read-anew.ts';
import { useSignals } from '../signals/use-signals.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/analytics.module.css';
import { homeNames, trendDays, WaitingLine } from './parts/home-parts.tsx';
import { VolumeChart } from './parts/report-charts.tsx';
import { ReportFigures } from './parts/report-figures.tsx';
import { UnansweredList } from './parts/topic-cards.tsx';
import { ReportSkeleton } from './parts/with-report.tsx';
import { dayAfter, ownTimeZone } from './ranges.ts';

const taughtMax = 5;
/** Who waits is looked for again this often while the page is open. */
const lookAgainMs = 30_000;

/** What happened since yesterday, who waits, where it goes, and what to teach; the next step where nothing happened yet. */
export function HomePage({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const now = new Date();
  const of = { uid, agentId, to: dayAfter(now, 0), timeZone: ownTimeZone() };
  const recent = useQuery(
    query.analytics.getReport.queryOptions({
      input: { ...of, from: dayAfter(now, -1) },
      refetchInterval: lookAgainMs,
    }),
  );
  const trend = useQuery(
    query.analytics.getReport.queryOptions({ input: { ...of, from: dayAfter(now, 1 - trendDays) }, staleTime: 30_000 }),
  );
  // Whoever asks for a person is told of: nobody waits for the next look.
  useSignals((signal) => {
    if (signal?.kind === 'notification') void readAnew(queryClient, query.analytics.getReport.key());
  });
  const failed = [recent, trend].find(({ isError, data }) => isError && data === undefined);
  return (
    <Page>
      <PageHeader title={t('home.title')} description={t('home.text')} />
      {failed && (
        <LoadFailure
          title={t('loadFailed')}
          problem={toProblem(failed.error)}
          onRetry={() => {
            void recent.refetch();
            void trend.refetch();
          }}
        />
      )}
      {!failed && !(recent.data && trend.data) && <ReportSkeleton />}
      {recent.data && trend.data && <Home agentId={agentId} recent={recent.data} trend={trend.data} />}
    </Page>
  );
}

function Home({ agentId, recent, trend }: { agentId: AgentId; recent: Report; trend: Report }) {
  const t = useTexts('analytics');
  const isNew = trend.totals.conversations === 0 && recent.waiting === 0;
  return (
    <div className={styles.report}>
      {recent.waiting > 0 && <WaitingChats agentId={agentId} count={recent.waiting} />}
      {isNew ? (
        <FirstSteps agentId={agentId} />
      ) : (
        <>
          <ReportFigures report={recent} names={homeNames} />
          <VolumeChart report={trend} title={t('home.trend', { days: trendDays })} />
          <ToTeach agentId={agentId} />
        </>
      )}
    </div>
  );
}

function WaitingChats({ agentId, count }: { agentId: AgentId; count: number }) {
  const t = useTexts('analytics');
  const mayOpen = useClient().pages.includes('/convos');
  const action = mayOpen && (
    <Button
      size="compact-md"
      fz={13}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/app/$region/agents/$agentId/$tab"
          params={{ region: currentRegion(), agentId, tab: 'convos' }}
          search={{ view: 'inbox' } as never}
        />
      )}
    >
      {t('home.answer')}
    </Button>
  );
  return <WaitingLine count={count} action={action} />;
}

/** Nobody wrote yet: what can be done about that, as far as it is open to the person. */
function FirstSteps({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const { pages } = useClient();
  const step = (['/channels', '/kb'] as const).find((page) => pages.includes(page));
  return (
    <EmptyState
      icon={<IconMessages size={28} stroke={1.5} />}
      title={t('home.none')}
      description={t('home.noneText')}
      action={
        step && (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to="/app/$region/agents/$agentId/$tab"
                params={{ region: currentRegion(), agentId, tab: step.slice(1) }}
              />
            )}
          >
            {step === '/channels' ? t('home.getScript') : t('home.addKnowledge')}
          </Button>
        )
      }
    />
  );
}

function ToTeach({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const { pages } = useClient();
  const mayTeach = pages.includes('/kb');
  const questions = useQuery(
    query.unanswered.list.queryOptions({ input: { id: agentId, limit: 50 }, staleTime: 30_000 }),
  );
  const found = questions.data?.items ?? [];
  if (found.length === 0) return null;
  return (
    <ChartCard
      title={t('unanswered.title')}
      hint={mayTeach ? t('unanswered.hint') : undefined}
      fileName="unanswered-questions"
      table={{
        columns: [{ label: t('questions.question'), isContent: true }, { label: t('questions.unknown') }],
        rows: found.map(({ question, count }) => [question, count]),
      }}
    >
      <UnansweredList
        questions={found.slice(0, taughtMax)}
        agentId={agentId}
        mayRead={pages.includes('/convos')}
        mayTeach={mayTeach}
      />
    </ChartCard>
  );
}
