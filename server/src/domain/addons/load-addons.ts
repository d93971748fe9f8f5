import type { AddonStatus } from '@antiphon/contract/addons';
import { fail } from '@antiphon/contract/errors';
import type { Currency } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { askProvider, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import type { PaySubscription } from '../payments/subscriptions.ports.ts';
import { placeOf } from '../quotes/money.rules.ts';
import { findPlan } from '../subscriptions/read-plan.ts';
import { paidWithin } from '../subscriptions/subscriptions.rules.ts';
import { type Having, havingOf, isSold } from './addons.rules.ts';

export const NO_PLAN = 'You need an active subscription to add addons';

export type Loaded = { found: PaySubscription; paidItems: Record<string, number> };

/** The subscription as the provider has it now, and what of it is paid for. Fails where there is none, or none that is in order. */
export async function loadAddons(deps: PayerDeps, scope: Scope, { isMore }: { isMore: boolean }): Promise<Loaded> {
  const payments = demandPayments(deps);
  const live = await deps.database.transaction(scope, (tx) => findPlan(tx, scope));
  const found = live && (await askProvider(deps.log, payments.findSubscription('', live.id)));
  if (!found || found.status === 'canceled' || found.status === 'incomplete') fail('plan_needed', { message: NO_PLAN });
  if (isMore && found.status !== 'active') fail('plan_needed', { message: NO_PLAN });
  return { found, paidItems: paidWithin(found, live, {}) };
}

export const havingIn = ({ found, paidItems }: Loaded, key: string): Having | null =>
  isSold(key) ? havingOf(key, { ...found, paidItems }) : null;

/** As it was looked at last. */
export async function readAddons(tx: Tx, scope: Scope, keys: readonly string[]) {
  const [live, payer] = [await findPlan(tx, scope), await findPayer(tx, scope)];
  const currency: Currency = payer?.currency ?? placeOf(payer?.country ?? null).currency;
  const addons = keys.map((key): AddonStatus => {
    if (!isSold(key)) return { ...NOTHING, addonKey: key };
    const of = { currency, isYearly: false, items: live?.items ?? [], paidItems: live?.paidItems ?? {} };
    const { name, quantity, paid, unitAmount } = havingOf(key, of);
    return {
      ...{ addonKey: key, hasAddon: paid > 0, quantity, paidQuantity: paid },
      ...{ name, price: unitAmount / 100 },
    };
  });
  const periodEnd = live ? Math.floor(live.periodEnd.getTime() / 1_000) : null;
  return { hasSubscription: live !== null, currency, periodEnd, addons };
}

const NOTHING = { hasAddon: false, quantity: 0, paidQuantity: 0, name: '', price: null };
