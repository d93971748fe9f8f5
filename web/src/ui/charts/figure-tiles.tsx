import { VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './charts.module.css';

interface FigureProps {
  label: string;
  /** Null: there is nothing to count yet. */
  value: string | null;
  /** How it was before, in words, and whether it rose. */
  before?:
    | { words: string; direction: 'up' | 'down' | 'same'; said: string; tone: 'good' | 'bad' | 'neutral' }
    | undefined;
  hint?: string | undefined;
}

/** The few figures that a page begins with. */
export function FigureTiles({ children }: { children: ReactNode }) {
  return <dl className={styles.tiles}>{children}</dl>;
}

export function Figure({ label, value, before, hint }: FigureProps) {
  return (
    <div className={styles.tile}>
      <dt className={styles.tileLabel}>{label}</dt>
      <dd className={`${styles.tileValue} tabular`}>
        <bdi>{value ?? '–'}</bdi>
      </dd>
      <dd className={styles.tileHint}>
        {before && (
          <span className={styles.before} data-tone={before.tone}>
            {before.direction === 'up' && (
              <IconArrowUpRight size={14} stroke={1.75} aria-hidden="true" className="mirrored" />
            )}
            {before.direction === 'down' && (
              <IconArrowDownRight size={14} stroke={1.75} aria-hidden="true" className="mirrored" />
            )}
            <VisuallyHidden>{before.said} </VisuallyHidden>
            <span>{before.words}</span>
          </span>
        )}
        {hint !== undefined && <span>{hint}</span>}
      </dd>
    </div>
  );
}
