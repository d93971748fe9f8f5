import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { Face } from '../../../ui/page/face.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';
import { useRestoreAgent } from '../use-restore-agent.ts';
import styles from './agent-row.module.css';

/** What was deleted and can still be taken back. */
export function TrashList() {
  const t = useTexts('agents');
  const { uid } = useWorkspace();
  const mayRestore = useMay('agents.write');
  const restoring = useRestoreAgent();
  const trash = useInfiniteQuery(
    query.agents.listTrash.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, cursor, limit: 50 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = trash.data?.pages.flatMap((page) => page.items) ?? [];
  if (trash.isPending) return <RowsSkeleton rows={3} />;
  if (trash.isError) {
    return (
      <LoadFailure
        title={t('trash.loadFailed')}
        problem={toProblem(trash.error)}
        onRetry={() => void trash.refetch()}
      />
    );
  }
  if (items.length === 0) return <EmptyState icon={<IconTrash size={28} stroke={1.5} />} title={t('trash.empty')} />;
  return (
    <DataTable
      label={t('trash.title')}
      columns={[
        { label: t('columns.agent') },
        { label: t('columns.deleted'), isWideOnly: true },
        { label: t('columns.purged'), isWideOnly: true },
        { label: t('columns.actions'), kind: 'hidden' },
      ]}
      more={
        trash.hasNextPage ? { onMore: () => void trash.fetchNextPage(), isLoading: trash.isFetchingNextPage } : null
      }
    >
      {items.map((agent) => (
        <tr key={agent.ID}>
          <td className={styles.cell}>
            <div className={styles.main}>
              <Face src={agent.roundedImageURL} name={agent.title} size={28} />
              <span className={styles.trashed} title={agent.title}>
                {agent.title}
              </span>
            </div>
          </td>
          <td className={`${cell.wideOnly} ${cell.muted} ${styles.time}`}>
            <RelativeTime date={agent.deletedAt} />
          </td>
          <td className={`${cell.wideOnly} ${cell.muted} ${styles.time}`}>
            <RelativeTime date={agent.purgedAt} />
          </td>
          <td className={styles.restore}>
            {mayRestore && (
              <Button
                variant="default"
                size="compact-sm"
                loading={restoring.isPending && restoring.variables === agent.ID}
                onClick={() => restoring.mutate(agent.ID)}
                aria-label={t('trash.restoreOne', { title: agent.title })}
              >
                {t('trash.restore')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
