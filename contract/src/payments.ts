import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';

/** What of a card is kept and shown. */
export type KeptCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same number has the same one, on whatever account. */
  fingerprint: string | null;
};

const PaymentCard = z.object({
  brand: z.string().describe('Such as visa'),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
});

/** How a workspace pays the platform. */
export const WorkspaceCard = z.object({
  card: PaymentCard.nullable().describe('Null where nothing can be charged'),
  customerId: z.string().describe('Empty until a card was typed for the first time'),
  isLive: z.boolean().describe('False: no money moves, and test cards pay'),
  publishableKey: z.string().describe('With which a browser talks to the payment provider'),
  isStandIn: z.boolean().describe('True: test cards are handed over under /test-mode'),
});
export type WorkspaceCard = z.infer<typeof WorkspaceCard>;

/** With what a browser hands a card to the payment provider; the card itself never comes here. */
export const CardSetup = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  isLive: z.boolean(),
});
export type CardSetup = z.infer<typeof CardSetup>;

const line = z.string().trim().max(200);
const required = line.min(1, 'Please complete all required address fields');

export const BillingAddress = z.object({
  line1: required,
  line2: line.nullish(),
  city: required,
  state: line.nullish(),
  postal_code: z.string().trim().max(20),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Please complete all required address fields'),
});

const text = z.string();
/** What the provider has of whoever pays; what it lacks is empty. */
export const BillingDetails = z.object({
  name: text,
  email: text,
  phone: text,
  address: z.object({ line1: text, line2: text, city: text, state: text, postal_code: text, country: text }),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** The card that is charged, in the words of the payment provider. */
export const PaymentMethod = z.object({
  id: z.string(),
  customer: z.string(),
  card: z.object({ brand: text, last4: text, exp_month: z.number().int(), exp_year: z.number().int() }),
  billing_details: BillingDetails,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

export const paymentsContract = {
  getCard: route('GET', '/v2/workspaces/{uid}/card', 'Get the card that is charged')
    .input(z.object({ uid: WorkspaceUid }))
    .output(WorkspaceCard),
  startCard: route('POST', '/v2/workspaces/{uid}/card', 'Begin to take a card: five times an hour')
    .input(z.object({ uid: WorkspaceUid }))
    .output(CardSetup),
  saveCard: route('POST', '/stripe/upsert-payment-method', 'Charge this card from now on')
    .input(
      z.object({
        userId: WorkspaceUid,
        region: z.string().max(20).optional().describe('Accepted and ignored: the path says it'),
        paymentMethodId: z.string().regex(/^pm_\w{1,250}$/),
        email: z.email('Please enter a valid email').max(254),
        name: z.string().trim().min(1).max(200),
        phone: z.string().trim().max(20).nullish(),
        address: BillingAddress,
        isNewPaymentMethod: z.boolean().optional().describe('Accepted and ignored: a card is asked for'),
        stripeAccountId: z.string().max(250).optional().describe('Accepted and ignored: the server knows it'),
      }),
    )
    .output(z.object({ customerId: z.string() })),
};
