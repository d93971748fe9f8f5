import type { AgentId, OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type AccountOwner, findAccount, findPayingOrg, listOrgBalances } from './billing.queries.ts';

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

/**
 * The same of the workspace's own account, beside what came last (what a meter calls full) and how much of that is used, as the
 * highest threshold that was passed: 0, 50, 75, 90 or 100.
 */
export async function getCredits(tx: Tx, scope: Scope) {
  const account = await findAccount(tx, scope);
  return {
    balanceMicro: account?.balance ?? 0n,
    heldMicro: account?.held ?? 0n,
    lastGrantMicro: account?.lastGrant ?? 0n,
    usedPercent: account?.usedPercent ?? 0,
  };
}

const NOTHING = { balanceMicro: 0n, usedPercent: 0 };

/** Of each of these orgs. */
export async function getOrgBalances(
  tx: Tx,
  scope: Scope,
  ids: readonly OrgId[],
): Promise<(id: OrgId) => { balanceMicro: bigint; usedPercent: number }> {
  const rows = await listOrgBalances(tx, scope, ids);
  const found = new Map(rows.map(({ key, balance, usedPercent }) => [key, { balanceMicro: balance, usedPercent }]));
  return (id) => found.get(`org:${id}`) ?? NOTHING;
}

/** Whose account pays for an agent's next turn: an org's, or the workspace's own (null). */
export const getPayer = (tx: Tx, scope: Scope, agentId: AgentId): Promise<AccountOwner> =>
  findPayingOrg(tx, scope, agentId);
