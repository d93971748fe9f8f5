import { Button } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './unanswered-list.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** What visitors asked in vain. An answer becomes a text of the agent. */
export function UnansweredList({ agentId, mayWrite }: { agentId: string; mayWrite: boolean }) {
  const t = useTexts('knowledge');
  const { region } = useParams({ from: here });
  const unanswered = useInfiniteQuery(
    query.conversations.listUnanswered.infiniteOptions({
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
        { label: t('unanswered.asked'), isWideOnly: true },
        { label: t('unanswered.actions'), kind: 'hidden' },
      ]}
      more={
        unanswered.hasNextPage
          ? { onMore: () => void unanswered.fetchNextPage(), isLoading: unanswered.isFetchingNextPage }
          : null
      }
    >
      {items.map(({ messageId, conversationId, question, askedAt }) => (
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
          <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
            <RelativeTime date={askedAt} />
          </td>
          <td className={styles.short}>
            {mayWrite && (
              <Button
                variant="default"
                size="compact-md"
                fz={13}
                aria-label={t('unanswered.addTo', { question })}
                renderRoot={(props) => (
                  <Link from={here} search={{ view: 'unanswered', add: 'text', question }} {...props} />
                )}
              >
                {t('unanswered.add')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
