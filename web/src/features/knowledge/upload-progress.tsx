import { Button, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { formatBytes } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RequestId } from '../../ui/toasts.tsx';
import styles from './upload-progress.module.css';
import type { Upload } from './use-uploads.ts';

/** A file that has not arrived yet. */
export function UploadProgress({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { file, state, share, problem } = upload;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <IconFileUpload size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.title} title={file.name}>
          {file.name}
        </span>
        <span className={`${styles.note} tabular`}>{formatBytes(file.size)}</span>
        {state === 'failed' ? (
          <StatusBadge tone="bad">Not added</StatusBadge>
        ) : (
          <StatusBadge tone="accent" isBusy={state === 'sending'}>
            {state === 'sending' ? `Sending ${Math.round(share * 100)} %` : 'Waiting'}
          </StatusBadge>
        )}
      </div>
      {state === 'sending' && <Progress value={share * 100} size={4} mt={12} aria-label={`Sending ${file.name}`} />}
      {problem !== null && (
        <div className={styles.failed} role="alert">
          <p className={styles.reason}>{problem.message}</p>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Retry
          </Button>
          {problem.requestId !== null && <RequestId id={problem.requestId} />}
        </div>
      )}
    </li>
  );
}
