import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { type TestApi, until } from '../harness/api.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';
import { type Owner, ok } from './api-factory.ts';
import { CARDS } from './buyer-factory.ts';
import { makeAgency, startClientSession } from './client-factory.ts';
import { EVENT_SECRETS } from './payer-factory.ts';

type Place = { api: TestApi; standIn: PaymentsStandIn };

/** Has what happens at the provider told to this server. */
export async function hearEvents({ api, standIn }: Place) {
  for (const kind of ['platform', 'connect', 'accounts'] as const) {
    const url = `${api.origin}/api/na/stripe/events/${kind}`;
    await standIn.knob('endpoints', { kind, url, secret: EVENT_SECRETS[kind][0] ?? '', isOnly: true });
  }
}

type Asking = { next_action: { redirect_to_url?: { url: string }; use_stripe_sdk?: { stripe_js: string } } };

/** Where the bank asks the card's holder. */
export const pageOf = ({ next_action: action }: Asking): string =>
  action.redirect_to_url?.url ?? action.use_stripe_sdk?.stripe_js ?? '';

/** Gives an owner an account of the agency's that takes cards; its id. */
export async function connectAccount(
  { api }: Pick<Place, 'api'>,
  { uid, key }: Pick<Owner, 'uid' | 'key'>,
): Promise<string> {
  const post = (path: string, body: object = { workspace: uid }) => api.call('POST', path, { caller: key, body });
  const { accountId } = ok(await post('/stripe/connect/create-account'));
  const page = ok(await post('/stripe/connect/account-link')).redirectUrl as string;
  await fetch(page);
  await press(page, { answer: 'complete' });
  await until(
    async () => ok(await post(`/v2/workspaces/${uid}/connect/refresh`, {})),
    ({ stripeConnect }) => stripeConnect.isConnected,
  );
  return accountId;
}

export type Shop = Awaited<ReturnType<typeof makeShop>>;

/** An agency that is connected, and a client of its org, which has billing. Events must be heard (`hearEvents`). */
export async function makeShop({ api, standIn }: Place, { isConnected = true, allowBilling = true } = {}) {
  const agency = await makeAgency(api);
  const { uid, caller: asOwner } = agency.owner;
  const owned = (path: string, body: unknown) => api.call('POST', path, { caller: asOwner, body });
  const readConnect = async () => ok(await api.call('GET', `/v2/workspaces/${uid}/connect`, { caller: asOwner }));
  const connected = isConnected || allowBilling ? await connectAccount({ api }, agency.owner) : '';
  if (allowBilling) ok(await agency.asOwner('POST', `/orgs/${agency.orgId}`, { allowBilling: true }));
  // Billing that was allowed outlives the account.
  if (connected && !isConnected) {
    await standIn.knob('disconnect', { account: connected });
    await until(readConnect, ({ stripeConnect }) => !stripeConnect.isConnected);
  }
  const accountId = isConnected ? connected : '';
  const { ID: clientId } = await agency.newClient();
  const own = await clientOf({ api, standIn }, { uid, clientId, accountId });
  return {
    ...{ ...agency, uid, accountId, clientId, owned, readConnect, ...own },
    /** A client of another org of the same agency, which has billing as well. */
    async makeSibling() {
      const { ID: orgId } = ok(await agency.asOwner('POST', '/orgs', { name: 'Sibling', allowBilling: true }));
      const body = { name: 'Sam', email: `${orgId.toLowerCase()}@example.com`, dashboardPassword: 'pw-0123456789' };
      const { ID } = ok(await agency.asOwner('POST', `/orgs/${orgId}/clients`, body));
      ok(await agency.asOwner('POST', `/orgs/${orgId}/agents/${agency.agentId}`, {}));
      ok(await agency.asOwner('POST', `/clients/${ID}/agents/${agency.agentId}`, {}));
      return clientOf({ api, standIn }, { uid, clientId: ID, accountId });
    },
  };
}

/** What a client does as a buyer. */
async function clientOf(
  { api, standIn }: Place,
  { uid, clientId, accountId }: { uid: string; clientId: string; accountId: string },
) {
  const caller = await startClientSession(api, { uid, clientId });
  const get = (path: string) => api.call('GET', path, { caller });
  const post = (path: string, body: unknown = {}) => api.call('POST', path, { caller, body });
  const account = async () => ok(await get(`/stripe/connect/get-account-id/${uid}/na`));
  return {
    ...{ caller, get, post, account },
    /** What stands on a path of this org's: `get-payment-methods`, `get-billing-details`, `get-invoices`. */
    async own(what: string) {
      return get(`/stripe/connect/${what}/${(await account()).customerId}/${accountId}`);
    },
    /** Types a card, as a browser does; its holder says yes where they are asked. */
    async typeCard(number = CARDS.pays): Promise<string> {
      const setup = ok(await post('/stripe/connect/start-payment'));
      const typed = await confirmInBrowser(standIn.url, setup.clientSecret, { number }, undefined, setup.accountId);
      if (typed.next_action) await press(pageOf(typed), { answer: 'complete' });
      return typed.payment_method as string;
    },
    async saveCard(number = CARDS.pays): Promise<string> {
      const paymentMethodId = await this.typeCard(number);
      return ok(await post('/stripe/connect/update-payment', { paymentMethodId })).customer.id as string;
    },
  };
}
