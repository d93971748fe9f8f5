import type { Currency } from '@antiphon/contract/quotes';

/** What is sold again and again: a product with a price of its own name. */
export type SoldPrice = {
  productKey: string;
  productName: string;
  lookupKey: string;
  currency: Currency;
  unitAmount: number;
  interval: 'month' | 'year';
};

/** A sum, or so many units of a price. */
export type SaleLine = { name: string; amount: number } | { priceId: string; quantity: number };

/** An invoice that is not there yet. */
export type Preview = { currency: string; subtotal: number; discount: number; tax: number; total: number };

/** A code that counts. */
export type PromotionCode = {
  id: string;
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
  name: string;
  duration: 'forever' | 'once' | 'repeating';
};

/** What is asked before anything is sold. */
export type SaleProvider = {
  /** Of what would be sold once, or by a new subscription where lines have prices. */
  previewInvoice(
    account: string,
    asked: {
      customerId: string;
      currency: Currency;
      lines: readonly SaleLine[];
      promotionCodeId: string | null;
      taxRateId: string | null;
    },
  ): Promise<Preview>;
  /** Null: there is none that counts just now. Whether it counts for a customer is told by a preview. */
  findPromotionCode(account: string, code: string): Promise<PromotionCode | null>;
  /** Its id, null where nobody made it yet. */
  findPrice(account: string, lookupKey: string): Promise<string | null>;
  /** The name that it has with us, as in a subscription's items; null where it is none. */
  findPriceKey(account: string, id: string): Promise<string | null>;
  /**
   * Its own name makes it once, and no key, which would be told of a lost answer for a day. Fails with `invalid` where somebody has
   * made it meanwhile.
   */
  createPrice(account: string, price: SoldPrice): Promise<string>;
  findTaxRate(account: string, name: string): Promise<string | null>;
  createTaxRate(account: string, rate: { name: string; percent: number; shown: string }): Promise<string>;
};
