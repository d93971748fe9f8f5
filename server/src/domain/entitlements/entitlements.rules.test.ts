import { expect, test } from 'vitest';
import { changesAt, limitsOf, type Plan, refusal, termsOf } from './entitlements.rules.ts';

const now = new Date('2026-05-01T00:00:00Z');
const later = new Date('2026-05-10T00:00:00Z');
const plan = (change: Partial<Plan> = {}): Plan => ({
  planKey: 'free',
  addons: {},
  custom: {},
  trialEndsAt: null,
  ...change,
});
const sold = { sellsPlans: true, now };

test.each<[what: string, plan: Plan, limits: object]>([
  [
    'Free',
    plan(),
    { maxAgents: 5, clientSeats: 2, workspaceSeats: 3, maxKbDocsCharCount: 2_000_000, maxConcurrentCalls: 2 },
  ],
  ['the paid plan', plan({ planKey: 'pay_as_you_go' }), { maxAgents: 100, clientSeats: 5, workspaceSeats: 3 }],
  ['a trial that goes on', plan({ trialEndsAt: later }), { maxAgents: 100, clientSeats: 5 }],
  ['a trial that has ended', plan({ trialEndsAt: now }), { maxAgents: 5, clientSeats: 2 }],
  [
    'add-ons, beside what somebody was given',
    plan({
      planKey: 'pay_as_you_go',
      addons: { client_seat: 4, 'workspace-seat': 2, 'concurrent-call-line': 9 },
      custom: { workspaceSeats: 10, maxAgents: 1 },
    }),
    { maxAgents: 101, clientSeats: 9, workspaceSeats: 15, maxConcurrentCalls: 14 },
  ],
  ['enterprise', plan({ planKey: 'enterprise', addons: { client_seat: 1 } }), { maxAgents: null, clientSeats: null }],
])('%s', (_what, of, limits) => {
  expect(limitsOf(of, sold)).toMatchObject(limits);
});

test('where no plans are sold seats alone are limited', () => {
  expect(limitsOf(plan({ custom: { workspaceSeats: 2 } }), { sellsPlans: false, now })).toEqual({
    maxAgents: null,
    clientSeats: null,
    workspaceSeats: 5,
    maxKbDocsCharCount: null,
    maxConcurrentCalls: null,
    twilioPhoneNumberSlots: null,
  });
});

test('a trial changes the limits when it ends, unless something is paid for by then', () => {
  expect(changesAt(plan({ trialEndsAt: later }), now)).toEqual(later);
  expect(changesAt(plan({ trialEndsAt: now }), now)).toBeNull();
  expect(changesAt(plan({ planKey: 'pay_as_you_go', trialEndsAt: later }), now)).toBeNull();
  expect(termsOf(true)).not.toBe(termsOf(false));
});

test('a client is told nothing of the plan', () => {
  expect(refusal('maxKbDocsCharCount', 2_000_000, false)).toContain('2,000,000 characters');
  expect(refusal('clientSeats', 2, true)).not.toMatch(/plan|seat|upgrade/i);
});
