import { expect, type Page, type Route } from '@playwright/test';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { connectAccount } from '../world/connect-account.ts';
import { test } from '../world/journey.ts';
import { type PayingServer, startPayingServer } from '../world/paying-server.ts';
import { untranslated } from '../world/untranslated.ts';

// A client buys credits for their org: a card is typed, one is declined, one asks its holder; the invoice is there.

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
  world = await makeAgencyWorld(browser, server.origin, { sub: 'seller' });
  const { uid, call } = world.owner;
  await connectAccount(world.owner);
  await world.changeOrg({ allowBilling: true });
  // Billing that was allowed outlives the account.
  const read = async () => (await call('get', `/v2/workspaces/${uid}/connect`)).stripeConnect;
  await standIn.knob('disconnect', { account: (await read()).accountId });
  await expect.poll(async () => (await read()).isConnected).toBe(false);
});
test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
});

const dashboard = (page: Page) => page.getByRole('dialog', { name: 'Billing Dashboard' });
const part = (page: Page, name: string) => dashboard(page).getByRole('region', { name });
const click = (page: Page, name: string) => dashboard(page).getByRole('button', { name, exact: true }).click();
const open = async (page: Page, creds = '0.0 Creds') => {
  await page.getByRole('button', { name: creds }).click();
  await expect(dashboard(page)).toBeVisible();
};
const buy = (page: Page) => dashboard(page).getByRole('button', { name: /^Purchase .* credits for/ });
const saveCard = async (page: Page, number: string) => {
  await click(page, number);
  await click(page, 'Save card');
};
const fillAddress = async (page: Page) => {
  await dashboard(page).getByRole('combobox', { name: 'Country' }).fill('United S');
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await dashboard(page).getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
  await dashboard(page).getByRole('textbox', { name: 'Postal code' }).fill('12345');
  await dashboard(page).getByRole('textbox', { name: 'City' }).fill('Springfield');
};

test('a client adds a card, buys credits, and finds the invoice', async ({ page }) => {
  const { email } = await world.addClient({ email: 'cleo@example.com' });
  await signInClient(page, world.clientUrl, email);
  const out = page.getByRole('main').getByText('Your agents cannot answer until there are credits. Visitors can');
  await expect(out).toBeVisible();
  await picture(page, 'no-credits');
  await page.getByRole('main').getByRole('button', { name: 'Get credits' }).click();
  await expect(dashboard(page)).toContainText('Manage your subscription, credits, and payment details');
  await expect(part(page, 'Available Credits')).toContainText('Your agents cannot answer until there are credits.');
  await expect(dashboard(page)).toContainText('Your provider does not sell credits here at the moment.');
  await picture(page, 'not-selling');
  await connectAccount(world.owner);
  await page.reload();

  await expect(part(page, 'Payment Method')).toContainText('No payment method yet');
  await expect(dashboard(page)).toContainText('Please add a payment method to continue');
  await expect(buy(page)).toBeDisabled();
  await expect(part(page, 'Recent Invoices')).toContainText('No invoices yet.');
  await picture(page, 'empty');
  expect(await seriousFaults(page)).toEqual([]);
  await click(page, 'Add payment method');
  await fillAddress(page);
  await picture(page, 'card-form');
  // Saved, and declined at each payment.
  await saveCard(page, '4000 0000 0000 0341');
  await expect(page.getByText('Payment information updated successfully')).toBeVisible();
  await expect(part(page, 'Payment Method')).toContainText('Visa •••• 0341');
  const quick = part(page, 'Purchase Credits').getByRole('button', { name: /K$/ });
  await expect(quick).toHaveText(['1K', '2.5K', '5K', '10K']);
  await click(page, '2.5K');
  await expect(buy(page)).toHaveText('Purchase 2,500 credits for $10.00');
  await buy(page).click();
  await expect(part(page, 'Purchase Credits')).toContainText('Failed to purchase credits');
  await expect(part(page, 'Purchase Credits')).toContainText('Your card was declined. Nothing was charged.');
  await picture(page, 'declined');

  // Edit begins with what is known.
  await click(page, 'Edit');
  await expect(dashboard(page).getByRole('textbox', { name: 'Address' })).toHaveValue('1 Main Street');
  await saveCard(page, '4242 4242 4242 4242');
  await expect(part(page, 'Payment Method')).toContainText('Visa •••• 4242');
  await buy(page).click();
  await expect(page.getByText('Credits purchased successfully')).toBeVisible();
  await expect(part(page, 'Available Credits')).toContainText('2,500');
  const view = part(page, 'Recent Invoices').getByRole('link');
  await expect(view).toHaveCount(1);
  await expect(view).toHaveText('View');
  await picture(page, 'bought');
  const [invoice] = await Promise.all([page.waitForEvent('popup'), view.click()]);
  await expect(invoice.getByText('$10.00').first()).toBeVisible();
  await invoice.close();

  // More than the agency has to sell, and is advanced.
  await part(page, 'Purchase Credits').getByRole('slider', { name: 'Credits' }).press('End');
  await expect(buy(page)).toHaveText('Purchase 50,000 credits for $200.00');
  await buy(page).click();
  await expect(part(page, 'Purchase Credits')).toContainText('Nothing was charged.');
  await expect(part(page, 'Recent Invoices').getByRole('listitem')).toHaveCount(1);
  await dashboard(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: '2,500.0 Creds' })).toBeVisible();
});

