import { expect, type Page } from '@playwright/test';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { connectAccount } from '../world/connect-account.ts';
import { test } from '../world/journey.ts';
import { listen } from '../world/leak-crawl.ts';
import { type PayingServer, startPayingServer } from '../world/paying-server.ts';

// A client subscribes to a plan of its agency: left at the payment page, declined, paid, and canceled.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled' });
};

let standIn: PaymentsStandIn;
let server: PayingServer;
let world: AgencyWorld;

test.beforeAll(async ({ browser }) => {
  server = await startPayingServer();
  standIn = server.standIn;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'planner' });
  const { uid, call } = world.owner;
  await connectAccount(world.owner);
  await world.changeOrg({ allowBilling: true });
  await call('post', `/v2/workspaces/${uid}/connect`, { USDPerToken: 0.003, allowPlans: true });
});
test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
});

const LONG = 'A plan for everybody who has a great many visitors';
const PLANS = [
  { name: 'Basic', credits: 5_000, features: ['All agents', 'Answers by mail'] },
  { name: LONG, credits: 15_000, features: ['All agents', 'A person to call'], isPopular: true },
];
const dashboard = (page: Page) => page.getByRole('dialog', { name: 'Billing Dashboard' });
const part = (page: Page) => dashboard(page).getByRole('region', { name: 'Subscription Plans' });
const pay = async (page: Page, number: string) => {
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: false }).fill(value);
  await fill('Card number', number);
  await fill('Expires', '12 / 34');
  await fill('Security code', '123');
  await fill('Name on the card', 'Pat Doe');
  await fill('Country', 'US');
  await page.getByRole('button', { name: 'Subscribe' }).click();
};

