import type { OrgId, PayerId } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';
import type { PayAccount, PayCustomer } from './payments.ports.ts';

export type PayerRow = typeof payers.$inferSelect;

/** Who pays: an org its agency, on that one's account; null: the workspace the platform. */
export type Who = { orgId: OrgId; account: PayAccount } | null;

/** Null: there is none any more. */
export async function setCustomerFacts(tx: Tx, scope: Scope, id: PayerId, found: PayCustomer | null) {
  const { paymentMethodId = null, ...card } = found?.card ?? {};
  await tx
    .update(payers)
    .set({
      paymentMethodId,
      card: found?.card ? (card as typeof payers.$inferInsert.card) : null,
      country: found?.country ?? null,
    })
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id)));
}

const isWho = (scope: Scope, who: Who) =>
  and(
    eq(payers.workspaceUid, scope.workspaceUid),
    who === null
      ? eq(payers.kind, 'workspace')
      : and(eq(payers.kind, 'org'), eq(payers.orgId, who.orgId), eq(payers.account, who.account)),
  );

/** Null where they never paid. */
export async function findPayerRow(tx: Tx, scope: Scope, who: Who): Promise<PayerRow | null> {
  const [row] = await tx.select().from(payers).where(isWho(scope, who));
  return row ?? null;
}

export async function findRow(tx: Tx, scope: Scope, id: PayerId): Promise<PayerRow | null> {
  const [row] = await tx
    .select()
    .from(payers)
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id)));
  return row ?? null;
}

/** Makes it where there is none, once. An agency sells for US dollars alone. */
export async function insertPayer(tx: Tx, scope: Scope, id: PayerId, who: Who) {
  const known =
    who === null ? { kind: 'workspace' as const } : { ...who, kind: 'org' as const, currency: 'usd' as const };
  await tx
    .insert(payers)
    .values({ id, workspaceUid: scope.workspaceUid, ...known })
    .onConflictDoNothing();
}

/** As `lockCustomer`, of one that is known. */
export async function lockRow(tx: Tx, scope: Scope, id: PayerId) {
  await tx
    .select({ id: payers.id })
    .from(payers)
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id)))
    .for('no key update');
}

/** The first customer stays. */
export async function setCustomer(tx: Tx, scope: Scope, id: PayerId, customerId: string) {
  await tx
    .update(payers)
    .set({ customerId })
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id), isNull(payers.customerId)));
}

/** The first currency stays. */
export async function fixCurrency(tx: Tx, scope: Scope, id: PayerId, currency: Currency) {
  await tx
    .update(payers)
    .set({ currency })
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id), isNull(payers.currency)));
}

export async function setBlocked(tx: Tx, scope: Scope, id: PayerId, blocked: boolean) {
  await tx
    .update(payers)
    .set({ blocked })
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id)));
}
