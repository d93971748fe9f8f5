import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { payers } from '../../db/schema/payments.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { PayerRow } from './payers.queries.ts';
import type { PayAccount } from './payments.ports.ts';

type Known = Pick<PayerRow, 'id' | 'workspaceUid' | 'orgId'>;

/**
 * Locks whoever is this customer: before anything of theirs is changed. Null: nobody of ours. Not its key, which every row that
 * refers to it holds while it is written, and its workspace's before.
 */
export async function lockCustomer(
  tx: Tx,
  _system: SystemScope,
  { account, customerId }: { account: PayAccount; customerId: string },
): Promise<Known | null> {
  const [row] = await tx
    .select({ id: payers.id, workspaceUid: payers.workspaceUid, orgId: payers.orgId })
    .from(payers)
    .where(and(eq(payers.account, account), eq(payers.customerId, customerId)))
    .for('no key update');
  return row ?? null;
}

/** An account that somebody of ours pays to. */
export async function hasAccount(tx: Tx, _system: SystemScope, account: PayAccount): Promise<boolean> {
  const rows = await tx.select({ id: payers.id }).from(payers).where(eq(payers.account, account)).limit(1);
  return rows.length > 0;
}
