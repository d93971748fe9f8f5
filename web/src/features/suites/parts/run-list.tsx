import type { SuiteRunId } from '@antiphon/contract/ids';
import type { SuiteRun } from '@antiphon/contract/suites';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { sayRun } from './run-state.tsx';
import styles from './suites.module.css';

/** The runs before the newest one. */
export function RunList({ runs, onOpen }: { runs: SuiteRun[]; onOpen: (id: SuiteRunId) => void }) {
  const t = useTexts('suites');
  const columns = [
    { label: t('columns.result') },
    { label: t('columns.by'), isWideOnly: true },
    { label: t('columns.when') },
  ];
  return (
    <section>
      <h2 className={styles.heading}>{t('earlier')}</h2>
      <DataTable label={t('earlier')} columns={columns}>
        {runs.map((run) => (
          <tr key={run.id}>
            <td className={styles.titleCell}>
              <UnstyledButton className={styles.title} onClick={() => onOpen(run.id)}>
                {sayRun(t, run)}
              </UnstyledButton>
            </td>
            <td className={`${cell.muted} ${cell.wideOnly}`}>{run.startedBy}</td>
            <td className={cell.muted}>
              <RelativeTime date={run.startedAt} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
