import { type ChannelFault, sayChannelFault } from '@antiphon/contract/channel-faults';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newHookKey, newPhoneNumberId } from '@antiphon/contract/ids';
import type { PhoneAccountInput, PhoneNumber } from '@antiphon/contract/phone-numbers';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { accountOf, sealToken } from './phone-account.ts';
import {
  findByNumber,
  findNumberRow,
  insertNumber,
  type PhoneNumberRow,
  removeNumber,
  updateNumberRow,
} from './phone-numbers.queries.ts';
import { answeredBy, phoneHookOf, toPhoneNumber } from './phone-numbers.rules.ts';
import { askedOfPhone, refusePhone } from './say-phone-fault.ts';
import type { OwnNumber, Telephony, TelephonyAccount } from './telephony.ports.ts';

export type PhoneDeps = { database: Database; secretKey: string; telephony: Telephony; hookBase: string | null };

type Importing = { account: PhoneAccountInput; number: string; agentId: AgentId | null; takesOver: boolean };

/**
 * Calls of a number come here from now on; one that did so already is given the account's new token. Fails with `conflict` where somebody else
 * answers and `takesOver` does not say that this ends, and with `plan_limit_reached` where the plan has no number left.
 */
export async function importNumber(deps: PhoneDeps, member: Member, given: Importing): Promise<PhoneNumber> {
  demand(member, 'agents.publish');
  const { database, telephony, secretKey } = deps;
  const { scope } = member;
  const hookBase = deps.hookBase ?? refusePhone('noAddress', 'account');
  await database.transaction(scope, (tx) => demandAgent(tx, scope, given.agentId));
  const account = await accountOf(deps, scope, given.account);
  const own = await findOwn(telephony, account, given.number);
  const earlier = await database.transaction(scope, (tx) => findByNumber(tx, scope, own.number));
  if (!given.takesOver) demandFree(telephony, own, earlier && phoneHookOf(hookBase, earlier));
  const id = earlier?.id ?? newPhoneNumberId();
  const token = sealToken(secretKey, scope, id, account.token);
  const change = { accountId: account.accountId, vendorId: own.id, sealed: token };
  // Stored before the provider is told, so that its first call finds its signature here.
  const stored = database.transaction(scope, async (tx) => {
    await demandAgent(tx, scope, given.agentId);
    const agent = given.agentId === null ? {} : { agentId: given.agentId };
    const made = earlier
      ? await updateNumberRow(tx, scope, id, { ...change, ...agent })
      : await insertNumber(tx, scope, {
          ...{ id, ...change, ...agent, name: own.name, number: own.number, earlier: own.voice, hookKey: newHookKey() },
        });
    if (!made) return fail('conflict');
    await demandWithin(tx, scope, 'twilioPhoneNumberSlots');
    const details = { number: own.number, agentId: made.agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'phone_number.import', target: id, details });
    return made;
  });
  const row = await stored.catch((error) => {
    if (isUniqueViolation(error)) return refusePhone('answersElsewhere', 'number', { name: own.number });
    throw error;
  });
  try {
    await askedOfPhone(() => telephony.pointNumber(account, own.id, phoneHookOf(hookBase, row)));
  } catch (error) {
    await database.transaction(scope, (tx) => undo(tx, scope, row, earlier));
    throw error;
  }
  return readNumber(deps, scope, row.id);
}

/** Fails with `not_found`. */
export async function readNumber(
  { database }: Pick<PhoneDeps, 'database'>,
  scope: Scope,
  id: PhoneNumberRow['id'],
): Promise<PhoneNumber> {
  const found = await database.transaction(scope, (tx) => findNumberRow(tx, scope, id));
  return found ? toPhoneNumber(found.number, found.agentTitle) : fail('not_found');
}

export async function demandAgent(tx: Tx, scope: Scope, agentId: AgentId | null): Promise<void> {
  if (agentId !== null) await getAgentSettings(tx, scope, agentId);
}

/** Nothing is imported that its provider was not told of; what was before goes on as it was. */
async function undo(tx: Tx, scope: Scope, { id }: PhoneNumberRow, earlier: PhoneNumberRow | null) {
  if (!earlier) return void (await removeNumber(tx, scope, id));
  const { accountId, vendorId, sealed, agentId } = earlier;
  await updateNumberRow(tx, scope, id, { accountId, vendorId, sealed, agentId });
}

async function findOwn(telephony: Telephony, account: TelephonyAccount, number: string): Promise<OwnNumber> {
  const all = await askedOfPhone(() => telephony.listNumbers(account));
  const own = all.find((one) => one.number === number) ?? refusePhone('twilioNumber', 'number');
  return own.takesCalls ? own : refusePhone('twilioNoVoice', 'number');
}

const BEATEN: Record<string, ChannelFault> = { trunk: 'twilioTrunk', application: 'twilioApp' };

function demandFree(telephony: Telephony, own: OwnNumber, ours: string | null) {
  const by = answeredBy(own, telephony.beatenBy(own.voice));
  if (by === '' || (own.voice.url === ours && !(by in BEATEN))) return;
  fail('conflict', { message: sayChannelFault(BEATEN[by] ?? 'answersFor', { name: own.number, host: by }) });
}
