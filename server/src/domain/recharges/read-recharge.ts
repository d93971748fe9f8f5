import type { PayerId } from '@antiphon/contract/ids';
import type { Recharge } from '@antiphon/contract/recharges';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { monthOf } from '../billing/calendar.rules.ts';
import { findSeller } from '../connect/find-seller.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { hasBilling } from '../orgs/has-billing.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { percentOf, placeOf, symbolOf } from '../quotes/money.rules.ts';
import { isOnFreePlan } from '../workspaces/note-payment.ts';
import {
  countOrders,
  findMonth,
  findRecharge,
  isOrgPastDue,
  isPastDue,
  type RechargeChoice,
  type RechargeRow,
} from './recharges.queries.ts';
import { dayBefore, type Facts, standingOf, USUAL } from './recharges.rules.ts';

type Payer = NonNullable<Awaited<ReturnType<typeof findPayer>>>;

/** What one takes, in minor units and with tax; its currency. An agency sells for US dollars, without a tax of ours. */
export function costOf(payer: Pick<Payer, 'country' | 'currency' | 'kind'> | null, amount: number) {
  if (payer?.kind === 'org') return { currency: 'usd' as const, each: amount * 100 };
  const there = placeOf(payer?.country ?? null);
  const net = amount * 100;
  return { currency: payer?.currency ?? there.currency, each: net + percentOf(net, there.tax?.percent ?? 0) };
}

/** What was chosen, else what is usual. */
export async function readChoice(
  tx: Tx,
  scope: Scope,
  payerId: PayerId,
  usual: RechargeChoice,
): Promise<RechargeChoice> {
  const { isEnabled, threshold, amount, monthlyLimit } = (await findRecharge(tx, scope, payerId)) ?? usual;
  return { isEnabled, threshold, amount, monthlyLimit };
}

/** What stands against it, and what else has to be known. */
export async function gatherFacts(
  tx: Tx,
  scope: Scope,
  { payer, row, now }: { payer: Payer; row: RechargeRow; now: Date },
): Promise<{ facts: Facts; hasOpen: boolean; charged: number }> {
  const payerId = payer.id;
  const month = await findMonth(tx, scope, { payerId, month: monthOf(now) });
  const { begun, hasOpen } = await countOrders(tx, scope, { payerId, since: dayBefore(now) });
  const left = row.monthlyLimit === null ? null : row.monthlyLimit * 100 - month.reserved - month.charged;
  const { isEnabled, pausedReason, failures, amount, orderId } = row;
  const facts = {
    ...{ isEnabled, pausedReason, failures, left, ofToday: begun, isOnItsWay: orderId !== null },
    ...{ hasCard: payer.customerId !== null && payer.card !== null, isBlocked: payer.blocked },
    ...(await standOf(tx, scope, payer)),
    each: costOf(payer, amount).each,
  };
  return { facts, hasOpen, charged: month.charged };
}

/** What of the payer itself stands against it. */
async function standOf(tx: Tx, scope: Scope, { id, orgId, account }: Payer) {
  if (orgId === null)
    return { isFree: await isOnFreePlan(tx, scope), isPastDue: await isPastDue(tx, scope), isSold: true };
  const seller = await findSeller(tx, scope);
  const isSold = seller.isConnected && seller.account === account && (await hasBilling(tx, scope, orgId));
  return { isFree: false, isPastDue: await isOrgPastDue(tx, scope, id), isSold };
}

export const presentRecharge = async (tx: Tx, scope: Scope, now: Date): Promise<Recharge> =>
  presentRechargeOf(tx, scope, { payer: await findPayer(tx, scope), usual: USUAL, now });

/** Of whoever pays; null: they never did. `usual`: as it is where nothing was set. */
export async function presentRechargeOf(
  tx: Tx,
  scope: Scope,
  { payer, usual, now }: { payer: Payer | null; usual: RechargeChoice; now: Date },
): Promise<Recharge> {
  const row = payer && (await findRecharge(tx, scope, payer.id));
  const { threshold, amount, monthlyLimit } = row ?? usual;
  const { currency, each } = costOf(payer, amount);
  const found = payer && row ? await gatherFacts(tx, scope, { payer, row, now }) : null;
  const standing = found ? standingOf(found.facts) : 'off';
  return {
    automaticBilling: row?.isEnabled ?? false,
    internal: {
      ...{ autochargeCreditThreshold: threshold, autochargeCreditAmount: amount },
      monthlyChargeLimit: monthlyLimit ?? 0,
    },
    ...{ standing, pausedReason: row?.pausedReason ?? null },
    nextTryAt: standing === 'retrying' && row?.nextAt ? Math.floor(row.nextAt.getTime() / 1_000) : null,
    ...{ currency, symbol: symbolOf(currency), each, charged: found?.charged ?? 0 },
  };
}

export function getRecharge(deps: PayerDeps & { clock: () => Date }, member: Member): Promise<Recharge> {
  demand(member, 'billing.write');
  demandPayments(deps);
  return deps.database.transaction(member.scope, (tx) => presentRecharge(tx, member.scope, deps.clock()));
}
