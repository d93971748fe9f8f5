import { fail } from '@antiphon/contract/errors';
import type { PhoneNumberId } from '@antiphon/contract/ids';
import type { PhoneAccountInput } from '@antiphon/contract/phone-numbers';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { openAccount } from '../channels/open-account.ts';
import { getConnection } from '../channels/use-connection.ts';
import { openText, type Seal, sealText } from '../sealing/seal.ts';
import type { PhoneNumberRow } from './phone-numbers.queries.ts';
import type { TelephonyAccount } from './telephony.ports.ts';

const sealOf = (scope: Scope, id: PhoneNumberId): Seal => ({ purpose: 'phone_numbers', row: [scope.workspaceUid, id] });

export const sealToken = (secretKey: string, scope: Scope, id: PhoneNumberId, token: string) =>
  sealText(secretKey, sealOf(scope, id), token);

/** As the provider's adapter takes it. Throws `OpeningFailed` where it was stored under another SECRET_KEY. */
export const openPhoneAccount = (
  secretKey: string,
  scope: Scope,
  { id, sealed, accountId }: Pick<PhoneNumberRow, 'id' | 'sealed' | 'accountId'>,
): TelephonyAccount => ({ accountId, token: openText(secretKey, sealOf(scope, id), sealed) });

/** The account that was typed, or the one whose number answers SMS here. */
export async function accountOf(
  deps: { database: Database; secretKey: string },
  scope: Scope,
  given: PhoneAccountInput,
): Promise<TelephonyAccount> {
  if (!('connectionId' in given)) return { accountId: given.accountSid, token: given.authToken };
  const { connectionId } = given;
  const connection = await deps.database.transaction(scope, (tx) => getConnection(tx, scope, connectionId));
  if (connection?.provider !== 'sms') return fail('not_found');
  const { accountId, token } = openAccount(deps.secretKey, scope, connection);
  return { accountId, token };
}
