import { randomUUID } from 'node:crypto';
import { fail } from '@antiphon/contract/errors';
import type { AddonId } from '@antiphon/contract/quotes';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { isUnderWay } from '../orders/place-order.ts';
import { askProvider, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { ensurePrice } from '../quotes/ensure-sold.ts';
import { offerOf } from '../quotes/offers.rules.ts';
import type { Loaded } from './load-addons.ts';

export type SetDeps = PayerDeps & { objects: { look(object: PayObject): Promise<void> } };

export const WAITS = 'A payment for add-ons waits for your bank. Finish or cancel it first.';

/**
 * So many of each from the next period on: nothing is charged now, and nothing given back. Said twice it is the same, so that a lost
 * answer needs no key that is remembered.
 */
export async function setAddons(
  deps: SetDeps,
  member: Member,
  { loaded: { found }, wanted }: { loaded: Loaded; wanted: Map<AddonId, number> },
): Promise<void> {
  const { database, log, objects } = deps;
  const { scope } = member;
  const payments = demandPayments(deps);
  // A change that waits for its payment would be taken back by another one.
  if (await database.transaction(scope, (tx) => isUnderWay(tx, scope, 'addons')))
    fail('payment_under_way', { message: WAITS });
  const items = await askProvider(
    log,
    Promise.all(
      [...wanted].map(async ([key, quantity]) => {
        const item = found.items.find((one) => one.key === key);
        const offer = offerOf(key, found.currency, found.isYearly ? 'yearly' : 'monthly');
        const priceId = item?.priceId ?? (await ensurePrice(payments, '', offer));
        return { itemId: item?.itemId ?? null, priceId, quantity };
      }),
    ),
  );
  await askProvider(log, payments.setItems('', found.id, items, randomUUID()));
  // With its invoice: of a period whose events have not come, that alone tells what is paid for.
  const { id, latestInvoiceId } = found;
  await objects.look(
    latestInvoiceId === null
      ? { account: '', kind: 'subscription', id }
      : { account: '', kind: 'invoice', id: latestInvoiceId },
  );
  const details = Object.fromEntries(wanted);
  await database.transaction(scope, (tx) =>
    recordAudit(tx, scope, { actor: actorOf(member), action: 'plan.set_addons', target: found.id, details }),
  );
}
