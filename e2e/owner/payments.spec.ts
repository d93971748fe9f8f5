import { expect, type Page } from '@playwright/test';
import { paymentEnvironment } from '../../server/test/factories/payer-factory.ts';
import { type PaymentsStandIn, startPaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: a card is saved, one asks its holder, one is declined; what was typed stays until it is saved.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true, animations: 'disabled' });
};

let standIn: PaymentsStandIn;
let server: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  standIn = await startPaymentsStandIn();
  server = await startServer({ environment: paymentEnvironment(standIn) });
});
test.afterAll(async () => {
  await server?.dispose();
  await standIn?.stop();
});

const openBilling = async (page: Page, name: string) => {
  const uid = await signUpOwner(page.request, server.origin, addressFor(name));
  await page.goto(`${server.origin}/app/na/account/billing`);
  return uid;
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
  await expect(form(page).getByText('Failed to save payment information')).toBeVisible();
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
  await pick(page, '4000 0000 0000 9995');
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
