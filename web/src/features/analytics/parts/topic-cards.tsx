import type { AskedQuestion } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import type { UnansweredQuestion } from '@antiphon/contract/unanswered';
import { Anchor, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { formatCountry, formatPercent } from '../../../ui/charts/chart-format.ts';
import { RankList } from '../../../ui/charts/rank-list.tsx';
import { formatExactDate } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { taughtLines } from '../../knowledge/taught-lines.ts';
import { UnansweredMenu } from '../../knowledge/unanswered-menu.tsx';
import { useAnalyticsInput } from '../use-range.ts';
import styles from './analytics.module.css';

const shownMax = 10;
const kept = { placeholderData: keepPreviousData, staleTime: 30_000 };

export interface TopicsProps {
  agentId: AgentId;
  /** What else the person may open: the conversation of a question, the knowledge that answers it. */
  mayRead: boolean;
  mayTeach: boolean;
}

/** Questions that were asked most, and those that nobody could answer. */
export function QuestionCards({ agentId, mayRead, mayTeach }: TopicsProps) {
  const t = useTexts('analytics');
  const input = useAnalyticsInput(agentId);
  const questions = useQuery(query.analytics.listQuestions.queryOptions({ input, ...kept }));
  if (questions.isError && !questions.data)
    return (
      <LoadFailure
        title={t('loadFailed')}
        problem={toProblem(questions.error)}
        onRetry={() => void questions.refetch()}
      />
    );
  if (!questions.data) return <Waiting />;
  const { asked, unanswered } = questions.data;
  const columns = [
    { label: t('questions.question'), isContent: true },
    { label: t('questions.asked') },
    { label: t('questions.unknown') },
    { label: t('questions.last') },
  ];
  const rowsOf = (found: AskedQuestion[]) =>
    found.map((one) => [one.question, one.asked, one.unknown, formatExactDate(new Date(one.lastAskedAt))]);
  return (
    <>
      <ChartCard
        title={t('questions.title')}
        fileName="questions"
        empty={asked.length === 0 ? t('questions.none') : undefined}
        table={{ columns, rows: rowsOf(asked) }}
      >
        <RankList
          label={t('questions.title')}
          ranks={asked.slice(0, shownMax).map((one) => ({
            id: one.question,
            label: <Words question={one} agentId={agentId} isLinked={mayRead} />,
            count: one.asked,
          }))}
        />
      </ChartCard>
      <ChartCard
        title={t('unanswered.title')}
        hint={mayTeach ? t('unanswered.hint') : undefined}
        fileName="unanswered-questions"
        empty={unanswered.length === 0 ? t('unanswered.none') : undefined}
        table={{ columns, rows: rowsOf(unanswered) }}
      >
        <UnansweredList
          questions={unanswered
            .slice(0, shownMax)
            .map(({ unknown: count, ...one }) => ({ ...one, questions: [one.question], count }))}
          agentId={agentId}
          {...{ mayRead, mayTeach }}
        />
      </ChartCard>
    </>
  );
}

export function UnansweredList({
  questions,
  agentId,
  mayRead,
  mayTeach,
}: TopicsProps & { questions: Pick<UnansweredQuestion, 'question' | 'questions' | 'count' | 'conversationId'>[] }) {
  const t = useTexts('analytics');
  return (
    <RankList
      label={t('unanswered.title')}
      ranks={questions.map((one) => ({
        id: one.question,
        label: <Words question={one} agentId={agentId} isLinked={mayRead} />,
        count: one.count,
        action: mayTeach && (
          <span className={styles.actions}>
            <Anchor
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/app/$region/agents/$agentId/$tab"
                  params={{ region: currentRegion(), agentId, tab: 'kb' }}
                  search={{ view: 'unanswered', add: 'qa', question: taughtLines(one.questions) }}
                />
              )}
              size="sm"
              className={styles.teach}
            >
              {t('unanswered.teach')}
            </Anchor>
            <UnansweredMenu agentId={agentId} question={one} />
          </span>
        ),
      }))}
    />
  );
}

function Words({
  question,
  agentId,
  isLinked,
}: {
  question: Pick<AskedQuestion, 'question' | 'conversationId'>;
  agentId: AgentId;
  isLinked: boolean;
}) {
  const words = (
    <span data-text="content" dir="auto" title={question.question}>
      {question.question}
    </span>
  );
  if (!isLinked) return words;
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId, tab: 'convos' }}
      search={{ convo: question.conversationId }}
      className={styles.quiet}
    >
      {words}
    </Link>
  );
}

/** Documents that replies cite. */
export function SourcesCard({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const input = useAnalyticsInput(agentId);
  const sources = useQuery(query.analytics.listSources.queryOptions({ input, ...kept }));
  if (sources.isError && !sources.data)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(sources.error)} onRetry={() => void sources.refetch()} />
    );
  if (!sources.data) return <Waiting />;
  const { items } = sources.data;
  const nameOf = (title: string) => title || t('sources.gone');
  return (
    <ChartCard
      title={t('sources.title')}
      hint={t('sources.hint')}
      fileName="sources"
      empty={items.length === 0 ? t('sources.none') : undefined}
      table={{
        columns: [{ label: t('sources.document'), isContent: true }, { label: t('sources.cited') }],
        rows: items.map(({ title, cited }) => [nameOf(title), cited]),
      }}
    >
      <RankList
        label={t('sources.title')}
        ranks={items.slice(0, shownMax).map(({ documentId, title, url, cited }) => ({
          id: documentId,
          label:
            title === '' ? (
              <span className={styles.gone}>{t('sources.gone')}</span>
            ) : (
              <span data-text="content" dir="auto" title={url ?? title}>
                {title}
              </span>
            ),
          count: cited,
        }))}
      />
    </ChartCard>
  );
}

/** Only where a country is known: not every agent records it. */
export function CountriesCard({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const input = useAnalyticsInput(agentId);
  const countries = useQuery(query.analytics.listCountries.queryOptions({ input, ...kept }));
  const items = countries.data?.items ?? [];
  if (items.length === 0) return null;
  const all = items.reduce((sum, { conversations }) => sum + conversations, 0);
  return (
    <ChartCard
      title={t('countries.title')}
      fileName="countries"
      table={{
        columns: [{ label: t('countries.country') }, { label: t('figures.conversations') }],
        rows: items.map(({ country, conversations }) => [formatCountry(country), conversations]),
      }}
    >
      <RankList
        label={t('countries.title')}
        ranks={items.slice(0, shownMax).map(({ country, conversations }) => ({
          id: country,
          label: <bdi>{formatCountry(country)}</bdi>,
          count: conversations,
          note: formatPercent(conversations / all),
        }))}
      />
    </ChartCard>
  );
}

function Waiting() {
  return <Skeleton height={240} radius={8} />;
}
