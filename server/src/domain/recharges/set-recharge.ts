import { fail } from '@antiphon/contract/errors';
import { limitBelowOne, RECHARGE_FAULTS } from '@antiphon/contract/recharge-faults';
import type { Recharge } from '@antiphon/contract/recharges';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandPayer, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findPayer, type PayerRow } from '../payments/lock-payer.ts';
import { symbolOf } from '../quotes/money.rules.ts';
import { isOnFreePlan } from '../workspaces/note-payment.ts';
import { costOf, presentRecharge, presentRechargeOf } from './read-recharge.ts';
import { findRecharge, putChoice, type RechargeChoice, unpause } from './recharges.queries.ts';
import { FAILURES_MAX, ORG_USUAL, USUAL } from './recharges.rules.ts';

export type RechargeDeps = PayerDeps & { clock: () => Date; recharges: { wake(): void } };
type Asked = Partial<Omit<RechargeChoice, 'isEnabled'>> & { isEnabled: boolean };
type Answer = { success: boolean; message: string; recharge: Recharge };

/** What is not said stays as it is. */
export async function setRecharge(deps: RechargeDeps, member: Member, asked: Asked): Promise<Answer> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database, clock, recharges } = deps;
  const { scope } = member;
  const { id } = await demandPayer(deps, payments, scope);
  const answer = await database.transaction(scope, async (tx) => {
    const present = () => presentRecharge(tx, scope, clock());
    if (asked.isEnabled && (await isOnFreePlan(tx, scope))) {
      return { success: false, message: RECHARGE_FAULTS.freePlan, recharge: await present() };
    }
    const payer = await findPayer(tx, scope);
    if (asked.isEnabled && !payer?.card) fail('card_needed');
    const before = (await findRecharge(tx, scope, id)) ?? USUAL;
    const { isEnabled, threshold = before.threshold, amount = before.amount } = asked;
    const monthlyLimit = asked.monthlyLimit === undefined ? before.monthlyLimit : asked.monthlyLimit;
    const { each, currency } = costOf(payer, amount);
    if (isEnabled && monthlyLimit !== null && each > monthlyLimit * 100) {
      const message = limitBelowOne(`${symbolOf(currency)}${(each / 100).toFixed(2)}`);
      fail('invalid_input', { message, issues: [{ path: 'monthlyChargeLimit', message }] });
    }
    const choice = { isEnabled, threshold, amount, monthlyLimit };
    await putChoice(tx, scope, id, choice);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'recharge.set', target: id, details: choice });
    return { success: true, message: 'Autocharge settings saved!', recharge: await present() };
  });
  recharges.wake();
  return answer;
}

/** The same of an org, which has no limit of the month. */
export async function setOrgRecharge(
  { database, clock, recharges }: RechargeDeps,
  scope: Scope,
  { payer, actor }: { payer: PayerRow; actor: string },
  choice: RechargeChoice,
): Promise<Recharge> {
  const recharge = await database.transaction(scope, async (tx) => {
    await putChoice(tx, scope, payer.id, choice);
    await recordAudit(tx, scope, { actor, action: 'recharge.set', target: payer.id, details: choice });
    return presentRechargeOf(tx, scope, { payer, usual: ORG_USUAL, now: clock() });
  });
  recharges.wake();
  return recharge;
}

export const tryOrgAgain = async (
  { database, recharges }: RechargeDeps,
  scope: Scope,
  { payer, actor }: { payer: PayerRow; actor: string },
): Promise<void> => {
  await database.transaction(scope, async (tx) => {
    if (await unpause(tx, scope, payer.id, FAILURES_MAX - 1))
      await recordAudit(tx, scope, { actor, action: 'recharge.try_again', target: payer.id });
  });
  recharges.wake();
};

/** One more try: where that fails as well it is paused again. */
export async function tryAgain(deps: RechargeDeps, member: Member): Promise<Recharge> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { database, clock, recharges } = deps;
  const { scope } = member;
  const recharge = await database.transaction(scope, async (tx) => {
    const payer = await findPayer(tx, scope);
    if (!payer) fail('not_found');
    if (await unpause(tx, scope, payer.id, FAILURES_MAX - 1))
      await recordAudit(tx, scope, { actor: actorOf(member), action: 'recharge.try_again', target: payer.id });
    return presentRecharge(tx, scope, clock());
  });
  recharges.wake();
  return recharge;
}
