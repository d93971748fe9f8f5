import type { WorkspaceExport } from '@antiphon/contract/exports';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { Button, Progress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiUrl, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatBytes, formatCount, formatDay } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';
import styles from './exports.module.css';

const TONES: Record<WorkspaceExport['state'], Tone> = {
  queued: 'neutral',
  making: 'accent',
  ready: 'good',
  failed: 'bad',
};

export const isUnderWay = ({ state }: WorkspaceExport) => state === 'queued' || state === 'making';

/** One archive: how far it is, and what can be done with it. */
export function ExportRow({ uid, made }: { uid: WorkspaceUid; made: WorkspaceExport }) {
  const t = useTexts('exports');
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <StatusBadge tone={TONES[made.state]} isBusy={made.state === 'making'}>
          {t(`states.${made.state}`)}
        </StatusBadge>
        <span className={styles.when}>
          <RelativeTime date={made.createdAt} />
        </span>
      </div>
      <Details made={made} />
      <div className={styles.actions}>
        {made.state === 'ready' && (
          <Button
            component="a"
            href={apiUrl(`/v2/workspaces/${uid}/exports/${made.id}/file`)}
            download
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          >
            {t('download')}
          </Button>
        )}
        <DeleteExport uid={uid} made={made} />
      </div>
    </li>
  );
}

function Details({ made: { state, done, total, bytes, expiresAt } }: { made: WorkspaceExport }) {
  const t = useTexts('exports');
  if (state === 'ready')
    return (
      <p className={styles.details}>{t('ready', { size: formatBytes(bytes), day: formatDay(new Date(expiresAt)) })}</p>
    );
  if (state === 'failed') return <p className={styles.details}>{t('failed')}</p>;
  if (total === 0) return <p className={styles.details}>{t('waiting')}</p>;
  // More may have come since they were counted.
  const percent = Math.min(99, Math.floor((done / total) * 100));
  return (
    <div className={styles.progress}>
      <Progress value={percent} size="sm" aria-label={t('progress')} />
      <p className={styles.details}>
        {t('making', { done: formatCount(done), total: formatCount(Math.max(done, total)) })}
      </p>
    </div>
  );
}

function DeleteExport({ uid, made }: { uid: WorkspaceUid; made: WorkspaceExport }) {
  const t = useTexts('exports');
  const ui = useTexts('ui');
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => api.exports.delete({ uid, exportId: made.id }).catch(goneIsDone),
    meta: { failure: t('deleteFailed') },
    onSuccess: async () => {
      question.close();
      await queryClient.invalidateQueries({ queryKey: query.exports.key() });
    },
  });
  const isStopped = isUnderWay(made);
  return (
    <>
      <Button variant="default" size="compact-md" onClick={question.open}>
        {isStopped ? t('stop') : ui('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={isStopped ? t('stopAsk') : t('deleteAsk')}
        confirmLabel={isStopped ? t('stop') : ui('delete')}
        onConfirm={() => deletion.mutate()}
        isPending={deletion.isPending}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </>
  );
}
