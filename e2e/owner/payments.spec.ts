import { type Browser, expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { PayingServer } from '../world/paying-server.ts';
import { routeStripeJs } from '../world/stripe-js.ts';

// The owner: a card is saved, one asks its holder, one is declined; what was typed stays until it is saved.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true, animations: 'disabled' });
};

let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
});

const openBilling = async (page: Page, name: string) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor(name));
  await page.goto(`${server.origin}/app/na/account/billing`);
  return owner;
};
const form = (page: Page) => page.getByRole('dialog', { name: 'Payment method' });

async function fillAddress(page: Page) {
  await form(page).getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await form(page).getByRole('textbox', { name: 'Address' }).fill('Quay 7');
  await form(page).getByRole('textbox', { name: 'Postal code' }).fill('10115');
  await form(page).getByRole('textbox', { name: 'City' }).fill('Berlin');
}
const pick = (page: Page, number: string) => form(page).getByRole('button', { name: number }).click();
const save = (page: Page) => form(page).getByRole('button', { name: 'Save card' }).click();

test('a card is saved, and another takes its place once its holder said yes', async ({ page }) => {
  await openBilling(page, 'pat');
  await expect(page.getByText('No card has been added.')).toBeVisible();
  await expect(page.getByText('0 of 5')).toBeVisible();
  await picture(page, 'billing');
  await page.getByRole('button', { name: 'Add card' }).click();
  await save(page);
  await expect(form(page).getByText('Please check the card number.')).toBeVisible();
  await expect(form(page).getByText('Please complete all required address fields')).toHaveCount(3);
  await fillAddress(page);
  await form(page).getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
  await form(page).getByRole('textbox', { name: 'Expires' }).pressSequentially('1234');
  await form(page).getByRole('textbox', { name: 'Security code' }).fill('123');
  await expect(form(page).getByRole('textbox', { name: 'Card number' })).toHaveValue('4242 4242 4242 4242');
  await expect(form(page).getByRole('textbox', { name: 'Expires' })).toHaveValue('12 / 34');
  await picture(page, 'card-form');
  expect(await seriousFaults(page)).toEqual([]);
  await save(page);
  await expect(page.getByText('Payment information updated successfully')).toBeVisible();
  await expect(page.getByText('Visa •••• 4242')).toBeVisible();
  await expect(page.getByText('Expires 12/2034')).toBeVisible();

  await page.getByRole('button', { name: 'Replace card' }).click();
  await fillAddress(page);
  await pick(page, '4000 0025 0000 3155');
  await save(page);
  const bank = page.frameLocator('iframe[title="Your bank asks for confirmation"]');
  await expect(bank.getByRole('button', { name: 'Fail' })).toBeVisible();
  await picture(page, 'bank');
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(form(page).getByText('Failed to update payment information')).toBeVisible();
  await expect(form(page).getByRole('textbox', { name: 'City' })).toHaveValue('Berlin');
  await save(page);
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa •••• 3155')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Visa •••• 3155')).toBeVisible();
});

