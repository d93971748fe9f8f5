import type { ChannelState } from '@antiphon/contract/channels';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';

const tones: Record<ChannelState, Tone> = {
  waiting: 'accent',
  connected: 'good',
  paused: 'neutral',
  token_dead: 'bad',
  taken_over: 'warn',
};

export function ChannelStateBadge({ state }: { state: ChannelState }) {
  const t = useTexts('channels');
  return (
    <StatusBadge tone={tones[state]} isBusy={state === 'waiting'}>
      {t(`states.${state}`)}
    </StatusBadge>
  );
}
