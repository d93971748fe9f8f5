import { Button } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { taughtLines } from '../taught-lines.ts';
import { UnansweredMenu } from '../unanswered-menu.tsx';
import styles from './unanswered-list.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** What visitors asked in vain, each question once. Who teaches its answer is done with it. */
export function UnansweredList({ agentId, mayWrite }: { agentId: string; mayWrite: boolean }) {
  const t = useTexts('knowledge');
  const { region } = useParams({ from: here });
  const unanswered = useInfiniteQuery(
    query.unanswered.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: agentId, cursor, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = unanswered.data?.pages.flatMap((page) => page.items) ?? [];
  if (unanswered.isPending) return <RowsSkeleton />;
  if (unanswered.isError && items.length === 0) {
    return (
      <LoadFailure
        title={t('unanswered.loadFailed')}
        problem={toProblem(unanswered.error)}
        onRetry={() => void unanswered.refetch()}
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconMessageCheck size={28} stroke={1.5} />}
        title={t('unanswered.nothing')}
        description={t('unanswered.nothingText')}
      />
    );
  }
  return (
    <DataTable
      label={t('unanswered.label')}
      columns={[
        { label: t('unanswered.question') },
        { label: t('unanswered.count'), kind: 'number' },
        { label: t('unanswered.asked'), isWideOnly: true },
        { label: t('unanswered.actions'), kind: 'hidden' },
      ]}
      more={
        unanswered.hasNextPage
          ? { onMore: () => void unanswered.fetchNextPage(), isLoading: unanswered.isFetchingNextPage }
          : null
      }
    >
      {items.map(({ messageId, conversationId, question, questions, count, askedAt }) => (
        <tr key={messageId}>
          <td className={styles.question}>
            <Link
              to={here}
              params={{ region, agentId, tab: 'convos' }}
              search={{ convo: conversationId }}
              title={t('unanswered.open')}
              data-text="content"
              dir="auto"
            >
              {question}
            </Link>
          </td>
          <td className={cell.number}>{formatCount(count)}</td>
          <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
            <RelativeTime date={askedAt} />
          </td>
          <td className={styles.short}>
            {mayWrite && (
              <div className={styles.actions}>
                <Button
                  variant="default"
                  size="compact-md"
                  fz={13}
                  aria-label={t('unanswered.addTo', { question })}
                  renderRoot={(props) => (
                    <Link
                      from={here}
                      search={{ view: 'unanswered', add: 'qa', question: taughtLines(questions) }}
                      {...props}
                    />
                  )}
                >
                  {t('unanswered.add')}
                </Button>
                <UnansweredMenu
                  agentId={agentId}
                  question={{ question, questions }}
                  others={items.filter((item) => item.messageId !== messageId)}
                />
              </div>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
