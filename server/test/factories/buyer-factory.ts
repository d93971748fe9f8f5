import { sql } from 'drizzle-orm';
import { confirmInBrowser } from '../../../stand-in/test/harness/furnish.ts';
import type { Database } from '../../src/db/database.ts';
import type { TestApi } from '../harness/api.ts';
import type { PaymentsStandIn } from '../harness/payments-stand-in.ts';
import { type Owner, ok, signUp } from './api-factory.ts';

export const CARDS = {
  pays: '4242424242424242',
  asksOnce: '4000002500003155',
  asksAlways: '4000002760003184',
  declines: '4000000000000341',
};

/** Types a card and saves it, as a browser does. */
export async function saveCard(
  { api, standIn }: { api: TestApi; standIn: PaymentsStandIn },
  { uid, caller }: Owner,
  { number = CARDS.pays, country = 'US' } = {},
) {
  const { clientSecret } = ok(await api.call('POST', `/v2/workspaces/${uid}/card`, { caller }));
  const { payment_method: paymentMethodId, next_action: action } = await confirmInBrowser(standIn.url, clientSecret, {
    number,
  });
  const page = action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.stripe_js;
  if (page)
    await fetch(page, { method: 'POST', body: new URLSearchParams({ answer: 'complete' }), redirect: 'manual' });
  return ok(
    await api.call('POST', '/stripe/upsert-payment-method', {
      caller,
      body: {
        ...{ userId: uid, paymentMethodId, email: 'pay@example.com', name: 'Pat Doe' },
        address: { line1: '1 Main Street', city: 'Springfield', postal_code: '12345', country },
      },
    }),
  );
}

/** An owner whose card is saved. */
export async function makePayingOwner(
  place: { api: TestApi; standIn: PaymentsStandIn; database: Database },
  card: { number?: string; country?: string } = {},
): Promise<Owner & { customerId: string }> {
  const owner = await signUp(place.api);
  const { customerId } = await saveCard(place, owner, card);
  return { ...owner, customerId };
}

/** The same, on a plan that is paid for. */
export async function makeBuyer(...[place, card]: Parameters<typeof makePayingOwner>) {
  const buyer = await makePayingOwner(place, card);
  await place.database.unscoped.execute(
    sql`update workspaces set stripe_subscription_id = 'sub_example' where uid = ${buyer.uid}`,
  );
  return buyer;
}
