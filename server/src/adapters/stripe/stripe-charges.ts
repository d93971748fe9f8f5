import type Stripe from 'stripe';
import type { ChargeProvider, PayCharge } from '../../domain/payments/charges.ports.ts';
import type { StripeCalls } from './stripe-client.ts';
import { idOf, orNull } from './stripe-ids.ts';

/** Of a night and an account. */
const LISTED_MAX = 5_000;

export const makeStripeCharges = (call: StripeCalls): ChargeProvider => {
  const findInvoice = async (account: string, intentId: string | null): Promise<string | null> => {
    if (intentId === null) return null;
    const payment = { type: 'payment_intent' as const, payment_intent: intentId };
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.invoicePayments.list({ payment, limit: 1 }, sent),
    );
    const [paid] = data;
    return paid ? idOf(paid.invoice) : null;
  };
  const listDisputes = async (account: string, charge: string): Promise<Stripe.Dispute[]> => {
    const { data } = await call({ account, object: 'list' }, (stripe, sent) =>
      stripe.disputes.list({ charge, limit: 100 }, sent),
    );
    return data;
  };
  /** It is the platform's, and looked at there. */
  const findFee = async (id: string | null): Promise<PayCharge['fee']> => {
    if (id === null) return null;
    const { amount, amount_refunded: refunded } = await call(
      { account: '', object: 'application_fee', id },
      (stripe, sent) => stripe.applicationFees.retrieve(id, {}, sent),
    );
    return { id, amount, refunded };
  };
  return {
    async listReversed(account, since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      const refunds = await listAll((page) =>
        call({ account, object: 'list' }, (stripe, sent) => stripe.refunds.list({ created, ...page }, sent)),
      );
      const disputes = await listAll((page) =>
        call({ account, object: 'list' }, (stripe, sent) => stripe.disputes.list({ created, ...page }, sent)),
      );
      return [...new Set([...refunds, ...disputes].flatMap(({ charge }) => idOf(charge) ?? []))];
    },
    async refundFee(id, amount, key) {
      await call({ account: '', key, object: 'fee_refund' }, (stripe, sent) =>
        stripe.applicationFees.createRefund(id, { amount }, sent),
      );
    },
    async findCharge(account, id) {
      const found = await orNull(
        call({ account, object: 'charge', id }, (stripe, sent) => stripe.charges.retrieve(id, {}, sent)),
      );
      if (!found?.paid) return null;
      const disputes = found.disputed ? await listDisputes(account, id) : [];
      return {
        ...{ id, customerId: idOf(found.customer), amount: found.amount_captured, refunded: found.amount_refunded },
        invoiceId: await findInvoice(account, idOf(found.payment_intent)),
        fee: await findFee(idOf(found.application_fee)),
        disputes: disputes.flatMap(toDispute),
      };
    },
  };
};

type Page = { limit: number; starting_after?: string };

/** The newest first, at most so many. */
async function listAll<One extends { id: string }>(
  list: (page: Page) => Promise<{ object: string; data: One[]; has_more: boolean }>,
): Promise<One[]> {
  const found: One[] = [];
  for (let after: string | undefined; found.length < LISTED_MAX; after = found.at(-1)?.id) {
    const { data, has_more } = await list({ limit: 100, ...(after ? { starting_after: after } : {}) });
    found.push(...data);
    if (!has_more) break;
  }
  return found;
}

/** An inquiry takes no money yet, and a dispute that was prevented never did. A state that we do not know is not over. */
function toDispute({ status, amount }: Stripe.Dispute): PayCharge['disputes'] {
  const state = String(status);
  if (state.startsWith('warning_') || state === 'prevented') return [];
  return [{ state: state === 'won' || state === 'lost' ? state : 'open', amount }];
}
