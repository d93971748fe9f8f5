import { CAMPAIGN_STATES } from '@antiphon/contract/campaign-words';
import { expect, test } from 'vitest';
import { type CampaignStep, maySteps, stateAfterStart } from './campaigns.rules.ts';

const stepsIn = (state: (typeof CAMPAIGN_STATES)[number]) =>
  (['start', 'pause', 'stop', 'change', 'hours', 'delete'] satisfies CampaignStep[]).filter((step) =>
    maySteps(step, state),
  );

test('each state lets through the steps that it has', () => {
  expect(Object.fromEntries(CAMPAIGN_STATES.map((state) => [state, stepsIn(state)]))).toEqual({
    draft: ['start', 'change', 'hours', 'delete'],
    scheduled: ['start', 'pause', 'stop'],
    running: ['pause', 'stop'],
    paused: ['start', 'stop', 'hours'],
    done: ['delete'],
    stopped: ['delete'],
  });
});

test.each([
  [null, true, 'running'],
  [-60_000, true, 'running'],
  [60_000, true, 'scheduled'],
  [null, false, 'scheduled'],
] as const)('one that starts in %s ms, and is approved: %s, is %s', (inMs, isApproved, state) => {
  const now = new Date('2026-11-30T12:00:00Z');
  expect(stateAfterStart({ startsAt: inMs === null ? null : new Date(now.getTime() + inMs), isApproved }, now)).toBe(
    state,
  );
});
