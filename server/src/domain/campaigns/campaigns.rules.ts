import {
  type CampaignKind,
  type CampaignState,
  isMessageKind,
  type MessageKind,
} from '@antiphon/contract/campaign-words';

export type CampaignStep = 'start' | 'pause' | 'stop' | 'change' | 'hours' | 'delete';

/** From which states each step may be made. What is begun is changed no more but for its hours and its cap, while it is paused. */
const STEPS: Record<CampaignStep, readonly CampaignState[]> = {
  start: ['draft', 'scheduled', 'paused'],
  pause: ['scheduled', 'running'],
  stop: ['scheduled', 'running', 'paused'],
  change: ['draft'],
  hours: ['draft', 'paused'],
  delete: ['draft', 'done', 'stopped'],
};

export const maySteps = (step: CampaignStep, state: CampaignState): boolean => STEPS[step].includes(state);

/** What a paused one is once it is let go on: it is `scheduled` while its time has not come, or nobody has said yes to it. */
export const stateAfterStart = (
  { startsAt, isApproved }: { startsAt: Date | null; isApproved: boolean },
  now: Date,
): CampaignState => (isApproved && (startsAt === null || startsAt <= now) ? 'running' : 'scheduled');

/** Of which consent it needs. */
export const consentChannelOf = (kind: CampaignKind): 'voice' | MessageKind => (isMessageKind(kind) ? kind : 'voice');
