import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Before a scope exists: whose number does this address belong to? */
export async function findByPhoneHook(tx: Tx, _scope: SystemScope, hookKey: string) {
  const [row] = await tx
    .select({ id: phoneNumbers.id, workspaceUid: phoneNumbers.workspaceUid })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.hookKey, hookKey));
  return row ?? null;
}
