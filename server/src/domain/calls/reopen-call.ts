import { type CallId, newCallSecret } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { storeSecret } from './calls.queries.ts';
import { hashCallSecret } from './calls.rules.ts';

const CONNECT_MS = 60_000;

/** For a caller on the phone whose connection was lost, and who is on the line still. Null where the call has ended. */
export async function reopenCall(
  { database }: { database: Database },
  scope: Scope,
  id: CallId,
): Promise<{ secret: string } | null> {
  const secret = newCallSecret();
  const isOpen = await database.transaction(scope, (tx) =>
    storeSecret(tx, scope, id, hashCallSecret(secret), CONNECT_MS),
  );
  return isOpen ? { secret } : null;
}
