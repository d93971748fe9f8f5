/** Money that was taken, and what of it went back, as it is now. */
export type PayCharge = {
  id: string;
  /** Null: of nobody, or for nothing that was invoiced. */
  customerId: string | null;
  invoiceId: string | null;
  amount: number;
  refunded: number;
  /** Of it, for the platform, and how much of that was given back; null on the platform's own account. */
  fee: { id: string; amount: number; refunded: number } | null;
  disputes: { state: 'open' | 'won' | 'lost'; amount: number }[];
};

export type ChargeProvider = {
  /** Null: it never was there, or nothing was paid by it. */
  findCharge(account: string, id: string): Promise<PayCharge | null>;
  /** Charges of which something went back or was disputed since then: their ids, each once. */
  listReversed(account: string, since: Date): Promise<string[]>;
  /** Gives so much of a fee back, once per key. */
  refundFee(feeId: string, amount: number, key: string): Promise<void>;
};
