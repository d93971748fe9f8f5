import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { CARDS } from '../../server/test/factories/buyer-factory.ts';
import { paymentsOf } from '../../server/test/factories/payer-factory.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { saveTestCard, startPlan } from '../world/paying-owner.ts';
import type { PayingServer } from '../world/paying-server.ts';

// The owner: credits are bought by themselves once there is a plan; a month without a limit is asked about.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true, animations: 'disabled' });
};

let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
});

async function addCard(page: Page) {
  await page.getByRole('button', { name: 'Add card' }).click();
  const form = page.getByRole('dialog', { name: 'Payment method' });
  await form.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await form.getByRole('textbox', { name: 'Address' }).fill('Quay 7');
  await form.getByRole('textbox', { name: 'Postal code' }).fill('10115');
  await form.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await form.getByRole('button', { name: '4242' }).click();
  await form.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Visa •••• 4242')).toBeVisible();
}

test('automatic recharge needs a plan, refuses a limit below one recharge, and asks twice for none', async ({
  page,
}) => {
  await signUpOwner(page.request, server.origin, addressFor('pat'));
  await page.goto(`${server.origin}/app/na/account/billing`);
  const onOff = page.getByRole('switch', { name: 'Recharge automatically' });
  await expect(onOff).toBeDisabled();
  await expect(page.getByText('Upgrade your plan to enable automatic recharge')).toBeVisible();
  await picture(page, 'recharge-free');
  await addCard(page);
  await page.getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  const upgrade = page.getByRole('dialog', { name: 'Upgrade to Pay-As-You-Go' });
  await upgrade.getByRole('button', { name: /^Pay / }).click();
  await expect(upgrade.getByRole('heading', { name: 'Subscription Created!' })).toBeVisible();
  await upgrade.getByRole('button', { name: 'Close' }).last().click();
  await expect(onOff).toBeEnabled();
  await onOff.check({ force: true });
  await page.getByRole('combobox', { name: 'When fewer are left than' }).selectOption('1000');
  await page.getByRole('combobox', { name: 'Recharge for' }).selectOption({ label: '€25.00' });
  await page.getByRole('combobox', { name: 'Monthly limit' }).selectOption({ label: '€25.00' });
  await page.getByRole('button', { name: 'Save recharge' }).click();
  const refusal = page.getByText('Error: One recharge costs €31.75 with tax.');
  await expect(refusal).toBeVisible();
  // What was chosen stays.
  await expect(page.getByRole('combobox', { name: 'When fewer are left than' })).toHaveValue('1000');
  await picture(page, 'recharge-refused');
  await page.getByRole('combobox', { name: 'Monthly limit' }).selectOption({ label: 'No Limit' });
  await expect(refusal).toBeHidden();
  await page.getByRole('button', { name: 'Save recharge' }).click();
  const asking = page.getByRole('dialog', { name: 'Recharge without a limit?' });
  await expect(asking).toBeVisible();
  await picture(page, 'recharge-no-limit');
  await asking.getByRole('button', { name: 'Save without limit' }).click();
  await expect(page.getByText('Autocharge settings saved!')).toBeVisible();
  await expect(page.getByText(/Taken in this month: €/)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  for (const [name, scheme, width] of [
    ['light', 'light', 1_280],
    ['dark', 'dark', 1_280],
    ['narrow', 'light', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect(onOff).toBeChecked();
    await picture(page, `recharge-${name}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await page.getByRole('combobox', { name: 'Monatslimit' }).selectOption('25');
  await page.getByRole('button', { name: 'Aufladung speichern' }).click();
  await expect(
    page.getByText(/^Fehler: Eine Aufladung kostet mit Steuer 31,75\s€\. Das Monatslimit muss/),
  ).toBeVisible();
  await picture(page, 'recharge-refused-german-narrow-dark');
});

const ENDED = [
  {
    ...{ language: 'en', onOff: 'Recharge automatically', save: 'Save recharge' },
    ...{ colorScheme: 'light' as const, width: 1_280 },
    ...{ said: 'Error: You are on the free plan. You cannot enable auto-recharge.', free: 'Free forever.' },
  },
  {
    ...{ language: 'ar', onOff: 'إعادة الشحن تلقائيًا', save: 'حفظ إعادة الشحن' },
    ...{ colorScheme: 'dark' as const, width: 360 },
    ...{ said: 'أنت على الخطة المجانية. لا يمكن تفعيل إعادة الشحن التلقائي.', free: 'مجانية إلى الأبد.' },
  },
];

// Planted: the server's sentence is dropped for "Something went wrong."; it is said in English everywhere.
for (const { language, colorScheme, width, onOff: label, save, said, free } of ENDED)
  test(`a plan that ended since the page was opened is told at the switch, in ${language}`, async ({ page }) => {
    const owner = await signUpOwner(page.request, server.origin, addressFor(`ended-${language}`));
    await saveTestCard(owner, server.standIn, CARDS.pays);
    const { subscriptionId } = await startPlan(owner);
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.origin}/app/na/account/billing`);
    const onOff = page.getByRole('switch', { name: label });
    await onOff.check({ force: true });
    await paymentsOf(server.standIn).endSubscription('', subscriptionId, randomUUID());
    const plan = () => owner.call('get', `/v2/workspaces/${owner.uid}/subscription`);
    await expect.poll(async () => (await plan()).name, { timeout: 40_000 }).toBe('free');
    await page.getByRole('button', { name: save }).click();
    const refusal = page.getByText(said);
    await expect(refusal).toBeVisible();
    await expect(page.getByText(free)).toBeVisible();
    await picture(page, `recharge-ended-${language}`);
    await onOff.uncheck({ force: true });
    await expect(refusal).toBeHidden();
  });
