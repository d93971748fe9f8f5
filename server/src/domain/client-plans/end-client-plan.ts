import type { ClientPlan } from '@antiphon/contract/client-plans';
import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { type Buyer, demandNamed, demandShop } from '../client-billing/demand-org-payer.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { findOrgSubscription } from '../org-subscriptions/read-org-subscription.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { type EndDeps, setSubscriptionEnd } from '../payments/set-subscription-end.ts';
import { readClientPlan } from './list-offers.ts';

type Named = { subscriptionId: string; orgId?: string | undefined; accountId?: string | undefined };
type Done = { message: string; subscription: ClientPlan };

/** When its period ends the plan ends; what is paid for stays until then, and credits stay. */
export const cancelClientPlan = (deps: EndDeps, buyer: Buyer, named: Named): Promise<Done> =>
  setEnd(deps, buyer, named, { ends: true, message: 'Subscription successfully canceled' });

/** Until it has ended it goes on as if nothing had been said; one that has ended is not there. */
export const reactivateClientPlan = (deps: EndDeps, buyer: Buyer, named: Named): Promise<Done> =>
  setEnd(deps, buyer, named, { ends: false, message: 'Subscription reactivated successfully' });

type End = { ends: boolean; message: string };

async function setEnd(deps: EndDeps, buyer: Buyer, named: Named, { ends, message }: End): Promise<Done> {
  const payments = demandPayments(deps);
  const { database } = deps;
  const { scope, actor } = buyer;
  const live = await database.transaction(scope, async (tx) => {
    const shop = await demandShop(tx, buyer);
    demandNamed(named, shop);
    return findOrgSubscription(tx, scope, shop.orgId);
  });
  if (live?.id !== named.subscriptionId) fail('not_found');
  const { id, orgId } = live;
  const leaving = ends ? { feedback: 'other' as const, comment: '' } : null;
  const isSet = await setSubscriptionEnd(deps, payments, live, leaving);
  return database.transaction(scope, async (tx) => {
    if (!isSet) fail((await findOrgSubscription(tx, scope, orgId)) ? 'unavailable' : 'not_found');
    await recordAudit(tx, scope, {
      actor: actorOf({ userId: null, client: actor }),
      action: ends ? 'client_plan.cancel' : 'client_plan.reactivate',
      target: id,
    });
    const subscription = await readClientPlan(tx, scope, orgId);
    return { message, subscription: subscription ?? fail('not_found') };
  });
}
