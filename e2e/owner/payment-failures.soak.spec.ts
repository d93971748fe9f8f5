import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { CARDS } from '../../server/test/factories/buyer-factory.ts';
import { paymentsOf } from '../../server/test/factories/payer-factory.ts';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { saveTestCard, startPlan } from '../world/paying-owner.ts';
import type { PayingServer } from '../world/paying-server.ts';

// The owner: what cannot be read, paid, ended or gone on with says so, keeps what was chosen, and works the next time.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true, animations: 'disabled' });
};

let standIn: PaymentsStandIn;
let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
  standIn = server.standIn;
});

/** On the paid plan, at their billing. */
async function openPaid(page: Page, name: string) {
  const owner = await signUpOwner(page.request, server.origin, addressFor(name));
  await saveTestCard(owner, standIn, CARDS.pays);
  await startPlan(owner);
  await page.goto(`${server.origin}/app/na/account/billing`);
  return owner;
}

// Planted: what cannot be read is left out.
test('a plan that cannot be read says so, and is read again', async ({ page }) => {
  await signUpOwner(page.request, server.origin, addressFor('unread'));
  await page.route('**/subscription', (route) => route.abort());
  await page.goto(`${server.origin}/app/na/account/billing`);
  await expect(page.getByText('Failed to load subscription data')).toBeVisible();
  await picture(page, 'plan-failed');
  await page.unroute('**/subscription');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('Free forever.')).toBeVisible();
});

// Planted: that a plan was not ended is told nowhere.
test('a plan that cannot be ended or gone on with says so, and what was chosen stays', async ({ page }) => {
  const owner = await openPaid(page, 'stays');
  await page.getByRole('button', { name: 'Modify Plan' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Subscription' });
  await cancel.getByRole('radio', { name: 'Found a better alternative' }).check();
  await page.route('**/stripe/cancel-subscription', (route) => route.abort());
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Error cancelling subscription')).toBeVisible();
  await expect(cancel.getByRole('radio', { name: 'Found a better alternative' })).toBeChecked();
  await picture(page, 'cancel-failed');
  await page.unroute('**/stripe/cancel-subscription');
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible();
  const { customer, subscriptions } = await owner.call('post', '/stripe/get-user-data', { userId: owner.uid });
  const there = await standIn.list(`/v1/subscriptions?customer=${customer.id}`);
  expect(there).toMatchObject([{ id: subscriptions[0].id, cancellation_details: { feedback: 'switched_service' } }]);

  await page.route('**/stripe/reactivate-subscription', (route) => route.abort());
  await page.getByRole('button', { name: 'Modify Plan' }).click();
  await page.getByRole('button', { name: 'Reactivate Subscription' }).click();
  await expect(page.getByText('Error reactivating subscription')).toBeVisible();
  await picture(page, 'reactivate-failed');
  await page.unroute('**/stripe/reactivate-subscription');
  await page.getByRole('button', { name: 'Reactivate Subscription' }).click();
  await expect(page.getByText('Subscription reactivated successfully')).toBeVisible();

  // It ends at the provider, and nobody hears of it: what is pressed then is refused, and what is there now is shown.
  await standIn.knob('deliveries', { drop: 1_000 });
  await paymentsOf(standIn).endSubscription('', subscriptions[0].id, randomUUID());
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await cancel.getByRole('radio', { name: 'Too expensive' }).check();
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Error cancelling subscription').last()).toBeVisible();
  await expect(page.getByText('Free forever.')).toBeVisible();
  await expect(cancel).toHaveCount(0);
  await standIn.knob('deliveries', { drop: 0 });
});

test('an upgrade that fails after its dialog was closed says so', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('closed'));
  await saveTestCard(owner, standIn, CARDS.declines);
  await page.goto(`${server.origin}/app/na/account/billing`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/stripe/create-subscription', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade to Pay-As-You-Go' });
  await upgrade.getByRole('button', { name: /^Pay / }).click();
  await expect(upgrade.getByText('Creating your subscription...')).toBeVisible();
  await expect(upgrade.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await upgrade.getByRole('button', { name: 'Close' }).last().click();
  await expect(upgrade).toBeHidden();
  release();
  await expect(page.getByText('Error creating subscription')).toBeVisible();
  await picture(page, 'upgrade-failed-unseen');
});

test('a top-up that the bank declines says so, and the amount stays', async ({ page }) => {
  const owner = await openPaid(page, 'short');
  await saveTestCard(owner, standIn, CARDS.declines);
  await page.reload();
  await page.getByRole('button', { name: 'Top up' }).click();
  const topUp = page.getByRole('dialog', { name: 'Add to credit balance' });
  await topUp.getByRole('button', { name: '$25' }).click();
  await topUp.getByRole('button', { name: /^Pay / }).click();
  await expect(topUp.getByText('Failed to top up balance')).toBeVisible();
  await expect(topUp.getByRole('textbox', { name: 'Credits for' })).toHaveValue(/25/);
  await picture(page, 'top-up-failed');
});
