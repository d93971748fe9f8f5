import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import type { Scope } from '../../db/scope.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

const isIn = (scope: Scope) => eq(subscriptions.workspaceUid, scope.workspaceUid);

/** The one that counts, paid for or owed; null on the free plan. */
export async function findLive(tx: Tx, scope: Scope): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(isIn(scope), inArray(subscriptions.status, ['active', 'past_due', 'unpaid'])))
    .orderBy(desc(subscriptions.createdAt))
    .limit(1);
  return row ?? null;
}

export async function findSubscription(tx: Tx, scope: Scope, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(isIn(scope), eq(subscriptions.id, id)));
  return row ?? null;
}

export async function putSubscription(
  tx: Tx,
  scope: Scope,
  { id, ...known }: Omit<SubscriptionRow, 'workspaceUid' | 'createdAt'>,
) {
  await tx
    .insert(subscriptions)
    .values({ id, ...known, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({ target: subscriptions.id, set: known });
}
