import { creditsBack } from '../reversals/reversals.rules.ts';

/** What our own tables say of an invoice that was paid. Credits are micro-credits. */
export type PaidInvoice = {
  account: string;
  invoiceId: string;
  total: number;
  /** What it could have been right to give. */
  right: bigint[];
  given: bigint;
  /** Of each of its charges of which money went back: how much did, and the credits that were taken for it. */
  reversals: { chargeId: string; reversed: number; taken: bigint }[];
};

/** A sentence for each sum that is not what the others make it. */
export function sumFaultsOf({ account, invoiceId, total, right, given, reversals }: PaidInvoice): string[] {
  const invoice = account === '' ? invoiceId : `${invoiceId} of ${account}`;
  const faults: string[] = [];
  if (!right.includes(given)) faults.push(`${invoice} gave ${given} instead of ${right.join(' or ')}`);
  for (const { chargeId, reversed, taken } of reversals) {
    const due = creditsBack(given, { reversed, total });
    if (taken !== due) faults.push(`${chargeId} of ${invoice} took ${taken} back instead of ${due}`);
  }
  return faults;
}
