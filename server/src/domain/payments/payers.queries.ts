import type { PayerId } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';
import type { PayCard } from './payments.ports.ts';

export type PayerRow = typeof payers.$inferSelect;

/** Null: there is none any more. */
export async function setCard(tx: Tx, scope: Scope, id: PayerId, found: PayCard | null) {
  const { paymentMethodId = null, ...card } = found ?? {};
  await tx
    .update(payers)
    .set({ paymentMethodId, card: found && (card as typeof payers.$inferInsert.card) })
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, id)));
}
