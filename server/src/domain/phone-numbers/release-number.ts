import { fail } from '@antiphon/contract/errors';
import type { PhoneNumberId } from '@antiphon/contract/ids';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { PhoneDeps } from './import-number.ts';
import { openPhoneAccount } from './phone-account.ts';
import { findNumberRow, removeNumber } from './phone-numbers.queries.ts';
import { askedOfPhone } from './say-phone-fault.ts';

/**
 * It is answered as before it was imported. Where the provider is away nothing changes; where the account refuses its token, or has the number no
 * more, there is nothing to give back.
 */
export async function releaseNumber(deps: PhoneDeps, member: Member, id: PhoneNumberId): Promise<void> {
  demand(member, 'agents.publish');
  const { database, telephony, secretKey } = deps;
  const { scope } = member;
  const found = await database.transaction(scope, (tx) => findNumberRow(tx, scope, id));
  const { number } = found ?? fail('not_found');
  const account = openPhoneAccount(secretKey, scope, number);
  try {
    await telephony.restoreNumber(account, number.vendorId, number.earlier);
  } catch (error) {
    const isGone = error instanceof VendorFailure && (error.kind === 'unauthorized' || error.kind === 'not_found');
    if (!isGone) await askedOfPhone(() => Promise.reject(error));
  }
  await database.transaction(scope, async (tx) => {
    if ((await removeNumber(tx, scope, id)).length === 0) fail('not_found');
    const details = { number: number.number };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'phone_number.release', target: id, details });
  });
}
