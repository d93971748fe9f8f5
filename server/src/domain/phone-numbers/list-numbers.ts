import type { AccountNumber, PhoneAccountInput, PhoneNumber } from '@antiphon/contract/phone-numbers';
import type { Scope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import type { PhoneDeps } from './import-number.ts';
import { accountOf } from './phone-account.ts';
import { listNumberRows } from './phone-numbers.queries.ts';
import { answeredBy, toPhoneNumber } from './phone-numbers.rules.ts';
import { askedOfPhone } from './say-phone-fault.ts';

/** Oldest first. */
export async function listNumbers({ database }: Pick<PhoneDeps, 'database'>, scope: Scope): Promise<PhoneNumber[]> {
  const rows = await database.transaction(scope, (tx) => listNumberRows(tx, scope));
  return rows.map(({ number, agentTitle }) => toPhoneNumber(number, agentTitle));
}

export async function lookAtNumbers(
  deps: PhoneDeps,
  member: Member,
  given: PhoneAccountInput,
): Promise<AccountNumber[]> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const { telephony } = deps;
  const account = await accountOf(deps, scope, given);
  const found = await askedOfPhone(() => telephony.listNumbers(account));
  const rows = await deps.database.transaction(scope, (tx) => listNumberRows(tx, scope));
  const imported = new Set(rows.map(({ number }) => number.number));
  return found.map((own) => ({
    number: own.number,
    name: own.name,
    takesCalls: own.takesCalls,
    answeredBy: answeredBy(own, telephony.beatenBy(own.voice)),
    isImported: imported.has(own.number),
  }));
}
