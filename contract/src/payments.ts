/** What of a card is kept and shown. */
export type KeptCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same number has the same one, on whatever account. */
  fingerprint: string | null;
};
