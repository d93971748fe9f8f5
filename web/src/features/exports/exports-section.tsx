import type { Workspace } from '@antiphon/contract/workspaces';
import { Button, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { ExportRow, isUnderWay } from './parts/export-row.tsx';
import styles from './parts/exports.module.css';

const LOOK_EVERY_MS = 2_000;

/** Everything of the workspace as one archive: asked for, watched while it is made, downloaded. */
export function ExportsSection({ workspace: { uid, abilities } }: { workspace: Workspace }) {
  const t = useTexts('exports');
  const queryClient = useQueryClient();
  const list = useQuery(
    query.exports.list.queryOptions({
      input: { uid },
      enabled: abilities.canExport,
      refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_EVERY_MS : false),
    }),
  );
  const asking = useMutation({
    mutationFn: () => api.exports.create({ uid }),
    meta: { failure: t('askFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.exports.key() }),
  });
  if (!abilities.canExport) return null;
  const items = list.data?.items ?? [];
  return (
    <FormSection title={t('title')} description={t('text')}>
      {list.isPending && <RowsSkeleton rows={1} />}
      {list.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <Text size="sm" c="var(--ui-muted)">
          {t('none')}
        </Text>
      )}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('list')}>
          {items.map((one) => (
            <ExportRow key={one.id} uid={uid} made={one} />
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconArchive size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => asking.mutate()}
          loading={asking.isPending}
          disabled={list.isPending || items.some(isUnderWay)}
        >
          {t('ask')}
        </Button>
      </div>
    </FormSection>
  );
}
