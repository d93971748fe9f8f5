import type { PayerId } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';
import type { PayCustomer } from './payments.ports.ts';

export type PayerRow = typeof payers.$inferSelect;

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

/** The workspace as it pays the platform; null where it never did. */
export async function findWorkspacePayer(tx: Tx, scope: Scope): Promise<PayerRow | null> {
  const [row] = await tx
    .select()
    .from(payers)
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.kind, 'workspace')));
  return row ?? null;
}

/** Makes it where there is none, once. */
export async function insertWorkspacePayer(tx: Tx, scope: Scope, id: PayerId) {
  await tx.insert(payers).values({ id, workspaceUid: scope.workspaceUid, kind: 'workspace' }).onConflictDoNothing();
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