test('a card that is declined, and a bank’s page that is closed, say so and keep what was typed', async ({ page }) => {
  await openBilling(page, 'sam');
  await page.getByRole('button', { name: 'Add card' }).click();
  await fillAddress(page);
  const confirming = '**/test-mode/v1/setup_intents/**';
  await page.route(confirming, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Be right back' }));
  await pick(page, '4000 0000 0000 9995');
  await save(page);
  await expect(form(page).getByText('An error occurred. Please try again.')).toBeVisible();
  await page.unroute(confirming);
  await save(page);
  await picture(page, 'declined');
  await expect(form(page).getByText(/insufficient funds/i)).toBeVisible();
  await pick(page, '4000 0025 0000 3155');
  await save(page);
  const bank = page.getByRole('dialog', { name: 'Your bank asks for confirmation' });
  await expect(bank.frameLocator('iframe').getByRole('button', { name: 'Complete' })).toBeVisible();
  await bank.getByRole('button', { name: 'Close' }).click();
  await expect(form(page).getByText('Payment confirmation failed')).toBeVisible();
  await expect(form(page).getByRole('textbox', { name: 'Address' })).toHaveValue('Quay 7');
  await page.reload();
  await expect(page.getByText('No card has been added.')).toBeVisible();
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const stop = (page: Page, id: string) => page.getByText(id).first();
const REASONS = ['Too expensive', 'Missing features', 'Found a better alternative', 'Temporary need', 'Other'];

test('a workspace is upgraded, topped up, canceled and goes on after all', async ({ page }) => {
  const { uid, call } = await openBilling(page, 'ann');
  await expect(page.getByRole('button', { name: 'Top up' })).toHaveAttribute('aria-disabled', 'true');
  const upgrade = dialog(page, 'Upgrade to Pay-As-You-Go');
  await page.goto((await call('post', '/rpc/createAgencySubscriptionSession', { uid })).sessionUrl);
  await upgrade.getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(`${server.origin}/app/na/account/billing`);
  await page.getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  await expect(upgrade.getByText('You see the whole sum before anything is charged.')).toBeVisible();
  await picture(page, 'upgrade-card');
  await upgrade.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await upgrade.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await upgrade.getByRole('textbox', { name: 'Address' }).fill('Quay 7');
  await upgrade.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await upgrade.getByRole('button', { name: 'Save card' }).click();
  await expect(upgrade.getByText('€27.94').first()).toBeVisible();
  await upgrade.getByRole('textbox', { name: 'Discount code' }).fill('NOTHING');
  await upgrade.getByRole('button', { name: 'Apply' }).click();
  await expect(upgrade.getByText('Invalid discount code')).toBeVisible();
  await picture(page, 'upgrade');
  expect(await seriousFaults(page)).toEqual([]);
  await upgrade.getByRole('button', { name: 'Pay €27.94' }).dblclick();
  await expect(page.getByText('Subscription created successfully')).toBeVisible({ timeout: 40_000 });
  await expect(upgrade.getByRole('heading', { name: 'Subscription Created!' })).toBeVisible();
  await expect(upgrade.getByText('€27.94 was paid, and 5,000 credits were added.')).toBeVisible();
  await picture(page, 'created');
  await upgrade.getByRole('button', { name: 'Close' }).last().click();
  await expect(stop(page, 'Renews on')).toBeVisible();
  await expect(page.getByText('5,750').first()).toBeVisible();
  await expect(page.getByText('0 of 100')).toBeVisible();
  await picture(page, 'paid-plan');

  await page.getByRole('button', { name: 'Top up' }).click();
  const topUp = dialog(page, 'Add to credit balance');
  await topUp.getByRole('textbox', { name: 'Credits for' }).fill('3');
  await expect(topUp.getByText('Minimum amount: €5')).toBeVisible();
  await topUp.getByRole('button', { name: '$25' }).click();
  await expect(topUp.getByRole('button', { name: 'Pay €27.94' })).toBeEnabled();
  await picture(page, 'top-up');
  await topUp.getByRole('button', { name: 'Pay €27.94' }).click();
  await expect(page.getByText('Successfully topped up balance')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('30,750').first()).toBeVisible();

  await page.getByRole('button', { name: 'Replace card' }).click();
  await fillAddress(page);
  await pick(page, '4000 0025 0000 3155');
  await save(page);
  const bank = page.frameLocator('iframe[title="Your bank asks for confirmation"]');
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa •••• 3155')).toBeVisible();

  await page.getByRole('button', { name: 'Modify Plan' }).click();
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const cancel = dialog(page, 'Cancel Subscription');
  await expect(cancel.getByRole('button', { name: 'Cancel Subscription' })).toBeDisabled();
  for (const name of REASONS) await expect(cancel.getByRole('radio', { name, exact: true })).not.toBeChecked();
  await expect(cancel.getByRole('radio')).toHaveCount(REASONS.length);
  await cancel.getByRole('radio', { name: 'Other' }).check();
  await expect(cancel.getByRole('button', { name: 'Cancel Subscription' })).toBeDisabled();
  await cancel.getByRole('textbox', { name: 'Please tell us more' }).fill('We close the shop for a year.');
  await picture(page, 'cancel');
  await cancel.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible();
  await expect(stop(page, 'Ends on')).toBeVisible();
  await page.getByRole('button', { name: 'Modify Plan' }).click();
  await page.getByRole('button', { name: 'Reactivate Subscription' }).click();
  await expect(page.getByText('Subscription reactivated successfully')).toBeVisible();
  await expect(stop(page, 'Renews on')).toBeVisible();
});

/** A card whose holder is asked each time, and a plan whose payment is left there. */
async function leaveAtBank(page: Page) {
  await page.getByRole('button', { name: 'Add card' }).click();
  await fillAddress(page);
  await pick(page, '4000 0027 6000 3184');
  await save(page);
  const bank = page.frameLocator('iframe[title="Your bank asks for confirmation"]');
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa •••• 3184')).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  await page.getByRole('button', { name: 'Pay €27.94' }).click();
  await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible();
  await page.reload();
  return bank;
}

test('a payment that was left at the bank is gone on with after a reload', async ({ page }) => {
  await openBilling(page, 'lea');
  const bank = await leaveAtBank(page);
  await expect(page.getByText('A payment of €27.94 waits for your bank')).toBeVisible();
  await expect(page.getByText('Free forever.')).toBeVisible();
  await picture(page, 'unfinished');
  await page.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('The payment is confirmed.')).toBeVisible({ timeout: 40_000 });
  await expect(stop(page, 'Renews on')).toBeVisible();
});

// Planted: what became of it is said in the notice, which goes with the payment.
test('a payment that is given up in another tab says so in the one that went on with it', async ({ page }) => {
  const owner = await openBilling(page, 'two');
  const bank = await leaveAtBank(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible();
  const orders = `/v2/workspaces/${owner.uid}/orders`;
  const [{ orderId }] = (await owner.call('get', orders)).items;
  await owner.call('post', `${orders}/${orderId}/cancel`, {});
  await expect(page.getByText('Failed to complete payment confirmation')).toBeVisible();
  await expect(page.getByText('Payment failed with status: canceled')).toBeVisible();
  await expect(page.getByText('waits for your bank')).toBeHidden();
  await picture(page, 'given-up-elsewhere');
});

/** A key of the provider's own: the screens are told so, and bring its script in place of the test cards. */
async function openWithKey(browser: Browser, name: string) {
  // What a server with such a key allows its pages is shown by page-policy.test.ts.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.route('**/v2/workspaces/*/card', async (route) => {
    // A connection that the server had closed, as after a while of silence: nothing was asked on it.
    const answer = await route.fetch({ maxRetries: 2 });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), isStandIn: false } });
  });
  return { page, open: () => openBilling(page, name) };
}

