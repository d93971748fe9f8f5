import { lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
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

/** At most `most`; how many went. Their marks go with them. */
export const deleteNotificationsBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, notifications, lt(notifications.ts, before), most);
