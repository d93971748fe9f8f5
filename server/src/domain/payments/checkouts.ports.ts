/** A page of the provider's on which somebody pays, as it is now. `url`: null once it is over. */
export type PayCheckout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  /** What was bought there; null until it is paid. */
  subscriptionId: string | null;
};

/** What a page sells: one price, month by month. */
export type PlanSale = {
  customerId: string;
  /** Our own id, which then stands in the subscription and its invoices. */
  orderId: string;
  priceId: string;
  /** Of each payment, for the platform. */
  feePercent: number;
  successUrl: string;
  cancelUrl: string;
  /** Half an hour ahead at least. */
  expiresAt: Date;
};

/** Payments on pages of the provider's. All that writes takes a key (`PaymentProvider`). */
export type CheckoutProvider = {
  createCheckout(account: string, sale: PlanSale, key: string): Promise<PayCheckout>;
  findCheckout(account: string, id: string): Promise<PayCheckout | null>;
  /** Nobody pays there any more. Fails with `invalid` where it is paid or over. */
  expireCheckout(account: string, id: string, key: string): Promise<void>;
  /**
   * The card that was typed there is the customer's from now on: as the subscription's own it would outrank whatever card follows.
   */
  keepCheckoutCard(account: string, subscriptionId: string, key: string): Promise<void>;
};
