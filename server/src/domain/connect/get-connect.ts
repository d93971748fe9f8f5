import type { ConnectView } from '@antiphon/contract/connect';
import type { Scope } from '../../db/scope.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { FEE_PERCENT } from '../quotes/money.rules.ts';
import { findAccount, listPlans } from './connect.queries.ts';
import { CREDIT_MICRO_USD, EXTRA_MICRO_USD, presentPlan, toUsd } from './connect.rules.ts';

export async function getConnect(deps: PayerDeps, scope: Scope): Promise<ConnectView> {
  const { isLive } = demandPayments(deps);
  const { account, plans } = await deps.database.transaction(scope, async (tx) => ({
    account: await findAccount(tx, scope),
    plans: await listPlans(tx, scope),
  }));
  const extra = account?.extraMicroUsd ?? EXTRA_MICRO_USD;
  const takesCards = account?.takesCards ?? false;
  const paysOut = account?.paysOut ?? false;
  return {
    stripeConnect: {
      email: account?.email ?? '',
      accountId: account?.accountId ?? '',
      isConnected: takesCards && paysOut,
      payouts_enabled: paysOut,
      USDPerToken: toUsd(extra),
      allowPlans: account?.allowPlans ?? true,
      plans: plans.map((plan) => presentPlan(plan, extra)),
    },
    takesCards,
    isDisconnected: (account?.disconnectedAt ?? null) !== null,
    isPriced: (account?.pricedAt ?? null) !== null,
    creditUSD: toUsd(CREDIT_MICRO_USD),
    feePercent: FEE_PERCENT,
    isLive,
  };
}
