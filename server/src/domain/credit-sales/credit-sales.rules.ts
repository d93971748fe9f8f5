import { limits } from '@antiphon/contract/limits';
import { MICRO } from '../billing/credits.rules.ts';

/**
 * What the platform advances to a workspace that sells more than it has, beside all that it owes the platform already. A purchase is
 * looked at before it is charged, but what is charged minutes later (a card's holder is asked, a plan renews) may find less; so much is a
 * month of a plan, five dollars at cost, and the next credits pay it.
 */
export const ADVANCE_MAX = BigInt(limits.advanceCreditsMax) * MICRO;

export type Sellable = {
  /** Micro-credits of the workspace that no reply holds. */
  spendable: bigint;
  owedToPlatform: bigint;
  owedToOrgs: bigint;
  /** What clients are about to pay for. */
  open: bigint;
};

/** How many micro-credits can be sold so that the org gets all of them at once. */
export function sellable({ spendable, owedToPlatform, owedToOrgs, open }: Sellable): bigint {
  const advance = owedToPlatform < ADVANCE_MAX ? ADVANCE_MAX - owedToPlatform : 0n;
  const left = spendable + advance - owedToOrgs - open;
  return left > 0n ? left : 0n;
}
