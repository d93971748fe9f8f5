import type { Currency, DiscountAnswer } from '@antiphon/contract/quotes';
import { demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import type { Discount } from './totals.rules.ts';

const NONE: DiscountAnswer = {
  ...{ valid: false, percent_off: null, amount_off: null },
  ...{ currency: null, name: null, duration: null },
};

/** What a code takes off. Whether it does so for this workspace and in its currency is told by a quote. */
export async function checkCode(deps: PayerDeps, member: Member, code: string): Promise<{ discount: DiscountAnswer }> {
  demand(member, 'billing.write');
  const found = await askProvider(deps.log, findDiscount(demandPayments(deps), '', code));
  if (!found) return { discount: NONE };
  const { percentOff: percent_off, amountOff: amount_off, currency, name, duration } = found;
  return { discount: { valid: true, percent_off, amount_off, currency, name, duration } };
}

export async function findDiscount(payments: PaymentProvider, account: string, code: string): Promise<Discount | null> {
  const found = await payments.findPromotionCode(account, code);
  if (!found) return null;
  const { id: promotionCodeId, ...rest } = found;
  return { ...rest, promotionCodeId, currency: found.currency as Currency | null };
}
