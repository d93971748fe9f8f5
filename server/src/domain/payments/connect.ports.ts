/** An agency's account, as it is now. */
export type PayMerchant = { id: string; email: string; takesCards: boolean; paysOut: boolean };

/** What is sold on an account every month, for US dollars. */
export type MonthlyPrice = {
  id: string;
  productId: string;
  productName: string;
  unitAmount: number;
  features: string[];
};

/** Accounts of agencies, which are merchants of their own: fees and losses are theirs and the provider's. */
export type ConnectProvider = {
  createMerchant(given: { workspace: string; email: string; name: string }, key: string): Promise<{ id: string }>;
  /** Null: there is none, or its owner took our access back. */
  findMerchant(id: string): Promise<PayMerchant | null>;
  /** Where its owner sets it up: a page that is opened once, within minutes. */
  createMerchantLink(id: string, given: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Made where there is none. One that is not `isActive` is sold no more. */
  putProduct(
    account: string,
    product: { id: string; name: string; features: readonly string[]; isActive: boolean },
  ): Promise<void>;
  /** A month of a product, in US dollars. */
  createMonthlyPrice(
    account: string,
    given: { productId: string; unitAmount: number },
    key: string,
  ): Promise<{ id: string }>;
  /** Who has one that is retired keeps it. */
  setPriceActive(account: string, priceId: string, isActive: boolean): Promise<void>;
  /** What is on sale, a hundred at most. */
  listMonthlyPrices(account: string): Promise<MonthlyPrice[]>;
};
