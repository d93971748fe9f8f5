import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import styles from './data-table.module.css';

interface Column {
  label: string;
  /** `number` is right-aligned; `hidden` keeps the label for screen readers only. */
  kind?: 'text' | 'number' | 'hidden';
  /** Left out under 768 px. */
  isWideOnly?: boolean;
}

interface DataTableProps {
  /** What the table holds, for screen readers. */
  label: string;
  columns: Column[];
  /** The `tr` rows. */
  children: ReactNode;
  /** All rows with the head, where only those are drawn that are seen. */
  rowCount?: number;
  /** "Show more" under the rows; null when all is shown. */
  more?: { onMore: () => void; isLoading: boolean } | null;
}

/** In place of rows that are not drawn. */
export const RowGap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );

/** Classes for the cells of a `DataTable`. */
export const cell = {
  number: `${styles.number} tabular`,
  muted: styles.muted,
  wideOnly: styles.wideOnly,
};

export function DataTable({ label, columns, children, rowCount, more }: DataTableProps) {
  const t = useTexts('ui');
  return (
    <>
      <div className={styles.frame}>
        <table className={styles.table} aria-label={label} aria-rowcount={rowCount}>
          <thead>
            <tr aria-rowindex={rowCount === undefined ? undefined : 1}>
              {columns.map((column) => (
                <th key={column.label} scope="col" className={headClass(column)}>
                  {column.kind === 'hidden' ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {more && (
        <div className={styles.more}>
          <Button variant="default" onClick={more.onMore} loading={more.isLoading}>
            {t('showMore')}
          </Button>
        </div>
      )}
    </>
  );
}

const headClass = ({ kind, isWideOnly }: Column) =>
  [kind === 'number' && styles.number, isWideOnly && styles.wideOnly].filter(Boolean).join(' ') || undefined;
