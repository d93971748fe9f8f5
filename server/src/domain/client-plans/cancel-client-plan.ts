import { randomUUID } from 'node:crypto';
import type { ClientPlan } from '@antiphon/contract/client-plans';
import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { type Buyer, demandNamed, demandShop } from '../client-billing/demand-org-payer.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { findOrgSubscription } from '../org-subscriptions/read-org-subscription.ts';
import { askProvider, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { readClientPlan } from './list-offers.ts';

type Deps = PayerDeps & { objects: { look(object: PayObject): Promise<void> } };
type Named = { subscriptionId: string; orgId?: string | undefined; accountId?: string | undefined };

/** When its period ends the plan ends; what is paid for stays until then, and credits stay. */
export async function cancelClientPlan(
  deps: Deps,
  buyer: Buyer,
  named: Named,
): Promise<{ message: string; subscription: ClientPlan }> {
  const payments = demandPayments(deps);
  const { database, log, objects } = deps;
  const { scope, actor } = buyer;
  const live = await database.transaction(scope, async (tx) => {
    const shop = await demandShop(tx, buyer);
    demandNamed(named, shop);
    return findOrgSubscription(tx, scope, shop.orgId);
  });
  if (live?.id !== named.subscriptionId) fail('not_found');
  const { id, account } = live;
  // Said twice it is the same: a lost answer needs no key that is remembered.
  await askProvider(log, payments.setSubscriptionEnd(account, id, { feedback: 'other', comment: '' }, randomUUID()));
  await objects.look({ account, kind: 'subscription', id });
  return database.transaction(scope, async (tx) => {
    await recordAudit(tx, scope, {
      ...{ actor: actorOf({ userId: null, client: actor }), action: 'client_plan.cancel', target: id },
    });
    const subscription = await readClientPlan(tx, scope, live.orgId);
    return { message: 'Subscription successfully canceled', subscription: subscription ?? fail('not_found') };
  });
}
