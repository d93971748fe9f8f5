import type { Recharge } from '@antiphon/contract/recharges';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { monthOf } from '../billing/calendar.rules.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { percentOf, placeOf, symbolOf } from '../quotes/money.rules.ts';
import { isOnFreePlan } from '../workspaces/note-payment.ts';
import { countOrders, findMonth, findRecharge, isPastDue, type RechargeRow } from './recharges.queries.ts';
import { dayBefore, type Facts, standingOf, USUAL } from './recharges.rules.ts';

type Payer = NonNullable<Awaited<ReturnType<typeof findPayer>>>;

/** What one takes, in minor units and with tax; its currency. */
export function costOf(payer: Pick<Payer, 'country' | 'currency'> | null, amount: number) {
  const there = placeOf(payer?.country ?? null);
  const net = amount * 100;
  return { currency: payer?.currency ?? there.currency, each: net + percentOf(net, there.tax?.percent ?? 0) };
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
    ...{ isFree: await isOnFreePlan(tx, scope), isPastDue: await isPastDue(tx, scope) },
    each: costOf(payer, amount).each,
  };
  return { facts, hasOpen, charged: month.charged };
}

export async function presentRecharge(tx: Tx, scope: Scope, now: Date): Promise<Recharge> {
  const payer = await findPayer(tx, scope);
  const row = payer && (await findRecharge(tx, scope, payer.id));
  const { threshold, amount, monthlyLimit } = row ?? USUAL;
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
