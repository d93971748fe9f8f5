import { Button, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { formatBytes } from '../../ui/format/format.ts';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { RequestId } from '../../ui/states/toasts.tsx';
import styles from './upload-progress.module.css';
import type { Upload } from './use-uploads.ts';

/** A file that has not arrived yet. */
export function UploadProgress({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const { file, state, share, problem } = upload;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <IconFileUpload size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.title} data-text="content" dir="auto" title={file.name}>
          {file.name}
        </span>
        <span className={`${styles.note} tabular`}>{formatBytes(file.size)}</span>
        {state === 'failed' ? (
          <StatusBadge tone="bad">{t('files.notAdded')}</StatusBadge>
        ) : (
          <StatusBadge tone="accent" isBusy={state === 'sending'}>
            {state === 'sending' ? t('files.sending', { percent: Math.round(share * 100) }) : t('files.waiting')}
          </StatusBadge>
        )}
      </div>
      {state === 'sending' && (
        <Progress value={share * 100} size={4} mt={12} aria-label={t('files.sendingFile', { name: file.name })} />
      )}
      {problem !== null && (
        <div className={styles.failed} role="alert">
          <p className={styles.reason}>{problem.message}</p>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {ui('retry')}
          </Button>
          {problem.requestId !== null && <RequestId id={problem.requestId} />}
        </div>
      )}
    </li>
  );
}
