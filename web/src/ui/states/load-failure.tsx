import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import styles from './states.module.css';
import { RequestId } from './toasts.tsx';

interface LoadFailureProps {
  /** What could not be done, such as 'The agents could not be loaded.' */
  title: string;
  problem: { message: string; requestId: string | null };
  onRetry?: () => void;
}

/** In place of content that could not be read, or of a form's answer. */
export function LoadFailure({ title, problem, onRetry }: LoadFailureProps) {
  const t = useTexts('ui');
  return (
    <div className={styles.failed} role="alert">
      <span className={styles.failedIcon}>
        <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      </span>
      <div>
        <p className={styles.failedTitle}>{title}</p>
        <p className={styles.failedText}>
          <bdi>{problem.message}</bdi>
        </p>
        {(onRetry !== undefined || problem.requestId !== null) && (
          <div className={styles.failedActions}>
            {onRetry !== undefined && (
              <Button size="compact-sm" variant="default" onClick={onRetry}>
                {t('tryAgain')}
              </Button>
            )}
            {problem.requestId !== null && <RequestId id={problem.requestId} />}
          </div>
        )}
      </div>
    </div>
  );
}