test('with a key of the provider’s the number is typed into its own fields, and its window asks the holder', async ({
  browser,
}) => {
  const { page, open } = await openWithKey(browser, 'kim');
  await routeStripeJs(page);
  await open();
  await page.getByRole('button', { name: 'Add card' }).click();
  const number = form(page).getByRole('textbox', { name: 'Number, at the provider' });
  // The provider's field comes when its script is there; what had the focus by then loses it.
  await expect(number).toBeVisible();
  await fillAddress(page);
  await expect(form(page).getByText('Test mode: no money moves.')).toBeHidden();
  await save(page);
  await expect(form(page).getByText('Your card number is incomplete.')).toBeVisible();
  await number.fill('4000 0000 0000 9995');
  await save(page);
  await expect(form(page).getByText(/insufficient funds/i)).toBeVisible();
  await number.fill('4000 0027 6000 3184');
  await save(page);
  const bank = page.frameLocator('iframe[title="3-D Secure"]');
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(form(page).getByText('Failed to save payment information')).toBeVisible();
  await save(page);
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Visa •••• 3184')).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  const upgrade = dialog(page, 'Upgrade to Pay-As-You-Go');
  await upgrade.getByRole('button', { name: 'Pay €27.94' }).click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(upgrade.getByText('Subscription Error')).toBeVisible();
  await expect(upgrade.getByText('There was an error creating your subscription. Please try again.')).toBeVisible();
  await picture(page, 'subscription-error');
  await upgrade.getByRole('button', { name: 'Pay €27.94' }).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(upgrade.getByRole('heading', { name: 'Subscription Created!' })).toBeVisible({ timeout: 40_000 });
});

test('without the provider’s script nothing is sent, and it is asked for again', async ({ browser }) => {
  const { page, open } = await openWithKey(browser, 'joe');
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await open();
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(form(page).getByText('Stripe not initialized')).toBeVisible();
  await fillAddress(page);
  await save(page);
  await expect(form(page).getByText('Card or address form is missing')).toBeInViewport();
  await picture(page, 'not-initialized');
  await page.unroute('https://js.stripe.com/**');
  await routeStripeJs(page);
  await form(page).getByRole('button', { name: 'Try again' }).click();
  await expect(form(page).getByRole('textbox', { name: 'Number, at the provider' })).toBeVisible();
  await expect(form(page).getByRole('textbox', { name: 'City' })).toHaveValue('Berlin');
});
