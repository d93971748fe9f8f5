import type { SendingDomainId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease } from '../../db/lease.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { sendingDomains } from '../../db/schema/sending-domains.ts';
import type { Scope } from '../../db/scope.ts';

export type DomainRow = typeof sendingDomains.$inferSelect;

const ofWorkspace = ({ workspaceUid }: Scope) => eq(sendingDomains.workspaceUid, workspaceUid);

/** The brand in whose name mails leave; null where the workspace has none. */
export async function findBrand(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ id: agencies.id, name: agencies.name, supportEmail: agencies.supportEmail })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row ?? null;
}

/** One an agency. */
export async function findDomain(tx: Tx, scope: Scope): Promise<DomainRow | null> {
  const [row] = await tx.select().from(sendingDomains).where(ofWorkspace(scope));
  return row ?? null;
}

export async function findDomainById(tx: Tx, scope: Scope, id: SendingDomainId): Promise<DomainRow | null> {
  const [row] = await tx
    .select()
    .from(sendingDomains)
    .where(and(ofWorkspace(scope), eq(sendingDomains.id, id)));
  return row ?? null;
}

/** False where some agency has the domain, or this one has another. */
export async function insertDomain(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof sendingDomains.$inferInsert, 'workspaceUid'>,
) {
  const inserted = await tx
    .insert(sendingDomains)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning({ id: sendingDomains.id });
  return inserted.length > 0;
}

/** What a person asked for. Whoever looks at the domain just then finds that their lease is gone: `GIVEN_BACK` is a part of it. */
export async function updateDomain(tx: Tx, scope: Scope, id: SendingDomainId, change: Partial<DomainRow>) {
  const rows = await tx
    .update(sendingDomains)
    .set(change)
    .where(and(ofWorkspace(scope), eq(sendingDomains.id, id)))
    .returning();
  return rows[0] ?? null;
}

/** Writes while the lease is held; false when it is not any more. */
export async function updateLeased(
  tx: Tx,
  scope: Scope,
  { id, lease }: { id: SendingDomainId; lease: Lease },
  change: Parameters<ReturnType<Tx['update']>['set']>[0],
): Promise<boolean> {
  const rows = await tx
    .update(sendingDomains)
    .set(change as Partial<DomainRow>)
    .where(and(ofWorkspace(scope), eq(sendingDomains.id, id), isHeld(sendingDomains, lease)))
    .returning({ id: sendingDomains.id });
  return rows.length > 0;
}

export async function deleteDomain(tx: Tx, scope: Scope, id: SendingDomainId): Promise<boolean> {
  const gone = await tx
    .delete(sendingDomains)
    .where(and(ofWorkspace(scope), eq(sendingDomains.id, id)))
    .returning({ id: sendingDomains.id });
  return gone.length > 0;
}
