import type { AddonStatus } from '@antiphon/contract/addons';
import { fail } from '@antiphon/contract/errors';
import type { QuoteId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import type { AddonId } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { type OrderDeps, placeOrder } from '../orders/place-order.ts';
import { failEnded, presentOrder } from '../orders/read-orders.ts';
import type { QuoteRow } from '../quotes/take-quote.ts';
import { findPlan } from '../subscriptions/read-plan.ts';
import { addonsOf } from '../subscriptions/subscriptions.rules.ts';
import { type Judged, judge } from './addons.rules.ts';
import { havingIn, loadAddons, NO_PLAN, readAddons } from './load-addons.ts';
import { makeAddonsQuote, type Quoted, type Wanted } from './quote-addons.ts';
import { type SetDeps, setAddons, WAITS } from './set-addons.ts';

type Line = Parameters<typeof judge>[0];
type Asked = { addons: Line[]; quoteId: QuoteId | null };
export type Saved = { message: string; addons: AddonStatus[] };
type Answer = Saved & { order: Order | null; errors: { addonId: string; message: string }[] };
export type AddDeps = OrderDeps & SetDeps;

export const UPDATED = 'Addons updated successfully';
export const UNCHANGED = 'No changes to save';
const IN_PART = 'Some addons could not be processed';

const MESSAGES = {
  paid: UPDATED,
  action: 'Your bank asks you to confirm this payment.',
  processing: 'Your payment is on its way.',
};

/**
 * More of add-ons. The rest of this period is paid now, and they count when it is; what is paid for already comes back for nothing.
 * Whatever cannot be is left as it is, and named.
 */
export async function addAddons(deps: AddDeps, member: Member, asked: Asked): Promise<Answer> {
  demand(member, 'billing.write');
  const { scope } = member;
  const loaded = await loadAddons(deps, scope, { isMore: true });
  const judged = asked.addons.map((line) => ({ line, as: judge(line, havingIn(loaded, line.addonId)) }));
  const those = (kind: Judged) => judged.filter(({ as }) => as === kind).map(({ line }) => line);
  const errors = judged.flatMap(({ line: { addonId }, as }) =>
    typeof as === 'object' ? [{ addonId, message: as.refused }] : [],
  );
  const free = new Map(those('free').map(({ addonId, quantity }) => [addonId as AddonId, quantity]));
  if (free.size > 0) await setAddons(deps, member, { loaded, wanted: free });
  const paid = those('paid').map(({ addonId, quantity }) => ({ addonId: addonId as AddonId, quantity }));
  const order = paid.length > 0 ? await buy(deps, member, { paid, quoteId: asked.quoteId, loaded }) : null;
  const done = order ? MESSAGES[order.status] : free.size > 0 ? UPDATED : UNCHANGED;
  const keys = asked.addons.map(({ addonId }) => addonId);
  const { addons } = await deps.database.transaction(scope, (tx) => readAddons(tx, scope, keys));
  return { message: errors.length > 0 ? IN_PART : done, addons, order: order?.order ?? null, errors };
}

type Buying = { paid: Wanted; quoteId: QuoteId | null; loaded: Parameters<typeof makeAddonsQuote>[2]['loaded'] };

async function buy(deps: AddDeps, member: Member, { paid, quoteId, loaded }: Buying) {
  const { scope } = member;
  const id = quoteId ?? (await makeAddonsQuote(deps, member, { loaded, addons: paid })).quote.id;
  const row = await placeOrder(deps, member, {
    ...{ quoteId: id, purpose: 'addons', isUnnamed: false },
    demandFree: (tx, quote) => demandUnchanged(tx, scope, { quote, paid }),
  });
  // Another one that waits is gone on with by who began it, and is no answer to this.
  const isAsked = paid.every(({ addonId, quantity }) =>
    row.sale.change?.items.some((item) => item.key === addonId && item.quantity === quantity),
  );
  if (!isAsked) fail('payment_under_way', { message: WAITS });
  const order = await presentOrder(deps, row);
  const { status } = order;
  if (status === 'void' || status === 'failed') return failEnded(row);
  return { order, status };
}

/** A quote is for what it names, and for the subscription as it was. */
async function demandUnchanged(tx: Tx, scope: Scope, { quote, paid }: { quote: QuoteRow; paid: Wanted }) {
  const { addons, from, change } = quote.wanted as Partial<Quoted>;
  if (!addons || !from || !change) fail('quote_over');
  const live = await findPlan(tx, scope);
  if (live?.status !== 'active') fail('plan_needed', { message: NO_PLAN });
  const at = change.prorationAt * 1_000;
  const isWithin = live.periodStart.getTime() <= at && at <= live.periodEnd.getTime();
  const have = addonsOf(live);
  const isAsItWas = Object.entries(from).every(([key, quantity]) => (have[key] ?? 0) === quantity);
  const named = (wanted: Wanted) =>
    wanted
      .map(({ addonId, quantity }) => `${addonId}:${quantity}`)
      .sort()
      .join();
  if (live.id !== change.subscriptionId || !isWithin || !isAsItWas || named(addons) !== named(paid)) fail('quote_over');
}
