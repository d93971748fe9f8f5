import type { PayCharge } from '../payments/charges.ports.ts';

type Facts = Pick<PayCharge, 'amount' | 'refunded' | 'disputes'>;

/** What of a charge went back for good: a dispute that is still open may be won. */
export const reversedOf = ({ amount, refunded, disputes }: Facts): number =>
  Math.min(
    amount,
    disputes.reduce((sum, { state, amount: disputed }) => (state === 'lost' ? sum + disputed : sum), refunded),
  );

/** The one that counts for whoever paid: what is not decided, then what was lost. */
export const disputeOf = ({ disputes }: Facts): 'open' | 'won' | 'lost' | null =>
  (['open', 'lost', 'won'] as const).find((state) => disputes.some((one) => one.state === state)) ?? null;

/** How many of them stand against whoever paid: of two that are lost at once each counts. */
export const standingDisputes = ({ disputes }: Facts): number => disputes.filter(({ state }) => state !== 'won').length;

type Before = { dispute: 'open' | 'won' | 'lost' | null; disputes: number | null } | null;

/** One that nobody knew of stands against them, though it was opened and lost since somebody looked. */
export const hasNewDispute = (before: Before, standing: number): boolean =>
  standing > (before?.disputes ?? (before?.dispute === 'open' || before?.dispute === 'lost' ? 1 : 0));

/** What of the platform's fee is still to be given back: half up of the part, and all of it for the whole. What was given back stays so. */
export const feeMissing = (facts: Facts & Pick<PayCharge, 'fee'>): number =>
  facts.fee === null || facts.amount <= 0
    ? 0
    : Math.max(0, Math.round((facts.fee.amount * reversedOf(facts)) / facts.amount) - facts.fee.refunded);

/** Of the micro-credits that an invoice gave, what goes back when so much of its total does: never more than the part. */
export const creditsBack = (given: bigint, { reversed, total }: { reversed: number; total: number }): bigint =>
  total <= 0 ? 0n : (given * BigInt(Math.min(reversed, total))) / BigInt(total);
