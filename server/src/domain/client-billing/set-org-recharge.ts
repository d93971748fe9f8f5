import { fail } from '@antiphon/contract/errors';
import type { Recharge } from '@antiphon/contract/recharges';
import { actorOf } from '../identity/identity.policy.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { presentRechargeOf, readChoice } from '../recharges/read-recharge.ts';
import { ORG_USUAL } from '../recharges/recharges.rules.ts';
import { type RechargeDeps, setOrgRecharge, tryOrgAgain } from '../recharges/set-recharge.ts';
import { type Buyer, demandNamed, findShop, memberOf } from './demand-org-payer.ts';

export async function getOrgRecharge(deps: RechargeDeps, buyer: Buyer): Promise<Recharge> {
  const { scope } = buyer;
  demandPayments(deps);
  return deps.database.transaction(scope, async (tx) => {
    const { payer } = await findShop(tx, buyer);
    return presentRechargeOf(tx, scope, { payer, usual: ORG_USUAL, now: deps.clock() });
  });
}

type Named = Parameters<typeof demandNamed>[0];
type Asked = { isEnabled: boolean; threshold?: number; amount?: number };

/** What is not said stays as it is. */
export async function saveOrgRecharge(deps: RechargeDeps, buyer: Buyer, named: Named, asked: Asked) {
  demandPayments(deps);
  const { scope } = buyer;
  const { payer, before } = await deps.database.transaction(scope, async (tx) => {
    const { payer, ...shop } = await findShop(tx, buyer);
    demandNamed(named, { ...shop, customerId: payer?.customerId });
    if (asked.isEnabled && !shop.seller.isConnected) fail('unavailable');
    return { payer, before: payer ? await readChoice(tx, scope, payer.id, ORG_USUAL) : ORG_USUAL };
  });
  if (!payer || (asked.isEnabled && !payer.card)) fail('card_needed');
  const choice = { ...before, ...asked, monthlyLimit: null };
  const recharge = await setOrgRecharge(deps, scope, { payer, actor: actorOf(memberOf(buyer)) }, choice);
  const what = choice.isEnabled
    ? `Will charge $${choice.amount} when credits drop below ${choice.threshold}.`
    : 'Auto-recharge disabled.';
  return { success: true as const, message: `Auto-recharge settings updated successfully. ${what}`, recharge };
}

export async function tryAgain(deps: RechargeDeps, buyer: Buyer): Promise<Recharge> {
  demandPayments(deps);
  const { scope } = buyer;
  const { payer } = await deps.database.transaction(scope, (tx) => findShop(tx, buyer));
  if (!payer) fail('not_found');
  await tryOrgAgain(deps, scope, { payer, actor: actorOf(memberOf(buyer)) });
  return getOrgRecharge(deps, buyer);
}
