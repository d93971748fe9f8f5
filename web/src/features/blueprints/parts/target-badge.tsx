import type { TargetState } from '@antiphon/contract/blueprints';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';

const TONES: Record<TargetState, Tone> = {
  waiting: 'neutral',
  testing: 'accent',
  done: 'good',
  not_published: 'warn',
  failed: 'bad',
  stopped: 'neutral',
  undoing: 'accent',
  undone: 'neutral',
  not_undone: 'warn',
};

export function TargetBadge({ state }: { state: TargetState }) {
  const t = useTexts('blueprints');
  return (
    <StatusBadge tone={TONES[state]} isBusy={state === 'testing' || state === 'undoing'}>
      {t(`target.${state}`)}
    </StatusBadge>
  );
}
