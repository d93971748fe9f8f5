import { expect, type Page } from '@playwright/test';
import { CARDS } from '../../server/test/factories/buyer-factory.ts';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { saveTestCard, startPlan } from '../world/paying-owner.ts';
import { type PayingServer, startPayingServer } from '../world/paying-server.ts';

// The owner: a renewal is not paid; the page says what stays until when, and another card makes it good.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true, animations: 'disabled' });
};

let standIn: PaymentsStandIn;
let server: PayingServer;

test.beforeAll(async () => {
  server = await startPayingServer();
  standIn = server.standIn;
});
test.afterAll(async () => {
  await server?.dispose();
});

/** Shown as somebody else sees it: dark, narrow, in Arabic. */
async function pictureAll(page: Page, name: string) {
  if (!pictures) return;
  await picture(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await picture(page, `${name}-360-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('what a plan owes is told of, and paid with another card whose holder is asked', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('late'));
  await saveTestCard(owner, standIn, CARDS.pays);
  await startPlan(owner);
  await saveTestCard(owner, standIn, CARDS.declines);
  await standIn.knob('clock', { advance: 31.1 * 86_400 });
  const read = () => owner.call('get', `/v2/workspaces/${owner.uid}/subscription`);
  await expect.poll(async () => (await read()).pastDue !== null, { timeout: 40_000 }).toBe(true);
  await page.goto(`${server.origin}/app/na/account/billing`);
  await expect(page.getByText('Your payment of €27.94 did not go through')).toBeVisible();
  await expect(page.getByText(/Everything stays until .*: your agents, limits and credits/)).toBeVisible();
  await expect(page.getByText('Payment overdue')).toBeVisible();
  await expect(page.getByText('0 of 100')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Invoices' }).getByText('Open')).toBeVisible();
  await pictureAll(page, 'past-due');
  if (pictures) {
    await page.evaluate(() => localStorage.setItem('language', 'ar'));
    await page.reload();
    await expect(page.getByRole('table', { name: 'الفواتير' })).toBeVisible();
    await pictureAll(page, 'past-due-ar');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.reload();
  }
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Pay €27.94' }).click();
  await expect(page.getByText('An error occurred with your payment')).toBeVisible();
  await expect(page.getByText('Your card was declined. Nothing was charged.')).toBeVisible();
  await picture(page, 'past-due-declined');

  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the invoice' }).click(),
  ]);
  await expect(invoice.getByText(/27\.94/).first()).toBeVisible();
  await invoice.close();

  await page.getByRole('button', { name: 'Pay with another card' }).click();
  const form = page.getByRole('dialog', { name: 'Payment method' });
  await form.getByRole('button', { name: '4000 0027 6000 3184' }).click();
  await form.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await form.getByRole('textbox', { name: 'Address' }).fill('Quay 7');
  await form.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await form.getByRole('button', { name: 'Save card' }).click();
  const bank = page.frameLocator('iframe[title="Your bank asks for confirmation"]');
  await bank.getByRole('button', { name: 'Complete' }).click();
  // Once for the card, once for the payment.
  await expect(page.getByText('Visa •••• 3184')).toBeVisible();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('The payment is confirmed.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('did not go through')).toBeHidden();
  await expect(page.getByText('Renews on')).toBeVisible();
  await expect(page.getByText('10,750').first()).toBeVisible();
});

test('fourteen months of a plan are fifteen invoices, listed with their sums page by page, and what they bring', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('invoices'));
  await page.goto(`${server.origin}/app/na/account/billing`);
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await picture(page, 'invoices-none');
  await saveTestCard(owner, standIn, CARDS.pays);
  await startPlan(owner);
  const credits = async () => (await owner.call('get', `/v2/workspaces/${owner.uid}/billing`)).loadTokens;
  for (let month = 1; month <= 14; month += 1) {
    await standIn.knob('clock', { advance: 31.1 * 86_400 });
    // What comes with the welcome, with the first payment, and with each month.
    await expect.poll(credits, { timeout: 40_000 }).toBe(750 + 5_000 * (1 + month));
  }
  await page.reload();
  await expect(page.getByText('75,750').first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Invoices' });
  await expect(table.getByText('Paid')).toHaveCount(10);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(table.getByText('Paid')).toHaveCount(15);
  await expect(table.getByText('€27.94')).toHaveCount(15);
  await pictureAll(page, 'invoices');
  expect(await seriousFaults(page)).toEqual([]);
  const view = table.getByRole('link', { name: /^View invoice/ }).first();
  const [invoice] = await Promise.all([page.waitForEvent('popup'), view.click()]);
  await expect(invoice.getByRole('heading', { name: /Invoice/ })).toBeVisible();
  await invoice.close();

  await page.route('**/invoices?**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('The invoices could not be loaded.')).toBeVisible();
  await picture(page, 'invoices-failed');
  await page.unroute('**/invoices?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table.getByText('Paid')).toHaveCount(10);
});
