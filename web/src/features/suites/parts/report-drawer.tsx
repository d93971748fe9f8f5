import type { SuiteRunId } from '@antiphon/contract/ids';
import type { SuiteResultLine } from '@antiphon/contract/suites';
import { Accordion, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { orderResults } from './order-results.ts';
import { ResultView } from './result-view.tsx';
import { sayRun } from './run-state.tsx';
import styles from './suites.module.css';
import { VerdictBadge } from './verdict-badge.tsx';

/** `position`: of the test that is open from the start. */
export type ShownReport = { runId: SuiteRunId; position?: number };

interface ReportDrawerProps {
  agentId: string;
  report: ShownReport;
  onClose: () => void;
}

/** One run, test by test: what fails anew comes first. */
export function ReportDrawer({ agentId, report: { runId, position }, onClose }: ReportDrawerProps) {
  const t = useTexts('suites');
  const [opened, setOpened] = useState<string | null>(position === undefined ? null : String(position));
  const run = useQuery(query.suites.getRun.queryOptions({ input: { id: agentId, runId } }));
  return (
    <Drawer opened onClose={onClose} title={t('report.title')} size={640}>
      {run.isError && (
        <LoadFailure title={t('report.loadFailed')} problem={toProblem(run.error)} onRetry={() => void run.refetch()} />
      )}
      {run.isPending && <FormSkeleton />}
      {run.data && (
        <>
          <p className={styles.lead}>{sayRun(t, run.data)}</p>
          <Accordion value={opened} onChange={setOpened} chevronPosition="left" className={styles.results}>
            {orderResults(run.data.results).map((line) => (
              <Accordion.Item key={line.position} value={String(line.position)}>
                <Accordion.Control>
                  <ResultHead line={line} isRunning={run.data.state === 'running'} />
                </Accordion.Control>
                <Accordion.Panel>
                  {opened === String(line.position) && (
                    <ResultView agentId={agentId} runId={runId} position={line.position} />
                  )}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        </>
      )}
    </Drawer>
  );
}

function ResultHead({ line, isRunning }: { line: SuiteResultLine; isRunning: boolean }) {
  const t = useTexts('suites');
  const isNew = line.before === 'passed' && line.verdict !== null && line.verdict !== 'passed';
  return (
    <span className={styles.resultHead}>
      <span className={styles.resultTitle}>
        {line.title} {line.isMust && <span className={styles.must}>{t('must')}</span>}{' '}
        {isNew && <span className={styles.anew}>{t('report.anew')}</span>}
      </span>
      <VerdictBadge verdict={line.verdict} isRunning={isRunning} />
    </span>
  );
}
