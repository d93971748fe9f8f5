import type { BlueprintLink } from '@antiphon/contract/blueprints';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import styles from './blueprints.module.css';
import { SlotsDialog } from './slots-dialog.tsx';
import { TargetBadge } from './target-badge.tsx';
import { useBlueprintCall } from './use-blueprint-call.ts';

const pageSize = 25;

interface LinkTableProps {
  id: string;
  slots: readonly string[];
  mayWrite: boolean;
}

/** The agents that follow, with what each has and what is fitted in it. */
export function LinkTable({ id, slots, mayWrite }: LinkTableProps) {
  const t = useTexts('blueprints');
  const [unlinked, setUnlinked] = useState<BlueprintLink | null>(null);
  const [filled, setFilled] = useState<BlueprintLink | null>(null);
  const links = useInfiniteQuery(
    query.blueprints.listLinks.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const unlinking = useBlueprintCall((agentId: string) => api.blueprints.unlink({ id, agentId }), {
    success: t('unlink.done'),
    failure: t('unlink.failed'),
  });
  if (links.isError)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(links.error)} onRetry={() => void links.refetch()} />
    );
  if (!links.data) return <RowsSkeleton />;
  const more = links.hasNextPage
    ? { onMore: () => void links.fetchNextPage(), isLoading: links.isFetchingNextPage }
    : null;
  const columns = [
    { label: t('columns.agent') },
    { label: t('columns.version'), isWideOnly: true },
    { label: t('columns.overrides'), kind: 'number' as const },
    { label: t('columns.lastPush'), isWideOnly: true },
    ...(mayWrite ? [{ label: t('columns.actions'), kind: 'hidden' as const }] : []),
  ];
  return (
    <section>
      <h2 className={styles.heading}>{t('list')}</h2>
      <DataTable label={t('list')} columns={columns} more={more}>
        {links.data.pages
          .flatMap(({ items }) => items)
          .map((link) => (
            <tr key={link.agentId}>
              <td className={styles.nameCell}>
                <Link
                  to="/app/$region/agents/$agentId/$tab"
                  params={{ region: currentRegion(), agentId: link.agentId, tab: 'linked' }}
                  search={{}}
                  className={styles.name}
                  data-text="content"
                  dir="auto"
                >
                  {link.title}
                </Link>
                {link.missingSlots.length > 0 && (
                  <span className={styles.missing}>{t('slots.missing', { count: link.missingSlots.length })}</span>
                )}
              </td>
              <td className={`${cell.muted} ${cell.wideOnly}`}>{t('version', { number: link.appliedVersion })}</td>
              <td className={cell.number}>{link.overrides}</td>
              <td className={cell.wideOnly}>
                {link.lastPush && (
                  <>
                    <TargetBadge state={link.lastPush.state} />{' '}
                    {link.lastPush.at && (
                      <span className={styles.muted}>
                        <RelativeTime date={link.lastPush.at} />
                      </span>
                    )}
                  </>
                )}
              </td>
              {mayWrite && (
                <td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {slots.length > 0 && (
                      <Button
                        variant="default"
                        size="compact-md"
                        fz={13}
                        aria-label={t('slots.title', { title: link.title })}
                        onClick={() => setFilled(link)}
                      >
                        {t('slots.action')}
                      </Button>
                    )}
                    <Button
                      variant="default"
                      size="compact-md"
                      fz={13}
                      aria-label={t('unlink.title', { title: link.title })}
                      onClick={() => setUnlinked(link)}
                    >
                      {t('unlink.action')}
                    </Button>
                  </Group>
                </td>
              )}
            </tr>
          ))}
      </DataTable>
      {filled && (
        <SlotsDialog key={filled.agentId} id={id} names={slots} link={filled} onClose={() => setFilled(null)} />
      )}
      <ConfirmDialog
        isOpen={unlinked !== null}
        onClose={() => setUnlinked(null)}
        title={t('unlink.title', { title: unlinked?.title ?? '' })}
        confirmLabel={t('unlink.confirm')}
        isPending={unlinking.isPending}
        onConfirm={() => unlinked && unlinking.mutate(unlinked.agentId, { onSuccess: () => setUnlinked(null) })}
      >
        {t('unlink.text')}
      </ConfirmDialog>
    </section>
  );
}
