import type { Crawl } from '@antiphon/contract/crawls';
import { limits } from '@antiphon/contract/limits';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import { RunStateBadge } from './crawl-state.tsx';
import styles from './crawls.module.css';
import { countWords } from './say-crawl.ts';

/** Newest first. */
export function RunList({ crawl }: { crawl: Crawl }) {
  const t = useTexts('crawls');
  const columns = [
    { label: t('columns.result') },
    { label: t('columns.state') },
    { label: t('columns.when'), isWideOnly: true },
  ];
  return (
    <section>
      <h2 className={styles.heading}>{t('runs.title')}</h2>
      {crawl.runs.length === 0 ? (
        <p className={styles.reason}>{t('runs.none')}</p>
      ) : (
        <>
          <DataTable label={t('runs.title')} columns={columns}>
            {crawl.runs.map((run) => (
              <tr key={run.id}>
                <td className={styles.nameCell}>
                  <Link
                    to="/app/$region/automations/$agentId/$docId/$runId"
                    params={{ region: currentRegion(), agentId: crawl.agentId, docId: crawl.id, runId: run.id }}
                    className={styles.name}
                    style={{ whiteSpace: 'normal' }}
                  >
                    {countWords(run) || t(`runStates.${run.state}`)}
                  </Link>
                  {run.state === 'failed' && run.reason !== null && (
                    <div className={styles.sub} title={run.reason} data-text="content" dir="auto">
                      {run.reason}
                    </div>
                  )}
                </td>
                <td>
                  <RunStateBadge run={run} />
                </td>
                <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
                  <RelativeTime date={run.startedAt} />
                </td>
              </tr>
            ))}
          </DataTable>
          {crawl.runs.length >= limits.crawlRunsKept && (
            <p className={styles.reason}>{t('runs.kept', { count: limits.crawlRunsKept })}</p>
          )}
        </>
      )}
    </section>
  );
}
