import type { Currency } from '@antiphon/contract/quotes';
import type { PayInvoice } from './invoices.ports.ts';
import type { Preview } from './sales.ports.ts';

/** As it is now; times of the provider's clock. */
export type PaySubscription = {
  id: string;
  customerId: string;
  /** What we wrote into it when it was made. */
  planKey: string | null;
  /** Our own id, of what it was made for. */
  orderId: string | null;
  isYearly: boolean;
  status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  /** Null: it goes on. */
  cancelsAt: Date | null;
  latestInvoiceId: string | null;
  /** It is charged to a card of its own, whatever card its customer has. */
  hasOwnCard: boolean;
  /** `key`: the name that the price has with us; the plan itself is one of them. */
  items: { itemId: string; key: string; quantity: number; priceId: string; unitAmount: number }[];
  currency: Currency;
  tax: { percent: number; name: string } | null;
  /** What comes off each invoice from now on. */
  discount: {
    percentOff: number | null;
    amountOff: number | null;
    name: string;
    isForever: boolean;
  } | null;
};

/** More of something from now on. `itemId` null: of what is not there yet. */
export type ItemsChange = {
  subscriptionId: string;
  /** Unix seconds, within the period, from when on it is paid for: by which an invoice of the change is known again. */
  prorationAt: number;
  items: { key: string; itemId: string | null; priceId: string; quantity: number }[];
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
  /** What the rest of the period costs more. */
  previewChange(account: string, change: ItemsChange): Promise<Preview>;
  /** Invoices the rest of the period and charges it at once; the items change only when that is paid. */
  changeItems(account: string, change: ItemsChange, key: string): Promise<PayInvoice>;
  /** The invoice of a change; null where nobody made it. */
  findChangeInvoice(account: string, change: ItemsChange): Promise<PayInvoice | null>;
  /** From the next period on; nothing is charged or given back. 0: it is taken off. */
  setItems(account: string, id: string, items: Omit<ItemsChange['items'][number], 'key'>[], key: string): Promise<void>;
};

export type Feedback = 'too_expensive' | 'missing_features' | 'switched_service' | 'unused' | 'other';
