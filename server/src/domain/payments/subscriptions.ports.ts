import type { PayInvoice } from './invoices.ports.ts';

/** As it is now; times of the provider's clock. */
export type PaySubscription = {
  id: string;
  customerId: string;
  /** What we wrote into it when it was made. */
  planKey: string | null;
  isYearly: boolean;
  status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  /** Null: it goes on. */
  cancelsAt: Date | null;
  latestInvoiceId: string | null;
  /** `key`: the name that the price has with us; the plan itself is one of them. */
  items: { itemId: string; key: string; quantity: number }[];
};

/** What is charged again and again. All that writes takes a key (`PaymentProvider`). */
export type SubscriptionProvider = {
  findSubscription(account: string, id: string): Promise<PaySubscription | null>;
  /** Unpaid until its first invoice is, which is answered; of a total of 0 it is paid at once. */
  createSubscription(
    account: string,
    given: {
      customerId: string;
      orderId: string;
      planKey: string;
      lines: readonly { priceId: string; quantity: number }[];
      promotionCodeId: string | null;
      taxRateId: string | null;
    },
    key: string,
  ): Promise<PayInvoice>;
  /** At once: of one that nobody has paid. Its invoice is void. */
  endSubscription(account: string, id: string, key: string): Promise<void>;
  /** At the end of its period, and why; null: it goes on. */
  setSubscriptionEnd(
    account: string,
    id: string,
    leaving: { feedback: Feedback; comment: string } | null,
    key: string,
  ): Promise<PaySubscription>;
};

export type Feedback = 'too_expensive' | 'missing_features' | 'switched_service' | 'unused' | 'other';
