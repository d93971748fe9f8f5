import type { SuiteRunId } from '@antiphon/contract/ids';
import type { SuiteTry } from '@antiphon/contract/suites';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { sayCheck } from './say-check.ts';
import styles from './suites.module.css';

/** What was said in one test, and which checks were met. */
export function ResultView({ agentId, ...one }: { agentId: string; runId: SuiteRunId; position: number }) {
  const t = useTexts('suites');
  const result = useQuery(query.suites.getResult.queryOptions({ input: { id: agentId, ...one } }));
  if (result.isError)
    return (
      <LoadFailure
        title={t('report.loadFailed')}
        problem={toProblem(result.error)}
        onRetry={() => void result.refetch()}
      />
    );
  if (!result.data) return <FormSkeleton />;
  const { said, tries } = result.data;
  if (said.length === 0) return <p className={styles.muted}>{t('report.nothingSaid')}</p>;
  return said.map((one, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tries are told apart by their number alone
    <Try key={index} number={index + 1} of={tries} tried={one} />
  ));
}

function Try({ number, of, tried }: { number: number; of: number; tried: SuiteTry }) {
  const t = useTexts('suites');
  return (
    <section className={styles.try}>
      {of > 1 && <h3 className={styles.tryHead}>{t('report.try', { number, of })}</h3>}
      {tried.turns.map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are told apart by their place alone
        <div key={index} className={styles.turn}>
          <p className={styles.said} dir="auto">
            {turn.say}
          </p>
          <p className={styles.reply} dir="auto">
            {turn.reply}
          </p>
          {turn.citations.length > 0 && (
            <p className={styles.muted}>
              {t('report.sources', { titles: turn.citations.map(({ title }) => title).join(', ') })}
            </p>
          )}
          <ul className={styles.checks}>
            {turn.checks.map(({ check, isMet }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: checks are told apart by their place alone
              <li key={at} data-met={isMet}>
                {isMet ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
                <span>
                  {sayCheck(t, check)} <strong>{t(isMet ? 'report.met' : 'report.notMet')}</strong>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {tried.error && <p className={styles.error}>{t(`error.${tried.error}`)}</p>}
      <p className={styles.muted}>
        {t('report.cost', { seconds: (tried.ms / 1_000).toFixed(1), credits: Math.round(tried.credits * 100) / 100 })}
      </p>
    </section>
  );
}
