import type { OrgId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { orgs } from '../../db/schema/orgs.ts';
import type { Scope } from '../../db/scope.ts';

/** Until the transaction ends nobody deletes it or switches its billing. */
export async function lockOrgBilling(tx: Tx, scope: Scope, id: OrgId): Promise<{ allowBilling: boolean } | null> {
  const [row] = await tx
    .select({ allowBilling: orgs.allowBilling })
    .from(orgs)
    .where(and(eq(orgs.workspaceUid, scope.workspaceUid), eq(orgs.id, id)))
    .for('share');
  return row ?? null;
}
