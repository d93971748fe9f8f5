import type { WebhookEndpoint } from '@antiphon/contract/webhooks';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatExactDate } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './webhooks.module.css';

/** Says that nothing goes out, or that nothing arrives; nothing is shown while all is well. */
export function EndpointBanner({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const t = useTexts('webhooks');
  const { pausedAt, pauseReason, failingSince } = endpoint;
  if (pausedAt !== null)
    return (
      <div className={styles.banner}>
        <Notice title={t('paused.title')}>
          <p className={styles.text}>{t(`paused.${pauseReason ?? 'by_hand'}`)}</p>
          {mayWrite && <Resume />}
        </Notice>
      </div>
    );
  if (failingSince === null) return null;
  return (
    <div className={styles.banner}>
      <Notice title={t('failing.title')}>{t('failing.text', { date: formatExactDate(new Date(failingSince)) })}</Notice>
    </div>
  );
}

function Resume() {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [replay, setReplay] = useState(true);
  const resuming = useMutation({
    mutationFn: () => api.webhooks.resume({ uid, replay }),
    meta: { success: t('actions.resumeDone'), failure: t('actions.resumeFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.webhooks.key() }),
  });
  return (
    <Group gap="md" mt={12}>
      <Button size="compact-md" onClick={() => resuming.mutate()} loading={resuming.isPending}>
        {t('actions.resume')}
      </Button>
      <Checkbox
        label={t('paused.replay')}
        checked={replay}
        onChange={(event) => setReplay(event.currentTarget.checked)}
      />
    </Group>
  );
}
