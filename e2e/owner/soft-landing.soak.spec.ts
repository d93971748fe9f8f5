import { expect, type Page } from '@playwright/test';
import { makeAgencyWorld } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { connectAccount } from '../world/connect-account.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import type { PayingServer } from '../world/paying-server.ts';

// Credits run out: every page says what agents do meanwhile and how it ends, and the org's drawer says it of the org.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled' });
};

let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
});

const banner = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Credits', exact: true });
const LOW = /At least 90 % of your credits are used\. Agents that answer with our models use a cheaper one/;
const OUT = /No credits are left\. Agents cannot answer until credits are added/;

test('the banner comes at nine tenths and at nothing, leads to billing, and goes with credits', async ({
  page,
  browser,
}) => {
  const world = await makeAgencyWorld(browser, server.origin, { sub: 'landing' });
  const { owner, orgId } = world;
  await connectAccount(world.owner);
  await world.changeOrg({ allowBilling: true });
  await page.context().addCookies(await world.context.cookies());
  let moves = 0;
  const move = (direction: string, amount: number) =>
    owner.call('post', `/v2/workspaces/${owner.uid}/orgs/${orgId}/credit-transfers`, {
      id: `landing-transfer-${moves++}`,
      direction,
      amount,
    });
  const open = (path: string) => page.goto(`${server.origin}/app/na/${path}`);

  await move('workspace_to_org', 674);
  await open('agents');
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await move('workspace_to_org', 2);
  await page.reload();
  await expect(banner(page)).toContainText(LOW);
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await picture(page, `low-${width}-${scheme}`);
  }
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByText(/استُخدم 90 %/)).toBeVisible();
  await picture(page, 'low-ar');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });

  await move('workspace_to_org', 74);
  await page.reload();
  await expect(banner(page)).toContainText(OUT);
  await banner(page).getByRole('link', { name: 'Go to billing' }).click();
  await expect(page.getByRole('heading', { name: 'Billing', exact: true })).toBeVisible();
  await expect(page.getByText(/No credits are left/)).toHaveCount(1);
  await picture(page, 'out-billing');

  await move('org_to_workspace', 745);
  await open(`clients?org=${orgId}`);
  const drawer = page.getByRole('dialog', { name: 'Org Info' });
  await expect(drawer.getByText('At least 90 % of this org’s credits are used.')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await drawer.getByText('At least 90 %').scrollIntoViewIfNeeded();
  await picture(page, 'org-low');
  await move('org_to_workspace', 5);
  await page.reload();
  await expect(drawer.getByText('This org has no credits left.')).toBeVisible();
});
