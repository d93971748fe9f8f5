import { fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import type { Quote, SubscriptionWanted, TopUpWanted } from '@antiphon/contract/quotes';
import type * as z from 'zod';
import type { Scope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayer, demandPayments, type Payer, type PayerDeps } from '../payments/demand-payer.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import type { SaleLine } from '../payments/sales.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { ensurePrice, ensureTaxRate } from './ensure-sold.ts';
import { findDiscount } from './find-code.ts';
import { keepQuote, presentQuote } from './keep-quote.ts';
import { chargedFor, creditsFor, type Place, placeOf, symbolOf } from './money.rules.ts';
import { creditsOf, offerOf } from './offers.rules.ts';
import type { QuoteRow } from './quotes.queries.ts';
import { type Discount, type Totals, totalsOf } from './totals.rules.ts';

export type QuoteDeps = PayerDeps & { clock: () => Date };
export type Wanted = z.output<typeof TopUpWanted> | z.output<typeof SubscriptionWanted>;

type Made = { quote: QuoteRow; payer: Payer; place: Place };
type Line = { key: string; name: string; quantity: number; unitAmount: number; priceId: string | null };
type Basket = { lines: Line[]; credits: bigint; isRecurring: boolean };

export async function createQuote(
  deps: QuoteDeps,
  member: Member,
  asked: { wanted: Wanted; country: string | null },
): Promise<Quote> {
  const { quote, place } = await makeQuote(deps, member, asked);
  return presentQuote(quote, place);
}

/**
 * What something costs this workspace: by our own arithmetic, and by the provider's preview of the very same. Where the two differ
 * nothing is sold.
 */
export async function makeQuote(
  deps: QuoteDeps,
  member: Member,
  asked: { wanted: Wanted; country: string | null },
): Promise<Made> {
  demand(member, 'billing.write');
  return quoteFor(deps, member.scope, asked);
}

/** The same, which nobody asks for: they said so before. */
export async function quoteFor(
  deps: QuoteDeps,
  scope: Scope,
  asked: { wanted: Wanted; country: string | null },
): Promise<Made> {
  const payments = demandPayments(deps);
  const payer = await demandPayer(deps, payments, scope);
  const { wanted } = asked;
  const country = payer.country ?? asked.country;
  const there = placeOf(country);
  const place = { ...there, currency: payer.currency ?? there.currency };
  const price = async () => {
    const discount = await discountOf(payments, payer, { wanted, place });
    const basket = await basketOf(payments, payer, { wanted, place });
    const taxRateId = place.tax && (await ensureTaxRate(payments, payer.account, place.tax));
    return {
      basket,
      ...(await checked(deps, payments, { payer, place, basket, discount, taxRateId })),
      taxRateId,
      discount,
    };
  };
  const { basket, totals, taxRateId, discount } = await askProvider(deps.log, price());
  const priced = { payer, place, basket, discount, taxRateId };
  const quote = await keep(deps, scope, priced, { totals, country, of: { purpose: wanted.purpose, wanted } });
  return { quote, payer, place };
}

/** A sum that is sold by an agency, to an org of its own: in US dollars, without a tax of ours. */
export async function quoteSum(
  deps: QuoteDeps,
  scope: Scope,
  payer: Payer,
  { purpose, wanted, line, credits }: Of & { line: Omit<Line, 'quantity' | 'priceId'>; credits: bigint },
): Promise<QuoteRow> {
  const place: Place = { currency: 'usd', tax: null };
  const basket = { lines: [{ ...line, quantity: 1, priceId: null }], credits, isRecurring: false };
  const priced = { payer, place, basket, discount: null, taxRateId: null };
  const { totals } = await askProvider(deps.log, checked(deps, demandPayments(deps), priced));
  return keep(deps, scope, priced, { totals, country: payer.country, of: { purpose, wanted } });
}

type Of = Pick<QuoteRow, 'purpose' | 'wanted'>;

function keep(
  deps: QuoteDeps,
  scope: Scope,
  { payer, place, basket, discount, taxRateId }: Priced,
  { totals, country, of }: { totals: Totals; country: string | null; of: Of },
): Promise<QuoteRow> {
  const { parts, ...sums } = totals;
  const kept = {
    ...{ payerId: payer.id, ...of, country, currency: place.currency },
    lines: basket.lines.map((line, at) => ({
      ...{ ...line, amount: line.unitAmount * line.quantity },
      ...(parts[at] ?? { discount: 0, tax: 0 }),
    })),
    ...sums,
    ...{ discountName: discount?.name ?? null, promotionCodeId: discount?.promotionCodeId ?? null, taxRateId },
    recurringTotal: basket.isRecurring ? recurringOf(basket, discount, place) : 0,
    credits: basket.credits,
  };
  return deps.database.transaction(scope, (tx) => keepQuote(tx, scope, kept, deps.clock()));
}

async function basketOf(
  payments: PaymentProvider,
  { account }: Payer,
  { wanted, place: { currency } }: { wanted: Wanted; place: Place },
): Promise<Basket> {
  if (wanted.purpose === 'top_up') {
    const unitAmount = chargedFor(wanted.amount, currency);
    if (unitAmount < limits.topUpMin * 100)
      fail('invalid_input', { message: `Minimum amount: ${symbolOf(currency)}${limits.topUpMin}` });
    const line = { key: 'credits', name: 'Credits', quantity: 1, unitAmount, priceId: null };
    return { lines: [line], credits: creditsFor(unitAmount, currency), isRecurring: false };
  }
  const { planId, addons, billingCycle } = wanted;
  const bought = [{ key: planId, quantity: 1 }, ...addons.map(({ addonId: key, quantity }) => ({ key, quantity }))];
  const lines: Line[] = [];
  for (const { key, quantity } of bought) {
    const offer = offerOf(key, currency, billingCycle);
    const priceId = await ensurePrice(payments, account, offer);
    lines.push({ key, name: offer.name, quantity, unitAmount: offer.unitAmount, priceId });
  }
  return { lines, credits: creditsOf(planId), isRecurring: true };
}

async function discountOf(
  payments: PaymentProvider,
  { account }: Payer,
  { wanted, place }: { wanted: Wanted; place: Place },
): Promise<Discount | null> {
  if (wanted.purpose === 'top_up' || !wanted.discountCode) return null;
  const discount = await findDiscount(payments, account, wanted.discountCode);
  if (!discount || (discount.amountOff !== null && discount.currency !== place.currency)) fail('invalid_discount_code');
  return discount;
}

const amountsOf = ({ lines }: Basket) => lines.map(({ unitAmount, quantity }) => unitAmount * quantity);

type Priced = { payer: Payer; place: Place; basket: Basket; discount: Discount | null; taxRateId: string | null };

/** Both of us count, and agree. */
async function checked(deps: QuoteDeps, payments: PaymentProvider, priced: Priced) {
  const { payer, place, basket, discount, taxRateId } = priced;
  const { currency } = place;
  const totals = totalsOf(amountsOf(basket), discount, place.tax?.percent ?? 0);
  const lines = basket.lines.map(
    ({ name, quantity, unitAmount, priceId }): SaleLine =>
      priceId === null ? { name, amount: unitAmount * quantity } : { priceId, quantity },
  );
  const promotionCodeId = discount?.promotionCodeId ?? null;
  const asked = { customerId: payer.customerId, currency, lines, promotionCodeId, taxRateId };
  const theirs = await payments.previewInvoice(payer.account, asked).catch((error: unknown) => {
    // A code that this customer may not use, or no more.
    if (promotionCodeId && error instanceof VendorFailure && error.kind === 'invalid') fail('invalid_discount_code');
    throw error;
  });
  const { parts: _, ...ours } = totals;
  const differing = Object.entries({ currency, ...ours }).filter(
    ([name, value]) => theirs[name as keyof typeof theirs] !== value,
  );
  if (differing.length > 0) {
    deps.log.error({ ours: { currency, ...ours }, theirs }, 'quotes: the provider counts otherwise; nothing is sold');
    fail('unavailable');
  }
  return { totals };
}

/** What each later period costs, once a discount that does not stay is over. */
const recurringOf = (basket: Basket, discount: Discount | null, { tax }: Place): number =>
  totalsOf(amountsOf(basket), discount?.duration === 'forever' ? discount : null, tax?.percent ?? 0).total;
