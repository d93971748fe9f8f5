import type { Currency } from '@antiphon/contract/quotes';

/**
 * As it is now. `intent`, what pays it: `waiting` for somebody to pay, `failed` at the last try, `action` of the card's holder, `processing` at
 * the bank.
 */
export type PayInvoice = {
  id: string;
  customerId: string;
  /** Our own id, which stands in what is made for an order. */
  orderId: string | null;
  subscriptionId: string | null;
  /** Of a subscription: it is for the first period, or a further one, and not for a change within one. */
  isOfPeriod: boolean;
  /** Of the period that it is for: what is paid month by month. Null on every other invoice. */
  priceId: string | null;
  /** Of a change within a period: from when on it is paid for, in unix seconds. */
  changedAt: number | null;
  status: 'draft' | 'open' | 'paid' | 'void';
  currency: string;
  total: number;
  /** `end`: until when what it charges for lasts. Of what was not used of a period the amount is below zero. */
  lines: { priceId: string | null; quantity: number; amount: number; end: Date }[];
  /** As it stands on it; empty while it is a draft, as are the provider's page of it and its PDF. */
  number: string;
  pageUrl: string;
  pdfUrl: string;
  createdAt: Date;
  intent: {
    status: 'waiting' | 'failed' | 'action' | 'processing' | 'over';
    clientSecret: string | null;
    declineCode: string | null;
  } | null;
};

/** A sum that is charged by an invoice of its own. All that writes takes a key (`PaymentProvider`). */
export type InvoiceProvider = {
  /** Null: it was deleted, or never was there. */
  findInvoice(account: string, id: string): Promise<PayInvoice | null>;
  /** What was made for an order, the newest; null where nothing was. */
  findOrderInvoice(account: string, of: { customerId: string; orderId: string }): Promise<PayInvoice | null>;
  /** A draft without lines: nobody but us goes on with it. `fee`: of what is paid on an agency's account, for the platform. */
  createInvoice(
    account: string,
    given: { customerId: string; currency: Currency; orderId: string; taxRateId: string | null; fee: number },
    key: string,
  ): Promise<PayInvoice>;
  addInvoiceLine(account: string, id: string, line: { name: string; amount: number }, key: string): Promise<PayInvoice>;
  finalizeInvoice(account: string, id: string, key: string): Promise<PayInvoice>;
  /** From the card that is charged. `PaymentDeclined` where it is not paid by that; a look tells why. */
  payInvoice(account: string, id: string, how: { isHolderAway: boolean }, key: string): Promise<PayInvoice>;
  voidInvoice(account: string, id: string, key: string): Promise<PayInvoice>;
  /** Of a draft alone. */
  deleteInvoice(account: string, id: string, key: string): Promise<void>;
};
