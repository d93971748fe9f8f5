import {
  newAgencyPlanId,
  newOrderId,
  newOrgId,
  newQuoteId,
  type OrderId,
  type PayerId,
  type WorkspaceUid,
} from '@antiphon/contract/ids';
import { NEW_ORG } from '@antiphon/contract/new-org';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { agencyPlanPrices, agencyPlans } from '../../src/db/schema/connect.ts';
import { orders } from '../../src/db/schema/orders.ts';
import { orgs } from '../../src/db/schema/orgs.ts';
import { payers } from '../../src/db/schema/payments.ts';
import { quotes } from '../../src/db/schema/quotes.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';
import { makePayer } from './payer-factory.ts';

const MICRO = 1_000_000;

async function makePrice(standIn: PaymentsStandIn, lookupKey: string | null = null, account = ''): Promise<string> {
  const { id: product } = await standIn.call('/v1/products', { name: 'Plan' }, account);
  const price = { product, currency: 'usd', unit_amount: '1000', 'recurring[interval]': 'month' };
  const named = lookupKey === null ? price : { ...price, lookup_key: lookupKey };
  return (await standIn.call('/v1/prices', named, account)).id;
}

/** A plan of 5,000 credits that an agency sells at this price. */
async function sellPlan(
  database: Database,
  { uid, account, priceId }: { uid: WorkspaceUid; account: string; priceId: string },
) {
  const id = newAgencyPlanId();
  const plan = { workspaceUid: uid, credits: 5_000 };
  await database.unscoped
    .insert(agencyPlans)
    .values({ ...plan, id, place: 0, name: 'Basic', features: [], isPopular: false, priceId });
  await database.unscoped.insert(agencyPlanPrices).values({ ...plan, account, priceId, planId: id, unitAmount: 1_000 });
}

/** A subscription that is paid for, of a plan without add-ons. */
async function subscribe(standIn: PaymentsStandIn, customer: string) {
  const sold = { customer, 'items[0][price]': await makePrice(standIn), 'metadata[plan]': 'pay_as_you_go' };
  const { id, items } = await standIn.call('/v1/subscriptions', sold);
  return { subscriptionId: id as string, prorationAt: items.data[0].current_period_start as number };
}

/** Makes the payer an org's, which pays its agency. */
async function giveToOrg(database: Database, { id, uid }: { id: PayerId; uid: WorkspaceUid }) {
  const orgId = newOrgId();
  await database.unscoped.insert(orgs).values({ ...NEW_ORG, id: orgId, workspaceUid: uid });
  await database.unscoped.update(payers).set({ kind: 'org', orgId }).where(eq(payers.id, id));
}

/** An order of $10 that nobody has begun with, of a payer with this card. `client_credits` and a `client_plan` are paid on an agency's account, with a fee of 5 %. */
export async function makeOrder(
  database: Database,
  standIn: PaymentsStandIn,
  card = 'pm_card_visa',
  purpose: 'top_up' | 'subscription' | 'addons' | 'client_credits' | 'client_plan' = 'top_up',
) {
  const isPlan = purpose === 'client_plan';
  const isOrgs = isPlan || purpose === 'client_credits';
  const account = isOrgs ? await standIn.createAccount() : '';
  const payer = await makePayer(database, standIn, account);
  if (isOrgs) await giveToOrg(database, payer);
  // A plan is begun with a card that pays, whatever the add-ons are paid with.
  if (purpose === 'addons') await payer.charge('pm_card_visa');
  const begun = purpose === 'addons' ? await subscribe(standIn, payer.customerId) : null;
  await payer.charge(card);
  const seat = begun && (await makePrice(standIn, `client_seat:${payer.customerId}`));
  const items = [{ key: 'client_seat', itemId: null, priceId: seat ?? '', quantity: 1 }];
  const [quoteId, id, now] = [newQuoteId(), newOrderId(), new Date()];
  const sums = { currency: 'usd' as const, tax: 0, credits: 10_000_000_000n };
  const of = { workspaceUid: payer.uid, payerId: payer.id, purpose };
  const line = {
    key: 'credits',
    name: 'Credits',
    quantity: 1,
    amount: 1_000,
    priceId: purpose === 'top_up' || purpose === 'client_credits' ? null : await makePrice(standIn, null, account),
  };
  if (isPlan) await sellPlan(database, { uid: payer.uid, account, priceId: line.priceId ?? '' });
  const back = 'https://agency.example.com/';
  const expiresAt = Math.floor(now.getTime() / 1_000) + 33 * 60;
  await database.unscoped.insert(quotes).values({
    ...{ ...of, ...sums, id: quoteId, wanted: {}, country: 'US', isOrdered: true, expiresAt: now },
    lines: [{ ...line, unitAmount: 1_000, discount: 0, tax: 0 }],
    ...{ subtotal: 1_000, discount: 0, total: 1_000, recurringTotal: 0 },
  });
  await database.unscoped.insert(orders).values({
    ...{
      ...of,
      ...sums,
      id,
      quoteId,
      account,
      customerId: payer.customerId,
      amount: 1_000,
      createdAt: now,
      nextAt: now,
    },
    sale: {
      ...(isOrgs ? { fee: 50 } : {}),
      ...{ lines: [line], taxRateId: null, promotionCodeId: null, planKey: 'pay_as_you_go' },
      change: begun && { ...begun, items },
      ...(isPlan ? { checkout: { feePercent: 5, successUrl: back, cancelUrl: back, expiresAt } } : {}),
    },
  });
  const charges = () => standIn.list(`/v1/charges?limit=100&customer=${payer.customerId}`, account);
  return {
    ...payer,
    orderId: id as OrderId,
    account,
    async readOrder() {
      const [row] = await database.unscoped.select().from(orders).where(eq(orders.id, id));
      if (!row) throw new Error('the order is gone');
      return row;
    },
    /** What was taken, what invoices there are, and the credits of all grants. */
    async sums() {
      const grants = (await database.unscoped.execute(
        sql`select amount::text as amount from credit_transfers where workspace_uid = ${payer.uid}`,
      )) as unknown as { rows: { amount: string }[] };
      const invoices = await standIn.list(`/v1/invoices?limit=100&customer=${payer.customerId}`, account);
      return {
        paid: (await charges()).filter(({ paid }) => paid).map(({ amount }) => amount as number),
        invoices: invoices.map(({ status }) => status as string),
        grants: grants.rows.map(({ amount }) => Number(amount) / MICRO),
      };
    },
  };
}
