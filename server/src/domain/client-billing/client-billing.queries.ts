import type { OrgId, PayerId } from '@antiphon/contract/ids';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { orgs } from '../../db/schema/orgs.ts';
import type { Scope } from '../../db/scope.ts';

export async function findOrg(
  tx: Tx,
  scope: Scope,
  id: OrgId,
): Promise<{ name: string; allowBilling: boolean } | null> {
  const [row] = await tx
    .select({ name: orgs.name, allowBilling: orgs.allowBilling })
    .from(orgs)
    .where(and(eq(orgs.workspaceUid, scope.workspaceUid), eq(orgs.id, id)));
  return row ?? null;
}

/** The newest of a payer, but those that nobody owes any more. */
export const listNewest = (tx: Tx, scope: Scope, { payerId, limit }: { payerId: PayerId; limit: number }) =>
  tx
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.workspaceUid, scope.workspaceUid), eq(invoices.payerId, payerId), ne(invoices.status, 'void')),
    )
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .limit(limit);
