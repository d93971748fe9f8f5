import { clientProcedure, type SignedInClient } from '../../http/client-procedures.ts';
import { calledHost } from '../../http/hosts.ts';
import { answeredOnce, takeRate } from '../../http/procedures.ts';
import { calledUrlOf } from '../agencies/agencies.rules.ts';
import { cancelClientPlan, reactivateClientPlan } from './end-client-plan.ts';
import { listOffers, readPlan } from './list-offers.ts';
import { getOwed, payOwed } from './pay-owed.ts';
import { subscribe } from './subscribe.ts';

type Deps = Parameters<typeof listOffers>[0] &
  Parameters<typeof subscribe>[0] &
  Parameters<typeof cancelClientPlan>[0] & { publicUrl: string | null; port: number };

/** Each asks the provider. */
const ASKED = { max: 60, windowSeconds: 3_600 };

/** Whoever tries cards one after the other is not helped by us. */
const PAYMENTS = { max: 20, windowSeconds: 3_600 };

const buyerOf = ({ scope, actor }: SignedInClient) => ({ scope, actor });
const own = clientProcedure.clientPlans;

export const clientPlansRoutes = (deps: Deps) => ({
  getPlans: own.getPlans.handler(async ({ context: { scope, client } }) => ({
    plans: await listOffers(deps, scope, client.actor.orgId),
  })),
  getPlan: own.getPlan.handler(async ({ context: { scope, client } }) => ({
    plan: await readPlan(deps, scope, client.actor.orgId),
  })),
  create: own.create.use(answeredOnce).handler(async ({ context, input }) => {
    const { priceId, orgId, workspaceStripeAccountId: accountId } = input;
    await takeRate(context, [{ key: `client-plan:org:${context.client.actor.orgId}`, ...ASKED }]);
    const origin = calledUrlOf(calledHost(context.headers), deps);
    return subscribe(deps, buyerOf(context.client), { priceId, orgId, accountId, origin });
  }),
  cancel: own.cancel.use(answeredOnce).handler(async ({ context, input }) => {
    const { subscriptionId, orgId, workspaceStripeAccountId: accountId } = input;
    await takeRate(context, [{ key: `client-plan:org:${context.client.actor.orgId}`, ...ASKED }]);
    return cancelClientPlan(deps, buyerOf(context.client), { subscriptionId, orgId, accountId });
  }),
  reactivate: own.reactivate.use(answeredOnce).handler(async ({ context, input }) => {
    const { subscriptionId, orgId, workspaceStripeAccountId: accountId } = input;
    await takeRate(context, [{ key: `client-plan:org:${context.client.actor.orgId}`, ...ASKED }]);
    return reactivateClientPlan(deps, buyerOf(context.client), { subscriptionId, orgId, accountId });
  }),
  getInvoice: own.getInvoice.handler(({ context, input }) => getOwed(deps, buyerOf(context.client), input.invoiceId)),
  payInvoice: own.payInvoice.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `invoice:org:${context.client.actor.orgId}`, ...PAYMENTS }]);
    return payOwed(deps, buyerOf(context.client), input.invoiceId);
  }),
});
