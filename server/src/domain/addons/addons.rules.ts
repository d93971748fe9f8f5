import { ADDON_IDS, ADDON_QUANTITY_MAX, type AddonId } from '@antiphon/contract/quotes';
import type { PaySubscription } from '../payments/subscriptions.ports.ts';
import { halfUp } from '../quotes/money.rules.ts';
import { offerOf } from '../quotes/offers.rules.ts';

export const isSold = (key: string): key is AddonId => ADDON_IDS.some((one) => one === key);

/** What there is of an add-on: from the next period on, and paid for until this one ends. */
export type Having = { name: string; quantity: number; paid: number; unitAmount: number; currency: string };

/** What one costs whoever has it: who began with an old price keeps it. */
export function havingOf(
  key: AddonId,
  {
    items,
    paidItems,
    currency,
    isYearly,
  }: Pick<PaySubscription, 'currency' | 'isYearly'> & {
    items: readonly { key: string; quantity: number; unitAmount?: number }[];
    paidItems: Record<string, number>;
  },
): Having {
  const item = items.find((one) => one.key === key);
  const quantity = item?.quantity ?? 0;
  const offer = offerOf(key, currency, isYearly ? 'yearly' : 'monthly');
  return {
    name: offer.name,
    ...{ quantity, paid: Math.max(quantity, paidItems[key] ?? 0), currency },
    unitAmount: item?.unitAmount ?? offer.unitAmount,
  };
}

type Line = {
  addonId: string;
  quantity: number;
  incrementalQuantity?: number | null | undefined;
  price?: number | null | undefined;
  currency?: string | null | undefined;
};

/** none: as it is. free: paid for until the period ends already. paid: the rest of the period is to be paid. Else why not. */
export type Judged = 'none' | 'free' | 'paid' | { refused: string };

export function judge(line: Line, having: Having | null): Judged {
  if (!having) return { refused: 'This add-on is not sold.' };
  const { quantity, paid, unitAmount, currency } = having;
  const { incrementalQuantity: more, price } = line;
  const isOtherPrice = price !== null && price !== undefined && Math.round(price * 100) !== unitAmount;
  if (isOtherPrice || (line.currency && line.currency !== currency))
    return { refused: 'The price of this add-on is another one by now. Please look at it again.' };
  if (line.quantity === quantity) return 'none';
  if (line.quantity < quantity) return { refused: `There are ${quantity} of this add-on already.` };
  if (more !== null && more !== undefined && more !== line.quantity - quantity)
    return { refused: 'The number of this add-on was changed meanwhile. Please look at it again.' };
  if (line.quantity <= paid) return 'free';
  if (quantity < paid) return { refused: `${paid} are paid for already. Take these back first, then add more.` };
  if (line.quantity - quantity > ADDON_QUANTITY_MAX)
    return { refused: `At most ${ADDON_QUANTITY_MAX} of an add-on are added at a time.` };
  return 'paid';
}

/** What the rest of a period costs more: what is left of the old sum comes off, each of the two rounded, as the provider does it. */
export function restOf(
  { unitAmount, from, to }: { unitAmount: number; from: number; to: number },
  { at, start, end }: { at: number; start: number; end: number },
): number {
  const part = (quantity: number) =>
    Number(halfUp(BigInt(unitAmount) * BigInt(quantity) * BigInt(end - at), BigInt(end - start)));
  return part(to) - part(from);
}

/**
 * From when on a change is counted, in unix seconds: now, within the period, and not from the same second as another one, by which
 * its invoice is told from that one's.
 */
export const momentOf = ({
  now,
  start,
  end,
  last,
}: {
  now: number;
  start: number;
  end: number;
  last: number;
}): number => Math.min(end, Math.max(Math.min(Math.max(now, start), end), last >= start ? last + 1 : 0));
