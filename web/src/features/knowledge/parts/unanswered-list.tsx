import { Button } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../../api.ts';
import { cell, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowsSkeleton } from '../../../ui/skeletons.tsx';
import styles from './unanswered-list.module.css';

const here = '/app/$region/agents/$agentId/$tab';

/** What visitors asked in vain. An answer becomes a text of the agent. */
export function UnansweredList({ agentId, mayWrite }: { agentId: string; mayWrite: boolean }) {
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
        title="The questions could not be loaded."
        problem={toProblem(unanswered.error)}
        onRetry={() => void unanswered.refetch()}
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconMessageCheck size={28} stroke={1.5} />}
        title="Nothing is unanswered."
        description="Questions that the agent could not answer stand here, so that you can teach it."
      />
    );
  }
  return (
    <DataTable
      label="Unanswered questions"
      columns={[{ label: 'Question' }, { label: 'Asked', isWideOnly: true }, { label: 'Actions', kind: 'hidden' }]}
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
              title="Open the conversation"
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
                aria-label={`Add an answer to: ${question}`}
                renderRoot={(props) => (
                  <Link from={here} search={{ view: 'unanswered', add: 'text', question }} {...props} />
                )}
              >
                Add an answer
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
