import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';

export const PLAN_KEYS = ['free', 'pay_as_you_go', 'enterprise'] as const;
export type PlanKey = (typeof PLAN_KEYS)[number];

/** What a plan limits and the server counts. The names are the specification's. */
export const LIMIT_KEYS = [
  'maxAgents',
  'clientSeats',
  'workspaceSeats',
  'maxKbDocsCharCount',
  'maxConcurrentCalls',
  'twilioPhoneNumberSlots',
] as const;
export type LimitKey = (typeof LIMIT_KEYS)[number];

export const LimitUse = z.object({
  key: z.enum(LIMIT_KEYS),
  used: z.number().int(),
  max: z.number().int().nullable().describe('Null: without limit'),
  overSince: z.number().int().nullable().describe('Unix seconds: since when more is used than the plan allows'),
});
export type LimitUse = z.infer<typeof LimitUse>;

export const Entitlements = z.object({
  planKey: z.enum(PLAN_KEYS).describe('Of a white-label trial: pay_as_you_go'),
  trialEndsAt: z.number().int().nullable().describe('Unix seconds, of a trial that goes on'),
  limits: z.array(LimitUse),
});
export type Entitlements = z.infer<typeof Entitlements>;

export const entitlementsContract = {
  get: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/limits',
      summary: 'Get what the plan allows, beside what of it is used',
      tags: ['Billing'],
    })
    .input(z.object({ uid: WorkspaceUid }))
    .output(Entitlements),
};