test('a card asks its holder: left at the bank it waits, gone on with it is bought', async ({ page }) => {
  const { email } = await world.addClient({ email: 'holder@example.com', name: 'Hedy Holder' });
  await signInClient(page, world.clientUrl, email);
  await open(page, '2,500.0 Creds');
  await click(page, 'Edit');
  await saveCard(page, '4000 0027 6000 3184');
  const bank = page.getByRole('dialog', { name: 'Your bank asks for confirmation' });
  await bank.frameLocator('iframe').getByRole('button', { name: 'Complete' }).click();
  await expect(part(page, 'Payment Method')).toContainText('Visa •••• 3184');
  await click(page, '1K');
  await buy(page).click();
  await expect(bank).toBeVisible();
  await picture(page, 'bank');
  await page.reload();
  await expect(dashboard(page)).toContainText('A payment of $4.00 waits for your bank');
  await expect(buy(page)).toBeDisabled();
  await picture(page, 'waits');
  await click(page, 'Continue');
  await bank.frameLocator('iframe').getByRole('button', { name: 'Complete' }).click();
  await expect(part(page, 'Available Credits')).toContainText('3,500');
  await expect(part(page, 'Recent Invoices').getByRole('listitem')).toHaveCount(2);
});

test('credits are bought by themselves, as it was set; what cannot be saved is as it was', async ({ page }) => {
  const { email } = await world.addClient({ email: 'auto@example.com' });
  await signInClient(page, world.clientUrl, email);
  await open(page, '3,500.0 Creds');
  const auto = part(page, 'Auto-Recharge');
  await expect(auto.getByRole('button', { name: 'Save auto-recharge' })).toBeDisabled();
  await auto.getByRole('switch', { name: 'Recharge automatically' }).click();
  await expect(auto.getByRole('combobox', { name: 'When fewer are left than' })).toHaveValue('500');
  await auto.getByRole('combobox', { name: 'Charge' }).selectOption('$10.00');
  await expect(auto).toContainText('2,500 credits at today’s price');
  await picture(page, 'auto-recharge');
  const refuse = (route: Route) => route.fulfill({ status: 503, body: '' });
  await page.route('**/stripe/connect/update-autorecharge', refuse);
  await click(page, 'Save auto-recharge');
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText(
    'Failed to update auto-recharge settings.',
  );
  // As it is stored.
  await expect(auto.getByRole('switch')).not.toBeChecked();
  await page.unroute('**/stripe/connect/update-autorecharge', refuse);
  await auto.getByRole('switch', { name: 'Recharge automatically' }).click();
  await auto.getByRole('combobox', { name: 'When fewer are left than' }).selectOption('100 credits');
  await click(page, 'Save auto-recharge');
  await expect(
    page.getByText('Auto-recharge settings updated successfully. Will charge $5 when credits drop below 100.'),
  ).toBeVisible();
  await page.reload();
  await expect(auto.getByRole('switch')).toBeChecked();
  await auto.getByRole('switch', { name: 'Recharge automatically' }).click();
  await click(page, 'Save auto-recharge');
  await expect(page.getByText('Auto-recharge settings updated successfully. Auto-recharge disabled.')).toBeVisible();
});

test('what cannot be read is said and read again', async ({ page }) => {
  const { email } = await world.addClient({ email: 'failing@example.com' });
  await signInClient(page, world.clientUrl, email);
  const paths = ['get-account-id', 'get-payment-methods', 'get-invoices'];
  for (const path of paths) await page.route(`**/stripe/connect/${path}/**`, (route) => route.abort());
  await open(page, '3,500.0 Creds');
  await expect(dashboard(page)).toContainText('Your billing could not be loaded.');
  await picture(page, 'load-failed');
  await page.unroute('**/stripe/connect/get-account-id/**');
  await click(page, 'Try again');
  await expect(part(page, 'Payment Method')).toContainText('The payment method could not be loaded.');
  await expect(part(page, 'Recent Invoices')).toContainText('The invoices could not be loaded.');
  await expect(dashboard(page)).not.toContainText('Please add a payment method');
  await picture(page, 'parts-failed');
});

test('who opened a client’s dashboard sees the credits, and no more', async ({ page }) => {
  const { uid, call } = world.owner;
  const { ID } = await world.addClient({ email: 'opened@example.com' });
  const { url } = await call('post', `/v2/workspaces/${uid}/clients/${ID}/open`, {});
  await page.goto(url);
  await page.getByRole('button', { name: '3,500.0 Creds' }).click();
  await expect(page.getByRole('dialog').filter({ hasText: 'Available Credits' })).toContainText('3,500');
  await expect(dashboard(page)).toHaveCount(0);
  await page.goto(`${page.url().split('?')[0]}?panel=billing`);
  await expect(page.getByRole('button', { name: '3,500.0 Creds' })).toBeVisible();
  await expect(dashboard(page)).toHaveCount(0);
});

const LOOKS = [
  { name: 'dark-narrow', width: 360, scheme: 'dark', language: 'en' },
  { name: 'arabic', width: 1280, scheme: 'light', language: 'ar' },
  { name: 'arabic-narrow', width: 360, scheme: 'light', language: 'ar' },
  { name: 'german-narrow', width: 360, scheme: 'light', language: 'de' },
] as const;

test('the dashboard fits, in both schemes and directions, and says nothing untranslated', async ({ page }) => {
  // The plan has five seats.
  await signInClient(page, world.clientUrl, 'failing@example.com', { isFirst: false });
  const [home = ''] = page.url().split('?');
  const show = async (language: string) => {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${home}?panel=billing`);
    await expect(page.getByRole('dialog')).toContainText('3184');
  };
  for (const { name, width, scheme, language } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await show(language);
    await picture(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('listitem').last().scrollIntoViewIfNeeded();
    await picture(page, `${name}-end`);
  }
  await show('en-XA');
  const data = ['Nordlicht', 'Harbour Labs', 'Harbour Bikes', 'Cleo Client', 'Visa'];
  expect((await untranslated(page, data)).filter((text) => !/^[\d.,$]+$/.test(text))).toEqual([]);
});
