import { expect, type Page } from '@playwright/test';
import { oneOf } from '../../server/test/harness/amounts.ts';
import type { PaymentsStandIn } from '../../server/test/harness/payments-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type PayingServer, startPayingServer } from '../world/paying-server.ts';
import { untranslated } from '../world/untranslated.ts';

// The owner of an agency: an account is connected, a credit is priced, plans are put on sale.

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

const openTab = async (page: Page, name: string) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor(name));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await page.goto(`${server.origin}/app/na/agency`);
  await page.getByRole('tab', { name: 'Auto Billing' }).click();
  return owner;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, index: number) => page.getByRole('listitem').filter({ hasText: 'a month' }).nth(index);

test('an account is connected, a credit is priced, plans are sold; what is typed outlives another tab', async ({
  page,
}) => {
  const owner = await openTab(page, 'ann');
  await expect(page.getByText('Not connected')).toBeVisible();
  await expect(page.getByText('Please complete steps 1 and 2', { exact: false })).toBeVisible();
  await picture(page, 'none');

  await standIn.knob('failures', { when: 'before', answer: 500, method: 'POST', path: '/v2/core/accounts' });
  await button(page, 'Connect with Stripe').click();
  await expect(page.getByText('The account could not be opened at Stripe.')).toBeVisible();
  await picture(page, 'not-opened');
  await button(page, 'Connect with Stripe').click();
  await expect(page.getByRole('heading', { name: 'Receive payments' })).toBeVisible();
  // Used, the link leads back, and to another one.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Receive payments' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave it for later' }).click();
  await expect(page.getByText('Setup not finished')).toBeVisible();
  await button(page, 'Finish setup').click();
  await page.getByRole('button', { name: 'Complete, without payouts yet' }).click();
  await expect(page.getByText('Payouts not enabled yet')).toBeVisible();
  await picture(page, 'no-payouts');
  await button(page, 'Finish setup').click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Account Connected' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Account Connected')).toBeVisible();
  await expect(page).toHaveURL(/activeTabIndex=5$/);

  const extra = page.getByRole('textbox', { name: 'Extra USD per credit' });
  await expect(page.getByText('$10 buys 2,500 credits', { exact: false })).toBeVisible();
  await expect(page.getByText('The credits that clients buy come out of this workspace.')).toBeVisible();
  await extra.fill('');
  await button(page, 'Save billing settings').click();
  await expect(page.getByText('Please enter a valid number')).toBeVisible();
  await extra.fill('0.004');
  await expect(page.getByText('$10 buys 2,000 credits', { exact: false })).toBeVisible();
  await page.getByRole('tab', { name: 'Footer' }).click();
  await page.getByRole('tab', { name: 'Auto Billing' }).click();
  await expect(extra).toHaveValue('$0.004');
  await button(page, 'Save billing settings').click();
  await expect(page.getByText('Billing settings saved')).toBeVisible();

  // What an agency begins with: two plans, at what their credits cost.
  await expect(card(page, 0)).toContainText('$25.00 a month');
  await expect(card(page, 1)).toContainText('$75.00 a month');
  // Caught here: a workspace of 750 credits sold 5,000, and its own agents stopped without a word before.
  await expect(page.getByText('This workspace has 750 credits now.', { exact: false })).toBeVisible();
  // Caught here: plans were saved, no client saw them, and nothing said why.
  await expect(page.getByText('An org sees the plans once “Allow billing” is on in its settings.')).toBeVisible();
  const basic = card(page, 0).getByRole('textbox', { name: 'Credits a month' });
  await expect(card(page, 0)).toContainText('4,250 would be advanced, and your own agents stop');
  await expect(card(page, 1)).toContainText('Nobody can buy this plan now: this workspace can sell 5,750 credits');
  await basic.fill('750');
  await expect(card(page, 0)).not.toContainText('would be advanced');
  await expect(card(page, 1).getByRole('switch', { name: 'Most popular' })).toBeChecked();
  await card(page, 0).getByRole('textbox', { name: 'Feature 1' }).fill(' ');
  await button(page, 'Save plans').click();
  await expect(page.getByText('Each plan must have at least one feature with text')).toBeVisible();
  await picture(page, 'plan-faults');
  await card(page, 0).getByRole('textbox', { name: 'Feature 1' }).fill('Every agent we build for you');
  await card(page, 0).getByRole('textbox', { name: 'Credits a month' }).fill('8000');
  await expect(card(page, 0)).toContainText('$40.00 a month');
  for (let more = 0; more < 4; more += 1) await card(page, 1).getByRole('button', { name: 'Add feature' }).click();
  await expect(card(page, 1).getByText('Maximum of 5 features allowed')).toBeVisible();
  for (const number of [5, 4, 3]) await button(page, `Remove feature ${number}`).click();
  await card(page, 1).getByRole('textbox', { name: 'Feature 2' }).fill('A person to call');
  await page.getByRole('tab', { name: 'Footer' }).click();
  await page.getByRole('tab', { name: 'Auto Billing' }).click();
  await expect(card(page, 0)).toContainText('$40.00 a month');
  await expect(card(page, 1).getByRole('textbox', { name: 'Feature 2' })).toHaveValue('A person to call');

  // The provider answers no more in the middle: nothing is lost, and saved again it is whole.
  await standIn.knob('failures', { when: 'after', answer: 'reset', method: 'POST', path: '/v1/prices' });
  await button(page, 'Save plans').click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to save plans' });
  await expect(failure).toContainText('This is not available right now.');
  await expect(card(page, 0)).toContainText('$40.00 a month');
  await button(page, 'Save plans').click();
  await expect(page.getByText('Plans saved successfully')).toBeVisible();
  await expect(button(page, 'Save plans')).toBeDisabled();
  await picture(page, 'plans');
  expect(await seriousFaults(page)).toEqual([]);
  const { stripeConnect } = await owner.call('get', `/v2/workspaces/${owner.uid}/connect`);
  expect(stripeConnect.plans).toMatchObject([
    { name: 'Basic', price: 40, features: ['Every agent we build for you'] },
    { name: 'Premium', price: 75, isPopular: true, features: ['All agents', 'A person to call'] },
  ]);
  const prices = await standIn.list('/v1/prices?limit=100');
  expect(prices).toEqual([]); // They are the agency's, not the platform's.

  await card(page, 1).getByRole('button', { name: 'Remove Premium' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 1)).toContainText('$75.00 a month');
  await expect(button(page, 'Save plans')).toBeDisabled();
});

