import type { ReactNode } from 'react';
import { formatCount } from '../format/format.ts';
import styles from './charts.module.css';

export interface Rank {
  id: string;
  label: ReactNode;
  count: number;
  /** Behind the count, such as a share. */
  note?: string;
  /** What can be done about it, at the end of the line. */
  action?: ReactNode;
}

/** The most frequent first; the length of a line shows its count beside the first one's. */
export function RankList({ label, ranks }: { label: string; ranks: Rank[] }) {
  const most = Math.max(1, ...ranks.map(({ count }) => count));
  return (
    <ol className={styles.ranks} aria-label={label}>
      {ranks.map(({ id, label: words, count, note, action }) => (
        <li key={id} className={styles.rank} style={{ '--share': `${(100 * count) / most}%` } as never}>
          <span className={styles.rankWords}>{words}</span>
          {note !== undefined && <span className={`${styles.rankNote} tabular`}>{note}</span>}
          <span className={`${styles.rankCount} tabular`}>{formatCount(count)}</span>
          {action}
        </li>
      ))}
    </ol>
  );
}
