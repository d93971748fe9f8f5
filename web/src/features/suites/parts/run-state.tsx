import type { SuiteRun } from '@antiphon/contract/suites';
import { Button, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import styles from './suites.module.css';

/** The newest run: how far it is, or how it ended. */
export function RunState({ run, mayStop, onOpen }: { run: SuiteRun; mayStop: boolean; onOpen: () => void }) {
  const t = useTexts('suites');
  const { agentId: id } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const queryClient = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => api.suites.stopRun({ id, runId: run.id }),
    meta: { failure: t('run.stopFailed') },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.suites.key() }),
  });
  const isRunning = run.state === 'running';
  return (
    <section className={styles.run} aria-label={t('run.newest')}>
      <div className={styles.runLine}>
        <p role="status">
          <strong>{sayRun(t, run)}</strong>
        </p>
        <p className={styles.muted}>
          {run.startedBy} · <RelativeTime date={run.startedAt} />
        </p>
        <span className={styles.runActions}>
          {!isRunning && (
            <Button variant="default" size="compact-md" fz={13} onClick={onOpen}>
              {t('report.open')}
            </Button>
          )}
          {isRunning && mayStop && (
            <Button
              variant="default"
              size="compact-md"
              fz={13}
              loading={stopping.isPending}
              onClick={() => stopping.mutate()}
            >
              {t('run.stop')}
            </Button>
          )}
        </span>
      </div>
      {isRunning && <Progress value={(run.done / run.cases) * 100} aria-label={t('run.progress')} />}
    </section>
  );
}

export function sayRun(t: ReturnType<typeof useTexts<'suites'>>, { state, cases, done, passed, failed }: SuiteRun) {
  if (state === 'running') return t('run.soFar', { done, cases });
  if (state === 'stopped') return t('run.stopped');
  return failed === 0 ? t('run.allPassed', { cases }) : t('run.ended', { passed, cases, failed });
}
