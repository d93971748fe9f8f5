import type { AskedScore, Score } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { formatPercent, formatScore } from '../../../ui/charts/chart-format.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useAnalyticsInput } from '../use-range.ts';
import styles from './analytics.module.css';
import { CommentsCard, type CommentsOf } from './comments-card.tsx';
import { shareOf } from './report-words.ts';

type Group = 'documents' | 'operators' | 'agents';
const groups: Group[] = ['documents', 'operators', 'agents'];

/** What visitors thought: by source, person and agent, with what they wrote. */
export function ScorePanels({ agentId, mayRead }: { agentId: AgentId; mayRead: boolean }) {
  const [of, setOf] = useState<CommentsOf | null>(null);
  return (
    <div className={`${styles.pair} ${styles.report}`}>
      <ScoresCard agentId={agentId} of={of} onChoose={setOf} />
      <CommentsCard agentId={agentId} of={of} onAll={() => setOf(null)} mayRead={mayRead} />
    </div>
  );
}

interface ScoresCardProps {
  agentId: AgentId;
  of: CommentsOf | null;
  onChoose: (of: CommentsOf | null) => void;
}

function ScoresCard({ agentId, of, onChoose }: ScoresCardProps) {
  const t = useTexts('analytics');
  const input = useAnalyticsInput(agentId);
  const [group, setGroup] = useState<Group>('documents');
  // An agent is compared with the others.
  const asked = group === 'agents' ? { ...input, agentId: undefined } : input;
  const scores = useQuery(
    query.analytics.listScores.queryOptions({ input: asked, placeholderData: keepPreviousData, staleTime: 30_000 }),
  );
  if (scores.isError && !scores.data)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(scores.error)} onRetry={() => void scores.refetch()} />
    );
  if (!scores.data) return <Skeleton height={240} radius={8} />;
  const rows: (Score | AskedScore)[] = scores.data[group];
  const columns = [
    { label: t('scores.name'), isContent: true },
    { label: t('scores.score') },
    ...(group === 'documents' ? [] : [{ label: t('figures.rated') }]),
    { label: t('scores.ratings') },
    { label: t('scores.up') },
    { label: t('scores.down') },
  ];
  const choose = (row: Score) => onChoose(row.id === of?.id ? null : { kind: group, id: row.id, name: row.name });
  return (
    <ChartCard
      title={t('scores.title')}
      fileName={`ratings-by-${group}`}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('scores.by')}
          value={group}
          onChange={(value) => {
            setGroup(value as Group);
            onChoose(null);
          }}
          data={groups.map((value) => ({ value, label: t(`scores.${value}`) }))}
        />
      }
      table={{
        columns,
        rows: rows.map((row) => [
          row.name || t('scores.gone'),
          scoreOf(row),
          ...('conversations' in row ? [ratedOf(row)] : []),
          ...[row.ratings, row.thumbsUp, row.thumbsDown],
        ]),
      }}
    >
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t(group === 'operators' ? 'scores.noOperators' : 'scores.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className={styles.scoresPlace} aria-label={t('scores.title')} tabIndex={0}>
          <table className={styles.scores} aria-label={t('scores.title')}>
            <thead>
              <tr>
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} data-chosen={row.id === of?.id || undefined}>
                  <th scope="row">
                    <NameOf row={row} isChosen={row.id === of?.id} onChoose={group === 'agents' ? null : choose} />
                  </th>
                  <td>{scoreOf(row)}</td>
                  {'conversations' in row && <td>{ratedOf(row)}</td>}
                  <td>{formatCount(row.ratings)}</td>
                  <td>{formatCount(row.thumbsUp)}</td>
                  <td>{formatCount(row.thumbsDown)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </ChartCard>
  );
}

const scoreOf = ({ stars, ratings }: Score) => (ratings === 0 ? '–' : formatScore(stars / ratings));
function ratedOf({ ratings, conversations }: AskedScore) {
  const share = shareOf(ratings, conversations);
  return share === null ? '–' : formatPercent(share);
}

/** A press shows the comments on it alone, a second one all of them again. */
function NameOf({
  row,
  isChosen,
  onChoose,
}: {
  row: Score;
  isChosen: boolean;
  onChoose: ((row: Score) => void) | null;
}) {
  const t = useTexts('analytics');
  const words =
    row.name === '' ? (
      <span className={styles.gone}>{t('scores.gone')}</span>
    ) : (
      <span data-text="content" dir="auto" title={row.name}>
        {row.name}
      </span>
    );
  if (onChoose === null) return words;
  return (
    <button type="button" className={styles.chooser} aria-pressed={isChosen} onClick={() => onChoose(row)}>
      {words}
    </button>
  );
}
