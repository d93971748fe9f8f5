import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, currentRegion, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './demo-bar.module.css';

/** Says what is demo data, leads to its page and dashboard, and removes it. Nothing is shown where there is none. */
export function DemoBar() {
  const t = useTexts('demo');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const demo = useQuery(query.demo.get.queryOptions({ input: { uid }, staleTime: Number.POSITIVE_INFINITY }));
  const remove = useMutation({
    mutationFn: () => api.demo.remove({ uid }),
    meta: { success: t('removed'), failure: t('removeFailed') },
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries();
    },
  });
  if (!demo.data || (demo.data.agentId === null && !demo.data.canRemove)) return null;
  const { pageUrl, canRemove } = demo.data;
  return (
    <section className={styles.bar} aria-label={t('title')}>
      <p className={styles.text}>
        <strong>{t('title')}</strong> {t('text')}
      </p>
      <div className={styles.actions}>
        {pageUrl !== '' && (
          <Anchor href={pageUrl} target="_blank" rel="noreferrer" size="sm">
            {t('openPage')}
          </Anchor>
        )}
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/app/$region/clients" params={{ region: currentRegion() }} />}
        >
          {t('openClients')}
        </Anchor>
        {canRemove && (
          <Button variant="default" size="compact-md" fz={13} onClick={() => setAsking(true)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      >
        {t('removeText')}
      </ConfirmDialog>
    </section>
  );
}
