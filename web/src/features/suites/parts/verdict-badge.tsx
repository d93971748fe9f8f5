import type { SuiteVerdict } from '@antiphon/contract/suites';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';

const TONES: Record<SuiteVerdict, Tone> = {
  passed: 'good',
  failed: 'bad',
  flaky: 'warn',
  error: 'warn',
  stopped: 'neutral',
};

/** Null: not known yet, or never tried. */
export function VerdictBadge({ verdict, isRunning }: { verdict: SuiteVerdict | null; isRunning: boolean }) {
  const t = useTexts('suites');
  if (verdict === null)
    return (
      <StatusBadge tone={isRunning ? 'accent' : 'neutral'} isBusy={isRunning}>
        {t(isRunning ? 'verdict.waiting' : 'verdict.never')}
      </StatusBadge>
    );
  return <StatusBadge tone={TONES[verdict]}>{t(`verdict.${verdict}`)}</StatusBadge>;
}
