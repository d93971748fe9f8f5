import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

/** A state in a word with a dot; colour never speaks alone. `isBusy` lets the dot pulse. */
export function StatusBadge({ tone, children, isBusy = false }: { tone: Tone; children: ReactNode; isBusy?: boolean }) {
  return (
    <span className={styles.badge} data-tone={tone} data-busy={isBusy || undefined}>
      <span className={styles.words}>{children}</span>
    </span>
  );
}
