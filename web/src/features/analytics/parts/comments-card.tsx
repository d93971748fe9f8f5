import type { VisitorComment } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import { Button, Skeleton } from '@mantine/core';
import { IconStarFilled, IconThumbDown } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { formatExactDate } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useAnalyticsInput } from '../use-range.ts';
import styles from './analytics.module.css';

/** Whose comments alone are shown. */
export interface CommentsOf {
  kind: 'documents' | 'operators' | 'agents';
  id: string;
  name: string;
}

interface CommentsCardProps {
  agentId: AgentId;
  of: CommentsOf | null;
  onAll: () => void;
  /** The conversation can be opened. */
  mayRead: boolean;
}

const shownMax = 10;

export function CommentsCard({ agentId, of, onAll, mayRead }: CommentsCardProps) {
  const t = useTexts('analytics');
  const tSessions = useTexts('sessions');
  const tThumb = useTexts('conversations');
  const input = {
    ...useAnalyticsInput(agentId),
    ...(of?.kind === 'operators' ? { operatorId: of.id } : {}),
    ...(of?.kind === 'documents' ? { documentId: of.id } : {}),
  };
  const comments = useQuery(
    query.analytics.listComments.queryOptions({ input, placeholderData: keepPreviousData, staleTime: 30_000 }),
  );
  if (comments.isError && !comments.data)
    return (
      <LoadFailure
        title={t('loadFailed')}
        problem={toProblem(comments.error)}
        onRetry={() => void comments.refetch()}
      />
    );
  if (!comments.data) return <Skeleton height={240} radius={8} />;
  const { items } = comments.data;
  const what = ({ rating, reason }: VisitorComment) =>
    rating === null ? tThumb(`thumb.${reason ?? 'down'}`) : tSessions('ratingShort', { rating });
  return (
    <ChartCard
      title={of === null ? t('comments.title') : t('comments.of', { name: of.name || t('scores.gone') })}
      hint={t('comments.hint')}
      fileName="comments"
      empty={items.length === 0 ? t('comments.none') : undefined}
      aside={
        of !== null && (
          <Button variant="default" size="compact-sm" onClick={onAll}>
            {t('comments.all')}
          </Button>
        )
      }
      table={{
        columns: [
          { label: t('comments.date') },
          { label: t('comments.what') },
          { label: t('comments.text'), isContent: true },
          { label: t('comments.person'), isContent: true },
          { label: t('comments.sources'), isContent: true },
        ],
        rows: items.map((one) => [
          formatExactDate(new Date(one.at)),
          what(one),
          one.text,
          one.operator,
          one.sources.join(', '),
        ]),
      }}
    >
      <ol className={styles.comments} aria-label={t('comments.title')}>
        {items.slice(0, shownMax).map((one) => (
          <li key={`${one.conversationId} ${one.messageId}`}>
            <p className={styles.commentHead}>
              <span className={styles.verdict} data-is-good={(one.rating ?? 0) > 3 || undefined}>
                {one.rating === null ? (
                  <IconThumbDown size={14} stroke={1.5} aria-hidden="true" />
                ) : (
                  <IconStarFilled size={12} aria-hidden="true" />
                )}
                {what(one)}
              </span>
              {one.operator !== '' && (
                <span data-text="content" dir="auto">
                  {one.operator}
                </span>
              )}
              <OpenedDate comment={one} agentId={agentId} mayRead={mayRead} />
            </p>
            {one.text !== '' && (
              <p className={styles.commentText} data-text="content" dir="auto">
                {one.text}
              </p>
            )}
            {one.sources.length > 0 && (
              <p className={styles.commentSources} data-text="content" dir="auto">
                {one.sources.join(' · ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </ChartCard>
  );
}

function OpenedDate({ comment, agentId, mayRead }: { comment: VisitorComment; agentId: AgentId; mayRead: boolean }) {
  const date = <RelativeTime date={comment.at} />;
  if (!mayRead) return date;
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId, tab: 'convos' }}
      search={{ convo: comment.conversationId }}
    >
      {date}
    </Link>
  );
}
