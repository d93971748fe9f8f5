/** What may be set, in steps: credits, and whole units of what the workspace pays in. */
export const RECHARGE = {
  threshold: { min: 500, max: 2_500, step: 500 },
  amount: { min: 5, max: 25, step: 5 },
  monthlyLimit: { min: 0, max: 500, step: 25, usual: 100 },
} as const;

/** The same of an org, in US dollars. */
export const ORG_RECHARGE = {
  threshold: { min: 100, max: 5_000, step: 100, usual: 500 },
  amount: { min: 5, max: 100, step: 5 },
} as const;
