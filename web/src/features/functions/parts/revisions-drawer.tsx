import type { FunctionId } from '@antiphon/contract/ids';
import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './functions.module.css';

interface RevisionsDrawerProps {
  functionId: FunctionId;
  isOpen: boolean;
  onClose: () => void;
}

/** What was published, by whom and when. */
export function RevisionsDrawer({ functionId, isOpen, onClose }: RevisionsDrawerProps) {
  const t = useTexts('functions');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('revisions.title')}>
      <Revisions functionId={functionId} />
    </Drawer>
  );
}

function Revisions({ functionId }: { functionId: FunctionId }) {
  const t = useTexts('functions');
  const { uid } = useWorkspace();
  const revisions = useQuery(query.functions.listRevisions.queryOptions({ input: { uid, functionId } }));
  if (revisions.isPending) return <RowsSkeleton rows={3} />;
  if (revisions.isError && !revisions.data)
    return (
      <LoadFailure
        title={t('revisions.loadFailed')}
        problem={toProblem(revisions.error)}
        onRetry={() => void revisions.refetch()}
      />
    );
  const { items } = revisions.data;
  if (items.length === 0) return <Text c="var(--ui-muted)">{t('revisions.none')}</Text>;
  return (
    <>
      <Text c="var(--ui-muted)">{t('revisions.text')}</Text>
      <ol className={styles.revisions}>
        {items.map(({ number, publishedBy, publishedAt }, index) => (
          <li key={number}>
            <div>
              {t('states.published', { number })}
              {index === 0 && <StatusBadge tone="good">{t('revisions.newest')}</StatusBadge>}
            </div>
            <div className={styles.hint}>
              <span data-text="content" dir="auto">
                {publishedBy}
              </span>
              {' · '}
              <RelativeTime date={publishedAt} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
