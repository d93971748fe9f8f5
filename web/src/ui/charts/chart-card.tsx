import { CSV_MARK, csvLine } from '@antiphon/contract/csv';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { formatCount } from '../format/format.ts';
import { saveFile } from '../lists/save-file.ts';
import styles from './charts.module.css';

/** The numbers behind a picture. Words that people wrote are told apart by `isContent`. */
export interface ChartTable {
  columns: { label: string; isContent?: boolean }[];
  rows: (string | number)[][];
}

interface ChartCardProps {
  title: string;
  /** One sentence under the title. */
  hint?: string;
  /** Beside the title: what the tones stand for. */
  aside?: ReactNode;
  table: ChartTable;
  /** Of the file that is saved, without its ending. */
  fileName: string;
  /** Said in place of the picture. */
  empty?: string | undefined;
  children: ReactNode;
}

/** A picture with its numbers: as a table beside it, and as a file. */
export function ChartCard({ title, hint, aside, table, fileName, empty, children }: ChartCardProps) {
  const t = useTexts('charts');
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  const save = () => {
    const columns = table.columns.map(({ label }) => label);
    saveFile(
      new Blob([CSV_MARK, ...[columns, ...table.rows].map(csvLine)], { type: 'text/csv;charset=utf-8' }),
      `${fileName}.csv`,
    );
  };
  const toggleWords = isTable ? t('chart') : t('table');
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.cardHead}>
        <div className={styles.cardWords}>
          <h2 className={styles.cardTitle} id={titleId}>
            {title}
          </h2>
          {hint !== undefined && <p className={styles.cardHint}>{hint}</p>}
        </div>
        {empty === undefined && (
          <div className={styles.cardTools}>
            <Tooltip label={toggleWords}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${toggleWords}: ${title}`}
                onClick={() => setTable(!isTable)}
              >
                {isTable ? <IconChartBar size={16} stroke={1.5} /> : <IconTable size={16} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('csv')}>
              <ActionIcon variant="subtle" color="gray" aria-label={`${t('csv')}: ${title}`} onClick={save}>
                <IconDownload size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          </div>
        )}
      </header>
      {empty === undefined && !isTable && aside}
      {empty !== undefined && <p className={styles.nothing}>{empty}</p>}
      {empty === undefined && (isTable ? <Numbers label={title} table={table} /> : children)}
    </section>
  );
}

function Numbers({ label, table }: { label: string; table: ChartTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={styles.numbers} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column.label} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and two may say the same
            <tr key={at}>
              {row.map((value, index) => (
                <Cell key={table.columns[index]?.label} value={value} isContent={table.columns[index]?.isContent} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ value, isContent = false }: { value: string | number; isContent?: boolean | undefined }) {
  if (typeof value === 'number') return <td className={`${styles.numberCell} tabular`}>{formatCount(value)}</td>;
  return isContent ? (
    <td data-text="content" dir="auto">
      {value}
    </td>
  ) : (
    <td>
      <bdi>{value}</bdi>
    </td>
  );
}
