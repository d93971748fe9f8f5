import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ClientId, OrderId, OrgId, QuoteId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { byQuote, Order } from './orders.ts';
import { BillingAddress, BillingDetails, CardSetup, PaymentMethod } from './payments.ts';
import { ORG_RECHARGE } from './recharge-steps.ts';
import { Recharge, stepped } from './recharges.ts';

/** On which account a client buys, and for how much. */
export const BillingAccount = z.object({
  accountId: z.string().describe('The agency’s at the payment provider; empty where it sells nothing'),
  allowPlans: z.boolean(),
  usdPerCredit: z.number().describe('US dollars'),
  customerId: z.string().describe('The org’s on that account; empty until a card was typed for the first time'),
  isConnected: z.boolean().describe('False: nothing can be bought just now'),
  isLive: z.boolean().describe('False: no money moves, and test cards pay'),
  publishableKey: z.string().describe('With which a browser talks to the payment provider'),
  isStandIn: z.boolean().describe('True: test cards are handed over under /test-mode'),
});
export type BillingAccount = z.infer<typeof BillingAccount>;

export const ClientInvoice = z.object({
  id: z.string(),
  number: z.string(),
  created: z.number().int().describe('Unix seconds'),
  status: z.enum(['open', 'paid']),
  amount: z.number().describe('US dollars'),
  hosted_invoice_url: z.string().describe('The provider’s page of it; empty where there is none'),
});
export type ClientInvoice = z.infer<typeof ClientInvoice>;

/** What so many credits cost, for half an hour. */
export const ClientQuote = z.object({
  quoteId: QuoteId,
  creditAmount: z.number().int(),
  amount: z.number().describe('US dollars'),
  expiresAt: z.number().int().describe('Unix seconds'),
});
export type ClientQuote = z.infer<typeof ClientQuote>;

const CreditAmount = z
  .number()
  .int()
  .min(limits.clientCreditsMin)
  .max(limits.clientCreditsMax)
  .multipleOf(limits.clientCreditsStep);

const name = z.string().min(1).max(255);
/** Never used to find anything: what is sent must be what the session says, else it is not found. */
const said = (what: string) => name.optional().describe(`Must be ${what}, where it is sent`);
const ignored = (why: string) => z.string().max(255).nullish().describe(`Accepted and ignored: ${why}`);

/** What names an org and its agency in a body; the server knows them. */
export const NamedOrg = z.object({
  orgId: OrgId.optional().describe('Must be the session’s org, where it is sent'),
  workspaceStripeAccountId: said('the agency’s account'),
  region: ignored('the path says it'),
});

const ofCustomer = z.object({ customerId: name, accountId: name });

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Client billing'], successStatus: 200 });

/** What an org buys of its agency, by its people, where it has billing. On an agency's host alone. */
export const clientBillingContract = {
  getAccount: route(
    'GET',
    '/stripe/connect/get-account-id/{agencyUserId}/{region}',
    'Get on which account is bought, and what a credit costs there',
  )
    .input(z.object({ agencyUserId: name.describe('The uid of the agency’s workspace'), region: name }))
    .output(BillingAccount),
  getPaymentMethod: route(
    'GET',
    '/stripe/connect/get-payment-methods/{customerId}/{accountId}',
    'Get the card that is charged',
  )
    .input(ofCustomer)
    .output(z.object({ paymentMethod: PaymentMethod.nullable() })),
  getBillingDetails: route(
    'GET',
    '/stripe/connect/get-billing-details/{customerId}/{accountId}',
    'Get to whom invoices are written',
  )
    .input(ofCustomer)
    .output(z.object({ customer: BillingDetails.extend({ id: z.string() }) })),
  listInvoices: route('GET', '/stripe/connect/get-invoices/{customerId}/{accountId}', 'List the newest invoices')
    .input(ofCustomer)
    .output(z.object({ invoices: z.object({ data: z.array(ClientInvoice) }) })),
  startCard: route('POST', '/stripe/connect/start-payment', 'Begin to take a card: five times an hour')
    .input(NamedOrg)
    .output(CardSetup.extend({ accountId: z.string().describe('On which the browser hands the card over') })),
  saveCard: route('POST', '/stripe/connect/update-payment', 'Charge this card from now on')
    .input(
      NamedOrg.extend({
        paymentMethodId: z.string().regex(/^pm_\w{1,250}$/),
        userId: ignored('the session says it'),
        agencyId: said('the agency'),
        email: z.email('Please enter a valid email').max(254).optional(),
        name: z.string().trim().min(1).max(200).optional(),
        phone: z.string().trim().max(20).nullish(),
        address: BillingAddress.optional(),
      }),
    )
    .output(z.object({ customer: z.object({ id: z.string() }) })),
  quote: route('POST', '/stripe/connect/quote', 'Get what credits cost, to be bought at that')
    .input(z.object({ creditAmount: CreditAmount }))
    .output(ClientQuote),
  buyCredits: route('POST', '/stripe/connect/pre-paid', 'Buy credits with the card that is charged')
    .input(
      z.object({
        creditAmount: CreditAmount,
        region: ignored('the path says it'),
        workspaceId: WorkspaceUid.optional().describe('Must be the agency’s, where it is sent'),
        clientId: ClientId.optional().describe('Must be the caller, where it is sent'),
        orgId: OrgId.optional().describe('Must be the session’s org, where it is sent'),
        quoteId: byQuote,
      }),
    )
    .output(Order.extend({ message: z.string() })),
  getRecharge: route(
    'GET',
    '/stripe/connect/autorecharge',
    'Get when credits are bought by themselves, and what stands against it',
  ).output(Recharge),
  saveRecharge: route('POST', '/stripe/connect/update-autorecharge', 'Set when credits are bought by themselves')
    .input(
      NamedOrg.extend({
        automaticBilling: z.boolean(),
        threshold: stepped(ORG_RECHARGE.threshold).optional().describe('Credits; as it is where nothing is said'),
        amount: stepped(ORG_RECHARGE.amount).optional().describe('US dollars; as it is where nothing is said'),
        customer_id: said('the org’s customer'),
      }),
    )
    .output(z.object({ success: z.literal(true), message: z.string(), recharge: Recharge })),
  tryRechargeAgain: route('POST', '/stripe/connect/autorecharge/try-again', 'Try once more with the same card').output(
    Recharge,
  ),
  listOrders: route('GET', '/stripe/connect/orders', 'List payments that are not finished, newest first').output(
    z.object({ items: z.array(Order) }),
  ),
  getOrder: route('GET', '/stripe/connect/orders/{orderId}', 'Get what became of a payment')
    .input(z.object({ orderId: OrderId }))
    .output(Order),
  cancelOrder: route(
    'POST',
    '/stripe/connect/orders/{orderId}/cancel',
    'Give up a payment that waits for the card’s holder',
  )
    .input(z.object({ orderId: OrderId }))
    .output(Order),
};
