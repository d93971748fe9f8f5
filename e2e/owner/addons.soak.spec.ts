import { expect, type Page } from '@playwright/test';
import { CARDS, saveCard } from '../../server/test/factories/buyer-factory.ts';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { PayingServer } from '../world/paying-server.ts';

// The owner: add-ons of a running plan are bought, taken off, and come back; their bank is asked, and what fails says so.

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

/** A call in the browser's own session. */
const callIn = (page: Page) => ({
  async call(method: string, path: string, { body }: { body?: object } = {}) {
    const answer = await page.request.fetch(`${server.origin}/api/na${path}`, {
      method,
      headers: { origin: server.origin },
      ...(body ? { data: body } : {}),
    });
    return { status: answer.status(), body: await answer.json() };
  },
});

/** Someone whose card is saved, on the plan that is paid for. */
async function openPaid(page: Page, name: string, { country = 'US', addonsToShow = [] as object[] } = {}) {
  const { uid } = await signUpOwner(page.request, server.origin, addressFor(name));
  const place = { api: callIn(page), standIn } as unknown as Parameters<typeof saveCard>[0];
  const owner = { uid } as unknown as Parameters<typeof saveCard>[1];
  await saveCard(place, owner, { country });
  const body = { userId: uid, planId: 'pay_as_you_go', addonsToShow };
  const { status } = await callIn(page).call('POST', '/stripe/create-subscription', { body });
  expect(status).toBe(200);
  await page.goto(`${server.origin}/app/na/account/billing`);
  return { uid, change: (number: string) => saveCard(place, owner, { number, country }) };
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const plan = (page: Page) => dialog(page, 'Modify Plan');
const confirm = (page: Page) => dialog(page, 'Change addons');
const openPlan = (page: Page) => page.getByRole('button', { name: 'Modify Plan' }).click();
const more = (page: Page, name: string) =>
  plan(page)
    .getByRole('button', { name: `One more: ${name}` })
    .click();
const less = (page: Page, name: string) =>
  plan(page)
    .getByRole('button', { name: `One less: ${name}` })
    .click();
const save = (page: Page) => plan(page).getByRole('button', { name: 'Save addons' }).click();
const count = (page: Page, name: string) => plan(page).getByRole('status', { name });

test('without a plan there are prices, and none is bought', async ({ page }) => {
  await signUpOwner(page.request, server.origin, addressFor('free'));
  await page.goto(`${server.origin}/app/na/account/billing`);
  await openPlan(page);
  await expect(plan(page).getByText('$10.00 a month each')).toBeVisible();
  await expect(plan(page).getByRole('button', { name: 'One more: Client seat' })).toBeDisabled();
  await expect(plan(page).getByRole('button', { name: 'Upgrade to Pay-As-You-Go' })).toBeVisible();
  await expect(plan(page).getByText('Danger Zone')).toHaveCount(0);
  await picture(page, 'modify-free');
  await save(page);
  await expect(page.getByText('You need an active subscription to add addons')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Upgrade to Pay-As-You-Go' }).click();
  await expect(dialog(page, 'Upgrade to Pay-As-You-Go')).toBeVisible();
});

test('more are paid now and count, fewer come with the next cycle, and come back for nothing', async ({ page }) => {
  await openPaid(page, 'mia', { country: 'DE' });
  await openPlan(page);
  await expect(plan(page).getByText('Renews on')).toBeVisible();
  await expect(plan(page).getByRole('button', { name: 'One less: Client seat' })).toBeDisabled();
  await picture(page, 'modify');
  expect(await seriousFaults(page)).toEqual([]);
  await save(page);
  await expect(page.getByText('No changes to save')).toBeVisible();

  for (let n = 0; n < 3; n += 1) await more(page, 'Client seat');
  await save(page);
  // 3 x 5 with 27 %; later 22 + 15 with 27 %.
  await expect(confirm(page).getByText('Client seat × 3')).toBeVisible();
  await expect(confirm(page).getByText('EU Tax (27 %)')).toBeVisible();
  await expect(confirm(page).getByText('€46.99 each month')).toBeVisible();
  await picture(page, 'confirm-more');
  expect(await seriousFaults(page)).toEqual([]);
  await confirm(page).getByRole('button', { name: 'Pay €19.05' }).click();
  await expect(page.getByText('Addons updated successfully')).toBeVisible({ timeout: 40_000 });
  await expect(confirm(page)).toHaveCount(0);
  await expect(count(page, 'Client seat')).toHaveText('3');
  await expect(page.getByText('0 of 8')).toBeAttached();

  await less(page, 'Client seat');
  await less(page, 'Client seat');
  await save(page);
  await expect(confirm(page).getByText(/Client seat: 1 from .* on\. What is paid stays until then\./)).toBeVisible();
  await picture(page, 'confirm-fewer');
  await confirm(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(plan(page).getByText(/3 until .*, then 1\./)).toBeVisible();
  await expect(page.getByText('0 of 8')).toBeAttached();
  await picture(page, 'modify-fewer');

  await more(page, 'Client seat');
  await more(page, 'Client seat');
  await expect(plan(page).getByRole('button', { name: 'One more: Client seat' })).toBeDisabled();
  await save(page);
  await expect(confirm(page).getByText('Client seat: 3 go on. They are paid for already.')).toBeVisible();
  await confirm(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(plan(page).getByText(/3 until/)).toHaveCount(0);

  await plan(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page, 'Cancel Subscription').getByRole('radio', { name: 'Temporary need' }).check();
  await dialog(page, 'Cancel Subscription').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible();
  await openPlan(page);
  await expect(plan(page).getByText('We will miss you')).toBeVisible();
  await picture(page, 'modify-leaving');
  await plan(page).getByRole('button', { name: 'Reactivate Subscription' }).click();
  await expect(page.getByText('Subscription reactivated successfully')).toBeVisible();
  await expect(plan(page).getByText('Danger Zone')).toBeVisible();
});

test('the bank is asked; what was left there is gone on with, and counts only then', async ({ page }) => {
  const { change } = await openPaid(page, 'ben');
  await change(CARDS.asksAlways);
  await page.reload();
  await page.getByRole('button', { name: 'Add: Client seat' }).click();
  const purchase = dialog(page, 'Add: Client seat');
  await purchase.getByRole('textbox', { name: 'How many more' }).fill('2');
  await expect(purchase.getByRole('button', { name: 'Pay $10.00' })).toBeEnabled();
  await picture(page, 'purchase');
  await purchase.getByRole('button', { name: 'Pay $10.00' }).click();
  const bank = page.frameLocator('iframe[title="Your bank asks for confirmation"]');
  await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('A payment of $10.00 waits for your bank').first()).toBeVisible();
  await expect(page.getByText('0 of 5').first()).toBeVisible();
  await openPlan(page);
  await picture(page, 'modify-waiting');
  await expect(plan(page).getByRole('button', { name: 'Save addons' })).toBeDisabled();
  await plan(page).getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('The payment is confirmed.')).toBeVisible({ timeout: 40_000 });
  await expect(count(page, 'Client seat')).toHaveText('2');
  await expect(page.getByText('0 of 7')).toBeAttached();
});

test('what fails says so, and nothing is charged', async ({ page, context }) => {
  const { uid, change } = await openPaid(page, 'eva', { addonsToShow: [{ addonId: 'client_seat', quantity: 3 }] });
  const isBroken = { now: true };
  await page.route('**/check-addon-status', (route) => (isBroken.now ? route.abort() : route.continue()));
  await openPlan(page);
  await expect(plan(page).getByText('Failed to load addon information')).toBeVisible();
  await picture(page, 'modify-failed');
  isBroken.now = false;
  await plan(page).getByRole('button', { name: 'Try again' }).click();
  await expect(count(page, 'Client seat')).toHaveText('3');

  await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v1/invoices' });
  await more(page, 'Phone number');
  await save(page);
  await expect(confirm(page).getByText('Failed to prepare addon changes')).toBeVisible();
  await picture(page, 'confirm-failed');
  await expect(confirm(page).getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await confirm(page).getByRole('button', { name: 'Try again' }).click();
  await change(CARDS.declines);
  await confirm(page).getByRole('button', { name: 'Pay $3.00' }).click();
  await expect(confirm(page).getByText('Failed to update addons')).toBeVisible({ timeout: 40_000 });
  await expect(confirm(page).getByText(/declined/)).toBeVisible();
  await picture(page, 'confirm-declined');
  // Another card, and the same dialog pays.
  await change(CARDS.pays);
  await confirm(page).getByRole('button', { name: 'Pay $3.00' }).click();
  await expect(page.getByText('Addons updated successfully')).toBeVisible({ timeout: 40_000 });

  await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v1/subscriptions' });
  await less(page, 'Client seat');
  await less(page, 'Client seat');
  await save(page);
  await confirm(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Failed to update addons')).toBeVisible();
  await confirm(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(plan(page).getByText(/3 until .*, then 1\./)).toBeVisible();

  // Another tab was faster.
  await more(page, 'Client seat');
  await save(page);
  await expect(confirm(page).getByText('Client seat: 2 go on.')).toBeVisible();
  const addons = [{ addonId: 'client_seat', quantity: 3 }];
  const other = await context.newPage();
  await callIn(other).call('POST', '/stripe/add-addon-to-subscription', { body: { userId: uid, addons } });
  await confirm(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Some addons could not be processed')).toBeVisible();
  await expect(page.getByText('There are 3 of this add-on already.')).toBeVisible();
  await picture(page, 'in-part');
  await expect(count(page, 'Client seat')).toHaveText('3');

  // Whoever was taken out of the workspace meanwhile.
  await page.route('**/addons/quote', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found', requestId: 'req_1' } }),
  );
  await more(page, 'Workspace seat');
  await save(page);
  await expect(confirm(page).getByText('Error: Cannot access workspace information')).toBeVisible();
});

test('on a phone, in the dark and in Arabic nothing is cut off', async ({ page }) => {
  const { uid } = await openPaid(page, 'ida', {
    country: 'GB',
    addonsToShow: [{ addonId: 'client_seat', quantity: 3 }],
  });
  const quantities = { client_seat: 1 };
  const body = { userId: uid, addonKeys: ['client_seat'], quantities };
  await callIn(page).call('POST', '/stripe/remove-addon-from-subscription', { body });
  for (const { language, open, name, one, saveIt } of [
    {
      ...{ language: 'en', open: 'Modify Plan', name: 'Change addons', one: /One more/ },
      saveIt: 'Save addons',
    },
    {
      ...{ language: 'ar', open: 'تعديل الخطة', name: 'تغيير الإضافات', one: /واحدة أكثر/ },
      saveIt: 'حفظ الإضافات',
    },
    {
      ...{ language: 'de', open: 'Tarif ändern', name: 'Zusätze ändern', one: /Eins mehr/ },
      saveIt: 'Zusätze speichern',
    },
  ]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await page.reload();
    await page.getByRole('button', { name: open }).click();
    await dialog(page, open).getByRole('button', { name: one }).last().click();
    for (const step of ['plan', 'confirm']) {
      if (step === 'confirm') {
        await dialog(page, open).getByRole('button', { name: saveIt }).click();
        await expect(
          dialog(page, name)
            .getByText(/4[.,]05/)
            .first(),
        ).toBeVisible();
      }
      for (const { colorScheme, width } of [
        { colorScheme: 'dark' as const, width: 360 },
        { colorScheme: 'light' as const, width: 360 },
        { colorScheme: 'dark' as const, width: 1280 },
      ]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await seriousFaults(page)).toEqual([]);
        const over = await page.evaluate(() =>
          [...document.querySelectorAll('[role=dialog]')].some((one) => one.scrollWidth > one.clientWidth),
        );
        expect(over, `${language}, ${step}, ${width} px`).toBe(false);
        await picture(page, `${step}-${language}-${colorScheme}-${width}`);
      }
    }
  }
});
