import { newEventId, type WorkspaceUid } from '@antiphon/contract/ids';
import type { PastDue } from '@antiphon/contract/subscriptions';
import { press } from '../../../stand-in/test/harness/furnish.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { fromCredits } from '../../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { type Caller, type TestApi, until } from '../harness/api.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';
import { ok } from './api-factory.ts';
import { makeAgency, startClientSession } from './client-factory.ts';
import { connectAccount } from './connected-agency.ts';

export const basic = { name: 'Basic', credits: 5_000, features: ['All agents'], isPopular: false };
export const premium = {
  name: 'Premium',
  credits: 15_000,
  features: ['All agents', 'A person to call'],
  isPopular: true,
};
/** What is typed on the provider's page, beside the number. */
export const CHECKOUT = { expiry: '12/34', cvc: '123', name: 'Pat Doe', country: 'US' };

type Plan = { productId: string; priceId: string; name: string; price: number; credits: number };
type OwnPlan = {
  id: string;
  status: string;
  priceId: string;
  name: string;
  credits: number;
  price: number;
  renewsAt: number | null;
  cancelsAt: number | null;
  pastDue: PastDue | null;
};

/** An agency that sells two plans on an account of its own, with credits beside those of the welcome, and a client of an org with billing. */
export async function makeSellingAgency(api: TestApi, standIn: PaymentsStandIn, credits = 0) {
  const agency = await makeAgency(api);
  const { uid, key } = agency.owner;
  const post = (path: string, body: unknown) => api.call('POST', path, { caller: key, body });
  const read = async (path: string) => ok(await api.call('GET', `/v2/workspaces/${uid}/${path}`, { caller: key }));
  const accountId = await connectAccount({ api }, agency.owner);
  const settle = (given: object) =>
    post(`/v2/workspaces/${uid}/connect`, { USDPerToken: 0.003, allowPlans: true, ...given });
  ok(await settle({}));
  const save = (plans: unknown[]) => post('/rpc/upsertAgencyPlans', { workspaceId: uid, plans });
  const plans = ok(await save([basic, premium])).updatedPlans as Plan[];
  const setBilling = (allowBilling: boolean) => agency.asOwner('POST', `/orgs/${agency.orgId}`, { allowBilling });
  ok(await setBilling(true));
  const client = await agency.newClient({ isOrgAdmin: true });
  const caller = await startClientSession(api, { uid, clientId: client.ID });
  const scope = makeScope(uid as WorkspaceUid);
  const fund = (amount: number) =>
    api.database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: newEventId(), amountMicro: fromCredits(amount), featureKey: 'top_up' }),
    );
  if (credits > 0) await fund(credits);
  const subscribe = (which = 0, given: object = {}, as: Caller = caller) =>
    agency.post('/stripe/connect/create-subscription', { priceId: plans[which]?.priceId, ...given }, as);
  const plan = async () => ok(await agency.get('/client/plan', caller)).plan as OwnPlan | null;
  return {
    ...agency,
    ...{ uid, accountId, plans, client, caller, settle, save, setBilling, fund, subscribe, plan },
    async offers(account = '') {
      return ok(await agency.get(`/rpc/getPlans?agencyAccountId=${account}`, caller)) as { plans: Plan[] };
    },
    cancel: (subscriptionId = '') => agency.post('/stripe/connect/cancel-subscription', { subscriptionId }, caller),
    reactivate: (subscriptionId = '') =>
      agency.post('/stripe/connect/reactivate-subscription', { subscriptionId }, caller),
    /** Pays one of the plans; it is there then. */
    async buy(which = 0, number = '4242424242424242'): Promise<OwnPlan> {
      const { sessionUrl } = ok(await subscribe(which));
      await press(sessionUrl, { ...CHECKOUT, number });
      const bought = await until(plan, (found) => found !== null);
      return bought!;
    },
    credits: async () => ok(await agency.get('/client/me', caller)).loadTokens as number,
    ownCredits: async () => (await read('billing')).loadTokens as number,
    charges: () => standIn.list('/v1/charges?limit=100', accountId),
  };
}
