import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { confirmInBrowser } from '../../stand-in/test/harness/furnish.ts';
import type { Owner } from './owner-api.ts';

/** Saves a card of the workspace's, as the form does. */
export async function saveTestCard({ uid, call }: Owner, standIn: PaymentsStandIn, number: string) {
  const { clientSecret } = await call('post', `/v2/workspaces/${uid}/card`);
  const { payment_method: paymentMethodId } = await confirmInBrowser(standIn.url, clientSecret, { number });
  await call('post', '/stripe/upsert-payment-method', {
    ...{ userId: uid, paymentMethodId, email: 'pay@example.com', name: 'Pat Doe' },
    address: { line1: 'Quay 7', city: 'Berlin', postal_code: '10115', country: 'DE' },
  });
}

/** On the paid plan. */
export const startPlan = ({ uid, call }: Owner) =>
  call('post', '/stripe/create-subscription', { userId: uid, region: 'na', planId: 'pay_as_you_go' });
