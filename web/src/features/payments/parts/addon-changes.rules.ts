import type { AddonStatus } from '@antiphon/contract/addons';
import type { AddonId } from '@antiphon/contract/quotes';

/** In the order in which they are shown. */
export const ADDONS = ['workspace-seat', 'client_seat', 'concurrent-call-line', 'twilio-phone-number'] as const;

export const isAddon = (key: string): key is AddonId => ADDONS.some((one) => one === key);

export type AddonChange = { addonId: AddonId; from: number; to: number };

/** The specification's. */
export const BOUGHT_MAX = 10;

/** What is saved: fewer from the next period on, more that is paid for already, and more that is to be paid now. */
export type AddonChanges = Record<'fewer' | 'back' | 'more', AddonChange[]>;

/** `wanted`: what was typed, of those that were touched. */
export function changesOf(statuses: readonly AddonStatus[], wanted: Record<string, number>): AddonChanges {
  const changes: AddonChanges = { fewer: [], back: [], more: [] };
  for (const { addonKey, quantity: from, paidQuantity } of statuses) {
    const to = wanted[addonKey] ?? from;
    if (to === from) continue;
    const kind = to < from ? 'fewer' : to <= paidQuantity ? 'back' : 'more';
    changes[kind].push({ addonId: addonKey as AddonId, from, to });
  }
  return changes;
}

export const isNone = ({ fewer, back, more }: AddonChanges): boolean => fewer.length + back.length + more.length === 0;

/** As many as can be had in one step: first comes back what is paid for, then at most so many are bought at once. */
export const mostOf = ({ quantity, paidQuantity }: Pick<AddonStatus, 'quantity' | 'paidQuantity'>): number =>
  quantity < paidQuantity ? paidQuantity : quantity + BOUGHT_MAX;
