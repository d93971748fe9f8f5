import { fail } from '@antiphon/contract/errors';
import type { AddonId, Quote } from '@antiphon/contract/quotes';
import { demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayer, demandPayments, type Payer, type PayerDeps } from '../payments/demand-payer.ts';
import type { ItemsChange, PaySubscription } from '../payments/subscriptions.ports.ts';
import { ensurePrice } from '../quotes/ensure-sold.ts';
import { keepQuote, lastChangeOf, presentQuote } from '../quotes/keep-quote.ts';
import type { Place } from '../quotes/money.rules.ts';
import { offerOf } from '../quotes/offers.rules.ts';
import type { QuoteRow } from '../quotes/take-quote.ts';
import { totalsOf } from '../quotes/totals.rules.ts';
import { judge, momentOf, restOf } from './addons.rules.ts';
import { havingIn, type Loaded, loadAddons } from './load-addons.ts';

export type QuoteDeps = PayerDeps & { clock: () => Date };
export type Wanted = { addonId: AddonId; quantity: number }[];

/** What an order by such a quote has to find again: the add-ons as they were. */
export type Quoted = { addons: Wanted; from: Record<string, number>; change: ItemsChange };

export async function quoteAddons(deps: QuoteDeps, member: Member, addons: Wanted): Promise<Quote> {
  demand(member, 'billing.write');
  const loaded = await loadAddons(deps, member.scope, { isMore: true });
  for (const line of addons) {
    const judged = judge(line, havingIn(loaded, line.addonId));
    if (typeof judged === 'object') fail('invalid_input', { message: judged.refused });
    if (judged !== 'paid') fail('invalid_input', { message: 'Nothing is to be paid for this.' });
  }
  const { quote, place } = await makeAddonsQuote(deps, member, { loaded, addons });
  return presentQuote(quote, place);
}

/**
 * What more add-ons cost until the period ends: by our own arithmetic, and by the provider's preview of the very same change as of the
 * same second. Where the two differ nothing is sold. All are `paid` as `judge` has it.
 */
export async function makeAddonsQuote(
  deps: QuoteDeps,
  { scope }: Member,
  { loaded, addons }: { loaded: Loaded; addons: Wanted },
): Promise<{ quote: QuoteRow; place: Place }> {
  const payments = demandPayments(deps);
  const payer = await demandPayer(deps, payments, scope);
  const { found } = loaded;
  const { currency, tax, discount } = found;
  const place: Place = { currency, tax };
  const last = await deps.database.transaction(scope, (tx) => lastChangeOf(tx, scope, payer.id));
  const [now, start, end] = [deps.clock(), found.periodStart, found.periodEnd].map(seconds) as [number, number, number];
  const at = momentOf({ now, start, end, last });
  const lines = await askProvider(
    deps.log,
    Promise.all(addons.map((addon) => lineOf(deps, { payer, loaded, addon, period: { at, start, end } }))),
  );
  const change: ItemsChange = {
    ...{ subscriptionId: found.id, prorationAt: at },
    items: lines.map(({ key, itemId, priceId, to }) => ({ key, itemId, priceId, quantity: to })),
  };
  const { parts, ...sums } = totalsOf(
    lines.map(({ amount }) => amount),
    discount,
    tax?.percent ?? 0,
  );
  const ours: Record<string, unknown> = { currency, ...sums };
  const theirs: Record<string, unknown> = await askProvider(deps.log, payments.previewChange('', change));
  if (Object.entries(ours).some(([name, value]) => theirs[name] !== value)) {
    deps.log.error({ ours, theirs }, 'addons: the provider counts otherwise; nothing is sold');
    fail('unavailable');
  }
  const quoted: Quoted = { addons, from: Object.fromEntries(lines.map(({ key, from }) => [key, from])), change };
  const kept = {
    ...{ payerId: payer.id, purpose: 'addons' as const, wanted: quoted, country: payer.country, currency },
    lines: lines.map(({ key, name, from, to, unitAmount, amount, priceId }, n) => ({
      ...{ key, name, quantity: to - from, unitAmount, amount, priceId },
      ...(parts[n] ?? { discount: 0, tax: 0 }),
    })),
    ...sums,
    ...{ discountName: discount?.name ?? null, promotionCodeId: null, taxRateId: null, credits: 0n },
    recurringTotal: recurringOf(found, lines),
  };
  const quote = await deps.database.transaction(scope, (tx) => keepQuote(tx, scope, kept, deps.clock()));
  return { quote, place };
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1_000);

type Asked = {
  payer: Payer;
  loaded: Loaded;
  addon: Wanted[number];
  period: { at: number; start: number; end: number };
};

/** What is there keeps its price; of what is not there yet the provider's is looked up, or made. */
async function lineOf(deps: QuoteDeps, { payer, loaded, addon: { addonId: key, quantity: to }, period }: Asked) {
  const { found } = loaded;
  const item = found.items.find((one) => one.key === key);
  const having = havingIn(loaded, key) ?? fail('invalid_input');
  const { name, unitAmount, quantity: from } = having;
  const offer = offerOf(key, found.currency, found.isYearly ? 'yearly' : 'monthly');
  const priceId = item?.priceId ?? (await ensurePrice(demandPayments(deps), payer.account, offer));
  return {
    ...{ key, name, from, to, unitAmount, priceId },
    itemId: item?.itemId ?? null,
    amount: restOf({ unitAmount, from, to }, period),
  };
}

/** What each later period costs: all that is there then, less a code that stays, with tax. */
function recurringOf(
  { items, discount, tax }: PaySubscription,
  lines: readonly { key: string; to: number; unitAmount: number }[],
): number {
  const stays = items.filter(({ key }) => !lines.some((line) => line.key === key));
  const amounts = [
    ...stays.map(({ unitAmount, quantity }) => unitAmount * quantity),
    ...lines.map(({ unitAmount, to }) => unitAmount * to),
  ];
  return totalsOf(amounts, discount?.isForever ? discount : null, tax?.percent ?? 0).total;
}
