import type { Trace } from '@antiphon/contract/conversations';

export interface StageShare {
  stage: 'waiting' | 'finding' | 'firstWord' | 'writing';
  ms: number;
  /** Of the whole, 0 to 100. */
  percent: number;
}

/**
 * The stages of a reply one after the other. `firstTokenMs` and `modelMs` both count from the call of the model, so that
 * the writing is what lies between them.
 */
export function stageShares(stages: Trace['stages']): StageShare[] {
  const first = Math.min(stages.firstTokenMs, stages.modelMs);
  const parts: Omit<StageShare, 'percent'>[] = [
    { stage: 'waiting', ms: stages.waitMs },
    { stage: 'finding', ms: stages.retrieveMs },
    { stage: 'firstWord', ms: first },
    { stage: 'writing', ms: Math.max(0, stages.modelMs - first) },
  ];
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  return parts.map((part) => ({ ...part, percent: whole === 0 ? 0 : (part.ms / whole) * 100 }));
}
