import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAccount } from './connect.queries.ts';
import { CREDIT_MICRO_USD, EXTRA_MICRO_USD } from './connect.rules.ts';

/** An agency as it sells to its orgs. `creditMicroUsd`: what a credit costs them, in millionths of a dollar. */
export type Seller = { account: string; isConnected: boolean; allowPlans: boolean; creditMicroUsd: number };

/** `account` is empty where there is none, or its owner took our access back. */
export async function findSeller(tx: Tx, scope: Scope): Promise<Seller> {
  const row = await findAccount(tx, scope);
  const account = (row?.disconnectedAt ?? null) === null ? (row?.accountId ?? '') : '';
  return {
    account,
    isConnected: account !== '' && row !== null && row.takesCards && row.paysOut,
    allowPlans: row?.allowPlans ?? true,
    creditMicroUsd: CREDIT_MICRO_USD + (row?.extraMicroUsd ?? EXTRA_MICRO_USD),
  };
}
