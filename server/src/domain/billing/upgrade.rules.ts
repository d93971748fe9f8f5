const JOINED_SECONDS_MIN = 604_800;
const LOAD_TOKENS_MIN = 500;

/** What the question needs to know; `joinedAt` in Unix seconds, `loadTokens` in credits. */
type Customer = { stripeSubscriptionId: string | null; joinedAt: number; loadTokens: number };

/** An upgrade is offered to those without a subscription who joined more than 7 days ago or have fewer than 500 credits. */
export const isUpgradeOffered = ({ stripeSubscriptionId, joinedAt, loadTokens }: Customer, now: Date): boolean =>
  stripeSubscriptionId === null &&
  (now.getTime() / 1_000 - joinedAt > JOINED_SECONDS_MIN || loadTokens < LOAD_TOKENS_MIN);
