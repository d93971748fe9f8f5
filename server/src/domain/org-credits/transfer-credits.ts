import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { TransferDirection, TransferResult } from '@antiphon/contract/org-credits';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fromCredits, toCredits } from '../billing/credits.rules.ts';
import { getBalance } from '../billing/get-balance.ts';
import { moveCredits } from '../billing/grant-credits.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { lockOrgBilling } from './org-credits.queries.ts';

type Transfer = { orgId: OrgId; id: string; direction: TransferDirection; amount: number };

const GONE = { message: 'Workspace not found. Please refresh and try again.' };

/**
 * Between the workspace and one of its orgs, once per `id`. An org without billing is given nothing, but what it has can be taken
 * back. Fails with `not_found`, `no_credits`, `idempotency_mismatch`, and `conflict` where the org has no billing.
 */
export async function transferCredits(
  deps: { database: Database },
  member: Member,
  { orgId, id, direction, amount }: Transfer,
): Promise<TransferResult> {
  demand(member, 'billing.write');
  const { scope } = member;
  const isToOrg = direction === 'workspace_to_org';
  return deps.database.transaction(scope, async (tx) => {
    const org = await lockOrgBilling(tx, scope, orgId);
    if (!org) fail('not_found', GONE);
    if (isToOrg && !org.allowBilling) fail('conflict', { message: 'This org has no billing. Allow it first.' });
    const [from, to] = isToOrg ? [null, orgId] : [orgId, null];
    const featureKey = isToOrg ? 'transfer_to_org' : 'transfer_to_workspace';
    const isNew = await moveCredits(tx, scope, { id, from, to, amountMicro: fromCredits(amount), featureKey });
    if (isNew) {
      const details = { id, direction, amount };
      await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.transfer_credits', target: orgId, details });
    }
    return {
      success: true,
      loadTokens: toCredits((await getBalance(tx, scope, orgId)).balanceMicro),
      workspaceLoadTokens: toCredits((await getBalance(tx, scope)).balanceMicro),
    };
  });
}
