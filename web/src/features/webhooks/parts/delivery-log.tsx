import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, query, toProblem } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { deliveryStates, deliveryTypes } from './delivery-words.ts';
import styles from './webhooks.module.css';

const pageSize = 50;

/** Newest first, page by page. */
export function DeliveryLog({ mayWrite }: { mayWrite: boolean }) {
  const t = useTexts('webhooks');
  const { state, type } = useSearch({ from: '/app/$region/events' });
  const navigate = useNavigate({ from: '/app/$region/events' });
  const { uid } = useWorkspace();
  const log = useInfiniteQuery(
    query.webhooks.listDeliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, state, type, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = log.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = state !== undefined || type !== undefined;
  return (
    <section className={styles.log} aria-label={t('log.title')}>
      <div className={styles.logHead}>
        <div>
          <h2 className={styles.logTitle}>{t('log.title')}</h2>
          <p className={styles.hint}>{t('log.hint')}</p>
        </div>
        <div className={styles.filters}>
          <Select
            aria-label={t('log.state')}
            placeholder={t('log.anyState')}
            clearable
            data={deliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={state ?? null}
            onChange={(value) => void navigate({ search: (old) => ({ ...old, state: value ?? undefined }) })}
          />
          <Select
            aria-label={t('log.type')}
            placeholder={t('log.anyType')}
            clearable
            data={deliveryTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={type ?? null}
            onChange={(value) => void navigate({ search: (old) => ({ ...old, type: value ?? undefined }) })}
          />
          {mayWrite && <ReplayFailed />}
        </div>
      </div>
      {log.isPending && <RowsSkeleton rows={4} />}
      {log.isError && !log.data && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(log.error)} onRetry={() => void log.refetch()} />
      )}
      {log.isSuccess && items.length === 0 && (
        <EmptyState
          title={isFiltered ? t('log.noMatch') : t('log.none')}
          description={isFiltered ? undefined : t('log.noneText')}
        />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('log.title')}
          columns={[
            { label: t('log.type') },
            { label: t('log.state') },
            { label: t('log.answer'), kind: 'number', isWideOnly: true },
            { label: t('log.attempts'), kind: 'number', isWideOnly: true },
            { label: t('log.time') },
          ]}
          more={log.hasNextPage ? { onMore: () => void log.fetchNextPage(), isLoading: log.isFetchingNextPage } : null}
        >
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onOpen={() => void navigate({ search: (old) => ({ ...old, delivery: delivery.id }) })}
            />
          ))}
        </DataTable>
      )}
    </section>
  );
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;

function ReplayFailed() {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const replay = useMutation({
    mutationFn: () => api.webhooks.replayFailed({ uid, since: new Date(Date.now() - keptMs).toISOString() }),
    meta: { failure: t('log.replayFailedFailed') },
    onSuccess: ({ replayed }) => {
      dialog.close();
      showSuccess(say('webhooks', 'log.replayed', { count: replayed }));
      return queryClient.invalidateQueries({ queryKey: query.webhooks.key() });
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('log.replayFailed')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('log.replayTitle')}
        confirmLabel={t('log.replayFailed')}
        onConfirm={() => replay.mutate()}
        isPending={replay.isPending}
        isDangerous={false}
      >
        {t('log.replayText')}
      </ConfirmDialog>
    </>
  );
}
