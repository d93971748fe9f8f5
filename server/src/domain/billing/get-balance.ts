import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type AccountOwner, findAccount, listOrgBalances } from './billing.queries.ts';

/**
 * Of an org's account, or of the workspace's own (null), in micro-credits. What may still be spent is `balanceMicro - heldMicro`; an
 * account that never got credits has 0.
 */
export async function getBalance(
  tx: Tx,
  scope: Scope,
  orgId: AccountOwner = null,
): Promise<{ balanceMicro: bigint; heldMicro: bigint }> {
  const account = await findAccount(tx, scope, orgId);
  return { balanceMicro: account?.balance ?? 0n, heldMicro: account?.held ?? 0n };
}

/** The credits that came to the workspace last, in micro-credits: what a meter calls full. */
export const getLastGrant = async (tx: Tx, scope: Scope): Promise<bigint> =>
  (await findAccount(tx, scope))?.lastGrant ?? 0n;

/** Of each of these orgs, in micro-credits. */
export async function getOrgBalances(tx: Tx, scope: Scope, ids: readonly OrgId[]): Promise<(id: OrgId) => bigint> {
  const balances = new Map((await listOrgBalances(tx, scope, ids)).map(({ key, balance }) => [key, balance]));
  return (id) => balances.get(`org:${id}`) ?? 0n;
}
