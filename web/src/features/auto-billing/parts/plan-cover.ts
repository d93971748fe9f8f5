import type { BillingAccount } from '@antiphon/contract/billing';
import { limits } from '@antiphon/contract/limits';

/** What a workspace has for what its clients buy: credits of its own, and as many as can be sold at once with those that are advanced. */
export type Cover = { has: number; sellable: number };

/** As the server counts it, but for what clients pay for in this moment. */
export function coverOf(account: Pick<BillingAccount, 'loadTokens' | 'heldTokens' | 'owedTokens'>): Cover {
  const has = Math.max(0, account.loadTokens - account.heldTokens);
  return { has, sellable: Math.max(0, has + limits.advanceCreditsMax - account.owedTokens) };
}

/** What a sale of so many credits meets. */
export function saleOf(credits: number | string, { has, sellable }: Cover): 'covered' | 'advanced' | 'refused' {
  const sold = typeof credits === 'number' ? credits : 0;
  if (sold > sellable) return 'refused';
  return sold > has ? 'advanced' : 'covered';
}
