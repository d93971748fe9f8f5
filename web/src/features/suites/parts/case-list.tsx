import type { SuiteCaseId } from '@antiphon/contract/ids';
import type { SuiteRun, SuiteVerdict } from '@antiphon/contract/suites';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { cell, DataTable } from '../../../ui/lists/data-table.tsx';
import styles from './suites.module.css';
import { VerdictBadge } from './verdict-badge.tsx';

interface CaseListProps {
  agentId: string;
  cases: { id: SuiteCaseId; title: string; isMust: boolean; turns: number; verdict: SuiteVerdict | null }[];
  newest: SuiteRun | null;
  onOpen: (id: SuiteCaseId) => void;
  /** What was said in one test of the newest run. */
  onReport: (position: number) => void;
}

const LOOK_MS = 1_500;

/** The tests, each with what became of it in the newest run; while that goes on, as far as it is. */
export function CaseList({ agentId, cases, newest, onOpen, onReport }: CaseListProps) {
  const t = useTexts('suites');
  const run = useQuery({
    ...query.suites.getRun.queryOptions({ input: { id: agentId, runId: newest?.id ?? '' } }),
    enabled: newest !== null,
    // Until it is seen to have ended, whatever the list of runs says by then.
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  });
  const isRunning = run.data?.state === 'running';
  const results = new Map(run.data?.results.map((line) => [line.caseId, line]));
  const columns = [
    { label: t('columns.test') },
    { label: t('columns.questions'), kind: 'number' as const, isWideOnly: true },
    { label: t('columns.result') },
  ];
  return (
    <DataTable label={t('list')} columns={columns}>
      {cases.map(({ id, title, isMust, turns, verdict }) => {
        const result = results.get(id);
        const badge = <VerdictBadge verdict={result ? result.verdict : verdict} isRunning={isRunning && !!result} />;
        return (
          <tr key={id}>
            <td className={styles.titleCell}>
              <UnstyledButton className={styles.title} onClick={() => onOpen(id)}>
                {title}
              </UnstyledButton>{' '}
              {isMust && <span className={styles.must}>{t('must')}</span>}
            </td>
            <td className={`${cell.number} ${cell.wideOnly}`}>{turns}</td>
            <td>
              {result?.verdict ? (
                <UnstyledButton
                  className={styles.verdict}
                  aria-label={t('seeResult', { title, verdict: t(`verdict.${result.verdict}`) })}
                  onClick={() => onReport(result.position)}
                >
                  {badge}
                </UnstyledButton>
              ) : (
                badge
              )}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