test('in Arabic, in the dark and on a phone it is whole', async ({ page }) => {
  const owner = await openTab(page, 'bea');
  await button(page, 'Connect with Stripe').click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByText('Account Connected').first()).toBeVisible();
  await owner.call('post', `/v2/workspaces/${owner.uid}/connect`, { USDPerToken: 0.003, allowPlans: true });
  await owner.call('post', '/rpc/upsertAgencyPlans', {
    workspaceId: owner.uid,
    plans: [
      {
        name: 'Fahrradversicherungsgesellschaftenrahmenvertragspaket Nord',
        credits: 1_000_000,
        features: ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte'],
        isPopular: true,
      },
    ],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(card(page, 0)).toContainText('$4,000.00 a month');
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await picture(page, 'phone-dark');
  // Planted: a notice whose name does not break -> the button stands outside of it.
  await page.getByRole('button', { name: /^Remove Fahrrad/ }).click();
  await expect(button(page, 'Undo')).toBeInViewport({ ratio: 1 });
  await button(page, 'Undo').click();
  const inLanguage = async (language: string) => {
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await page.reload();
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expect(page.getByRole('listitem').getByRole('switch')).toBeVisible();
  };
  await inLanguage('ar');
  await picture(page, 'phone-arabic');
  expect(await overflow()).toBe(0);
  await inLanguage('en-XA');
  const own = [
    'Antiphon',
    'Ann Example',
    'Personal',
    'Stripe',
    'Fahrradversicherungsgesellschaftenrahmenvertragspaket Nord',
  ];
  expect((await untranslated(page, own)).filter((text) => !/^Personal /.test(text))).toEqual([]);
});

test('an agency without the plan is told what it needs', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('cleo'));
  await owner.call('post', `/v2/workspaces/${owner.uid}/demo`, {});
  await page.goto(`${server.origin}/app/na/agency`);
  const tab = page.getByRole('tab', { name: 'Auto Billing' });
  await expect(tab).toHaveAttribute('aria-disabled', 'true');
  await tab.hover();
  const why = 'Auto Billing is available in the white-label addon only.';
  await expect(page.getByRole('tooltip')).toHaveText(why);
  await tab.click({ force: true });
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await page.goto(`${server.origin}/app/na/agency?activeTabIndex=5`);
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByRole('link', { name: /Upgrade/ })).toHaveAttribute(
    'href',
    '/app/na/account/billing?upgrade=true',
  );
});

const plan = {
  ...{ productId: 'apl_long', priceId: '', price: 4_000, credits: 1_000_000, isPopular: true },
  name: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrikant',
  features: Array.from({ length: 5 }, (_, at) => `${at + 1} ${'Fahrradwerkstatt-am-Hafen '.repeat(3).trim()}`),
};
const account = { accountId: 'acct_1', email: 'ann@example.com', isConnected: true, payouts_enabled: true };
const states = {
  disconnected: { isDisconnected: true, stripeConnect: { ...account, isConnected: false, plans: [plan] } },
  empty: { stripeConnect: { ...account, plans: [] } },
  off: { stripeConnect: { ...account, allowPlans: false, plans: [plan] } },
  'not-on-sale': { stripeConnect: { ...account, plans: [plan, { ...plan, productId: 'apl_2', name: 'Basic' }] } },
  failed: null,
};

/** In every run each state in one of them, in the long run in both. */
const OPPOSITES = [
  ['light', 'en-XA', 1280],
  ['dark', 'ar', 360],
] as const;

// Planted: `white-space: nowrap` on the name of a plan -> the page is wider than the phone.
test('each state of the account and its plans stands in the dark, on a phone, in Arabic, with names as long as they can be', async ({
  page,
}) => {
  await openTab(page, 'states');
  for (const [at, [name, state]] of Object.entries(states).entries()) {
    await page.unrouteAll();
    await page.route(/\/v2\/workspaces\/\w+\/connect(\/refresh)?$/, async (route) => {
      if (state === null) return route.fulfill({ status: 400, body: '' });
      const view = await (await route.fetch()).json();
      const stripeConnect = { ...view.stripeConnect, ...state.stripeConnect };
      return route.fulfill({ json: { ...view, takesCards: true, isPriced: true, ...state, stripeConnect } });
    });
    for (const [colorScheme, language, width] of oneOf(OPPOSITES, at)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((code) => localStorage.setItem('language', code), language);
      await page.reload();
      await expect(page.getByRole('tab', { selected: true })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      if (state === null) await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      expect(await seriousFaults(page), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
      await picture(page, `auto-billing-${name}-${colorScheme}-${width}`);
    }
  }
});