test('a client chooses a plan, pays it, is on it, cancels it, and takes that back', async ({ page }) => {
  const { uid, call } = world.owner;
  const heard = listen(page.context(), world.clientUrl);
  const { email } = await world.addClient({ email: 'cleo@example.com' });
  await signInClient(page, world.clientUrl, email);
  await page.getByRole('button', { name: '0.0 Creds' }).click();
  await expect(dashboard(page)).toContainText('Purchase Credits');
  await expect(part(page)).toHaveCount(0);
  await call('post', '/rpc/upsertAgencyPlans', { workspaceId: uid, plans: PLANS });
  await page.reload();
  await expect(part(page)).toContainText('$20.00 per month');
  await expect(part(page)).toContainText('Popular');
  await picture(page, 'offers');
  expect(await seriousFaults(page)).toEqual([]);

  const select = part(page).getByRole('button', { name: 'Select Plan: Basic' });
  await page.route('**/stripe/connect/create-subscription', (route) => route.abort());
  await select.click();
  const refusal = page.getByRole('alert').getByText('Failed to create subscription', { exact: true });
  await expect(refusal).toBeVisible();
  await page.unroute('**/stripe/connect/create-subscription');
  await page.route('**/stripe/connect/create-subscription', (route) => route.fulfill({ json: { sessionUrl: '' } }));
  await select.click();
  await expect(page.getByRole('alert').getByText('Failed to create subscription session')).toBeVisible();
  await expect(refusal).toBeHidden();
  await page.unroute('**/stripe/connect/create-subscription');
  await select.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(part(page)).toContainText('You left the payment page. Nothing was charged.');
  await expect(page).not.toHaveURL(/payment=/);
  await picture(page, 'left');
  await select.click();
  // Events come late: nothing is said to be paid before.
  await standIn.knob('deliveries', { isHeld: true });
  await pay(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toContainText('declined');
  await pay(page, '4242 4242 4242 4242');
  await expect(part(page)).toContainText('Confirming your payment...');
  await expect(page).not.toHaveURL(/payment=/);
  await expect(select).toBeDisabled();
  await picture(page, 'confirming');
  await standIn.knob('deliveries', { isHeld: false });
  await expect(part(page)).toContainText('Your plan is active.', { timeout: 40_000 });
  await expect(part(page).getByRole('button', { name: 'Current Plan: Basic' })).toBeDisabled();
  await expect(part(page).getByRole('button', { name: `Select Plan: ${LONG}` })).toBeDisabled();
  await expect(dashboard(page).getByRole('region', { name: 'Available Credits' })).toContainText('5,000');
  await picture(page, 'bought');

  // The next month is not paid: it is said until when the plan stays, and paid with another card.
  const saveCard = async (number: string, country = '') => {
    await dashboard(page).getByRole('button', { name: 'Edit', exact: true }).click();
    await dashboard(page).getByRole('button', { name: number, exact: true }).click();
    if (country !== '') {
      await dashboard(page).getByRole('combobox', { name: 'Country' }).fill(country);
      await page.getByRole('option', { name: country, exact: true }).click();
      await dashboard(page).getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
      await dashboard(page).getByRole('textbox', { name: 'Postal code' }).fill('12345');
      await dashboard(page).getByRole('textbox', { name: 'City' }).fill('Springfield');
    }
    await dashboard(page).getByRole('button', { name: 'Save card' }).click();
    await expect(dashboard(page)).toContainText(`•••• ${number.slice(-4)}`);
  };
  await saveCard('4000 0000 0000 0341', 'United States');
  await standIn.knob('clock', { advance: 31.1 * 86_400 });
  await expect(async () => {
    await page.reload();
    await expect(part(page)).toContainText('Your payment of $20.00 did not go through', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'past-due');
  const owed = part(page).getByRole('button', { name: 'Pay $20.00' });
  await owed.click();
  await expect(part(page)).toContainText('Your card was declined. Nothing was charged.');
  await picture(page, 'past-due-declined');
  await expect(part(page).getByRole('link', { name: 'Open the invoice' })).toHaveAttribute('href', /invoice/);
  await saveCard('4242 4242 4242 4242');
  await owed.click();
  await expect(page.getByText('The payment is confirmed.')).toBeVisible();
  await expect(part(page)).toContainText('renews on');
  await expect(owed).toHaveCount(0);
  // What the agency has itself; the rest is owed to them.
  await expect(dashboard(page).getByRole('region', { name: 'Available Credits' })).toContainText('5,750');

  await page.route('**/stripe/connect/cancel-subscription', (route) => route.abort());
  await part(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  const asked = page.getByRole('dialog', { name: /Cancel .Basic.\?/ });
  await expect(asked).toContainText('Your plan stays until');
  await picture(page, 'cancel');
  await asked.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Failed to cancel subscription')).toBeVisible();
  await page.unroute('**/stripe/connect/cancel-subscription');
  await asked.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription successfully canceled')).toBeVisible();
  await expect(part(page)).toContainText('ends on');
  await expect(part(page).getByRole('button', { name: 'Cancel Subscription' })).toHaveCount(0);
  await expect(part(page)).toContainText('Another plan can be chosen once this one has ended.');
  await expect(part(page).getByRole('button', { name: `Select Plan: ${LONG}` })).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'ends');
  const reactivate = part(page).getByRole('button', { name: 'Reactivate Subscription' });
  await page.route('**/stripe/connect/reactivate-subscription', (route) => route.abort());
  await reactivate.click();
  await expect(page.getByText('Error reactivating subscription')).toBeVisible();
  await page.unroute('**/stripe/connect/reactivate-subscription');
  await reactivate.click();
  await expect(page.getByText('Subscription reactivated successfully')).toBeVisible();
  await expect(part(page)).toContainText('renews on');
  await expect(part(page)).toContainText('To change plans, cancel this one');
  await expect(part(page).getByRole('button', { name: 'Cancel Subscription' })).toBeEnabled();
  await picture(page, 'goes-on');
  // All that the agency's host answered while its client paid. Planted: a plan of the platform's name.
  const answers = await heard();
  expect(answers.filter(({ url }) => url.includes('/stripe/connect/')).length).toBeGreaterThan(5);
  expect(answers.filter(({ url, text }) => /antiphon/i.test(url + text)).map(({ url }) => url)).toEqual([]);
});

test('the section of a plan that ends fits, in both schemes and directions', async ({ page }) => {
  const { email } = await world.addClient({ email: 'looks@example.com', name: 'Lou Looks' });
  await signInClient(page, world.clientUrl, email);
  const [home = ''] = page.url().split('?');
  await page.goto(`${home}?panel=billing`);
  await part(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page
    .getByRole('dialog', { name: /Cancel .Basic.\?/ })
    .getByRole('button', { name: 'Cancel Subscription' })
    .click();
  await expect(part(page)).toContainText('ends on');
  for (const { name, width, scheme, language, ends } of [
    { name: 'dark-narrow', width: 360, scheme: 'dark', language: 'en', ends: /ends on/ },
    { name: 'arabic-narrow', width: 360, scheme: 'light', language: 'ar', ends: /تبقى أرصدتك/ },
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${home}?panel=billing`);
    await expect(page.getByRole('dialog').getByText(LONG)).toBeVisible();
    await page.getByText(ends).scrollIntoViewIfNeeded();
    await picture(page, `ends-${name}`);
    await page.getByRole('dialog').getByText(LONG).scrollIntoViewIfNeeded();
    await picture(page, name);
    const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWide)).toBe(false);
  }
});
