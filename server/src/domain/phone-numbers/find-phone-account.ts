import type { PhoneNumberId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { openPhoneAccount } from './phone-account.ts';
import { findNumberRow } from './phone-numbers.queries.ts';
import type { TelephonyAccount } from './telephony.ports.ts';

/** The account of a number, as long as it is imported. */
export async function findPhoneAccount(
  { database, secretKey }: { database: Database; secretKey: string },
  scope: Scope,
  id: PhoneNumberId,
): Promise<TelephonyAccount | null> {
  const found = await database.transaction(scope, (tx) => findNumberRow(tx, scope, id));
  return found && openPhoneAccount(secretKey, scope, found.number);
}
