import { createHash } from 'node:crypto';
import type { LimitKey, PlanKey } from '@antiphon/contract/entitlements';

/** Null: without limit. */
export type Limits = Record<LimitKey, number | null>;

/**
 * What is included. The specification leaves these figures open, and they are ours: enough on Free to serve one small site with
 * two people looking on, enough on the paid plan that add-ons are for agencies with many clients.
 */
const PLANS: Record<PlanKey, Limits> = {
  free: {
    maxAgents: 5,
    clientSeats: 2,
    workspaceSeats: 3,
    maxKbDocsCharCount: 2_000_000,
    maxConcurrentCalls: 2,
    twilioPhoneNumberSlots: 1,
  },
  pay_as_you_go: {
    maxAgents: 100,
    clientSeats: 5,
    workspaceSeats: 3,
    maxKbDocsCharCount: 50_000_000,
    maxConcurrentCalls: 5,
    twilioPhoneNumberSlots: 1,
  },
  enterprise: {
    maxAgents: null,
    clientSeats: null,
    workspaceSeats: null,
    maxKbDocsCharCount: null,
    maxConcurrentCalls: null,
    twilioPhoneNumberSlots: null,
  },
};

/** What one of an add-on adds to. */
const ADDED: Partial<Record<LimitKey, string>> = {
  workspaceSeats: 'workspace-seat',
  clientSeats: 'client_seat',
  maxConcurrentCalls: 'concurrent-call-line',
  twilioPhoneNumberSlots: 'twilio-phone-number',
};

export type Plan = {
  planKey: PlanKey;
  addons: Record<string, number>;
  custom: Partial<Record<LimitKey, number>>;
  trialEndsAt: Date | null;
};

/** A white-label trial counts as the paid plan while it goes on. */
export const planInForce = ({ planKey, trialEndsAt }: Pick<Plan, 'planKey' | 'trialEndsAt'>, now: Date): PlanKey =>
  planKey === 'free' && trialEndsAt !== null && trialEndsAt > now ? 'pay_as_you_go' : planKey;

/** Where no plans are sold nobody could buy more: seats alone have a limit there. */
export function limitsOf(plan: Plan, { sellsPlans, now }: { sellsPlans: boolean; now: Date }): Limits {
  const included = PLANS[sellsPlans ? planInForce(plan, now) : plan.planKey];
  const limit = (key: LimitKey) => {
    const base = sellsPlans || key === 'workspaceSeats' ? included[key] : null;
    const addon = ADDED[key];
    return base === null ? null : base + (addon ? (plan.addons[addon] ?? 0) : 0) + (plan.custom[key] ?? 0);
  };
  return {
    maxAgents: limit('maxAgents'),
    clientSeats: limit('clientSeats'),
    workspaceSeats: limit('workspaceSeats'),
    maxKbDocsCharCount: limit('maxKbDocsCharCount'),
    maxConcurrentCalls: limit('maxConcurrentCalls'),
    twilioPhoneNumberSlots: limit('twilioPhoneNumberSlots'),
  };
}

/** When the limits change by the clock alone. */
export const changesAt = ({ planKey, trialEndsAt }: Plan, now: Date): Date | null =>
  planKey === 'free' && trialEndsAt !== null && trialEndsAt > now ? trialEndsAt : null;

/** Names the table above and whether it counts: limits that were written by another are written again. */
export const termsOf = (sellsPlans: boolean): string =>
  createHash('sha256')
    .update(JSON.stringify([PLANS, ADDED, sellsPlans]))
    .digest('hex')
    .slice(0, 12);

const WHAT: Record<LimitKey, (max: string) => string> = {
  maxAgents: (max) => `Your plan allows ${max} agents. Delete one, or upgrade your plan.`,
  clientSeats: (max) => `Your plan has ${max} client seats. Remove a client, or add seats to your plan.`,
  workspaceSeats: () => 'You have reached the maximum number of seats',
  maxKbDocsCharCount: (max) =>
    `Your plan allows ${max} characters of knowledge. Delete documents that nobody needs, or upgrade your plan.`,
  maxConcurrentCalls: (max) =>
    `Your plan has ${max} lines for calls, and all of them are taken. Add lines to your plan.`,
  twilioPhoneNumberSlots: (max) => `Your plan has ${max} phone numbers. Release one, or add numbers to your plan.`,
};

/** Clients are told nothing of their agency's plan. */
const CLIENTS_SENTENCE = 'There is no room for more here at the moment. Please contact your provider.';

export const refusal = (key: LimitKey, max: number, isClient: boolean): string =>
  isClient ? CLIENTS_SENTENCE : WHAT[key](max.toLocaleString('en'));
