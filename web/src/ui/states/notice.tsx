import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './states.module.css';

/** A quiet warning inside a screen or dialog: what the person should know before going on. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <span className={styles.noticeIcon}>
        <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
      </span>
      <div>
        {title !== undefined && <strong className={styles.noticeTitle}>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  );
}
