import type { Lead } from '@antiphon/contract/leads';
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { leadTitle } from './lead-table.tsx';
import styles from './leads.module.css';
import { useTellApart } from './use-tell-apart.ts';

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));

/** People who may stand there twice, the surest first. */
export function DuplicatesDrawer({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const t = useTexts('leads');
  const found = useQuery(query.leads.listDuplicates.queryOptions({ input: { id: agentId }, staleTime: 0 }));
  const [merged, setMerged] = useState<Lead[] | null>(null);
  const telling = useTellApart(agentId);
  return (
    <Drawer opened onClose={onClose} title={t('duplicates.action')}>
      {found.isPending && <RowsSkeleton rows={4} />}
      {found.isError && (
        <LoadFailure
          title={t('duplicates.failed')}
          problem={toProblem(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && found.data.items.length === 0 && (
        <EmptyState title={t('duplicates.none')} description={t('duplicates.noneText')} />
      )}
      <Stack gap="md">
        {found.data?.items.map(({ reason, leads }) => (
          <section key={leads.map(({ id }) => id).join()} className={styles.same}>
            <Text size="sm" c="var(--ui-muted)">
              {t(`duplicates.${reason}`)}
            </Text>
            <ul className={styles.sameList}>
              {leads.map((lead) => (
                <li key={lead.id}>
                  <strong data-text="content" dir="auto">
                    {leadTitle(lead)}
                  </strong>
                  <span data-text="content" dir="auto">
                    {[lead.email, lead.phone].filter((value) => value !== '').join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconArrowMerge size={14} stroke={1.5} aria-hidden="true" />}
                onClick={() => setMerged(leads)}
              >
                {t('merge.action')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                loading={telling.isPending && telling.variables === leads}
                onClick={() => telling.mutate(leads)}
              >
                {t('duplicates.notSame')}
              </Button>
            </Group>
          </section>
        ))}
      </Stack>
      <Suspense>
        {merged && (
          <MergeDialog
            agentId={agentId}
            leads={merged}
            onClose={() => setMerged(null)}
            onMerged={() => setMerged(null)}
          />
        )}
      </Suspense>
    </Drawer>
  );
}
