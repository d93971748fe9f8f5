import type { BlueprintPush, PushTarget } from '@antiphon/contract/blueprints';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import styles from './blueprints.module.css';
import { KeptList } from './kept-list.tsx';
import { TargetBadge } from './target-badge.tsx';

const pageSize = 25;
const LOOK_MS = 1_500;

/** What became of each agent of a push, and what was kept in it. */
export function PushTargets({ id, push, isMoving }: { id: string; push: BlueprintPush; isMoving: boolean }) {
  const t = useTexts('blueprints');
  const targets = useInfiniteQuery(
    query.blueprints.listTargets.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, pushId: push.id, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      refetchInterval: isMoving ? LOOK_MS : false,
    }),
  );
  const items = targets.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  const more = targets.hasNextPage
    ? { onMore: () => void targets.fetchNextPage(), isLoading: targets.isFetchingNextPage }
    : null;
  const columns = [
    { label: t('columns.agent') },
    { label: t('columns.state') },
    { label: t('columns.kept'), isWideOnly: true },
  ];
  return (
    <DataTable label={t('newest')} columns={columns} more={more}>
      {items.map((target) => (
        <tr key={target.agentId}>
          <td className={styles.nameCell}>
            <Link
              to="/app/$region/agents/$agentId/$tab"
              params={{ region: currentRegion(), agentId: target.agentId, tab: 'linked' }}
              search={{}}
              className={styles.name}
              data-text="content"
              dir="auto"
            >
              {target.title}
            </Link>
          </td>
          <td>
            <TargetBadge state={target.state} />
            <Why target={target} />
            {target.kept.length + target.overwritten.length > 0 && (
              <div className={styles.narrow}>
                <KeptList {...target} />
              </div>
            )}
          </td>
          <td className={cell.wideOnly}>
            {target.state !== 'waiting' && target.state !== 'failed' && <KeptList {...target} />}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Why({ target: { state, reason, message, version } }: { target: PushTarget }) {
  const t = useTexts('blueprints');
  if (reason === null)
    return state === 'done' && version !== null ? (
      <p className={styles.muted}>{t('publishedAs', { version })}</p>
    ) : null;
  return (
    <p className={styles.muted}>
      {t(`reason.${reason}`)}{' '}
      {message !== '' && (
        <span data-text="content" dir="auto">
          {message}
        </span>
      )}
    </p>
  );
}
