import { lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { notifications, pushKeys } from '../../db/schema/notifications.ts';
import type { SystemScope } from '../../db/scope.ts';

export type PushKeyRow = { publicKey: string; sealed: Uint8Array };

export async function findPushKeys(tx: Tx, _scope: SystemScope): Promise<PushKeyRow | null> {
  const [row] = await tx.select({ publicKey: pushKeys.publicKey, sealed: pushKeys.sealed }).from(pushKeys);
  return row ?? null;
}

/** The first ones stay: two processes may make some at once. */
export async function insertPushKeys(tx: Tx, _scope: SystemScope, row: PushKeyRow) {
  await tx
    .insert(pushKeys)
    .values({ id: 1, ...row })
    .onConflictDoNothing();
}

export async function deleteNotificationsBefore(tx: Tx, _scope: SystemScope, before: Date) {
  await tx.delete(notifications).where(lt(notifications.ts, before));
}
