import type { LimitKey } from '@antiphon/contract/entitlements';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { ensureUse, lockUse, setUsed } from './entitlements.queries.ts';

/**
 * For what is counted where it is used: until the transaction ends nobody else takes any of it. Null: without limit, as for whoever
 * has no limits written yet.
 */
export async function lockLimit(tx: Tx, scope: Scope, key: LimitKey): Promise<number | null> {
  await ensureUse(tx, scope, key);
  return (await lockUse(tx, scope, key))?.max ?? null;
}

/** Under the lock of `lockLimit`: so much is used by now. */
export const noteUse = (tx: Tx, scope: Scope, key: LimitKey, used: number): Promise<void> =>
  setUsed(tx, scope, key, used);
