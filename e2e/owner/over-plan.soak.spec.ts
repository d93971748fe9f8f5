import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { PayingServer } from '../world/paying-server.ts';

// A smaller plan: the page of agents says what is over it and from when on the newest are paused, and lets others answer.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled' });
};

let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
});

test('agents over the plan are named before they are paused, and swapped after', async ({ page }) => {
  const { uid, call } = await signUpOwner(page.request, server.origin, addressFor('over'));
  const names = ['Harbour Bikes', 'Boats', 'Fahrradverleih an der Donaudampfschifffahrtsanlegestelle', 'Tours', 'Cafe'];
  for (const title of names) await call('post', `/v2/workspaces/${uid}/agents`, { title });
  await page.goto(`${server.origin}/app/na/agents`);
  const notice = page.getByText('More agents than your plan allows');
  await expect(page.getByText('5 of 5 agents')).toBeVisible();
  await expect(notice).toHaveCount(0);

  const exceeded = (since: string) =>
    `update limit_uses set max = 3, over_since = ${since} where workspace_uid = '${uid}' and key = 'maxAgents'`;
  await runSql(server, exceeded('now()'));
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(
    page.getByText(/2 agents are over your plan\. Nothing is deleted\. On .* the newest 2 are paused/),
  ).toBeVisible();
  await picture(page, 'over-soon');

  await runSql(server, exceeded("now() - interval '15 days'"), `select settle_paused_agents('${uid}', now())`);
  await page.reload();
  await expect(page.getByText('These agents are paused:')).toBeVisible();
  const swap = page.getByRole('button', { name: 'Let it answer: Cafe' });
  await expect(swap).toBeVisible();
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await picture(page, `over-now-${width}-${scheme}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('combobox', { name: 'Pause instead' }).first().selectOption({ label: 'Boats' });
  await swap.click();
  await expect(page.getByText('Cafe answers again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Let it answer: Boats' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Let it answer: Cafe' })).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.setViewportSize({ width: 360, height: 900 });
  await page.reload();
  await expect(page.getByText('عدد الوكلاء أكبر مما تسمح به خطتك')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'إيقاف بدلًا منه' }).first()).toBeVisible();
  await picture(page, 'over-now-ar');
});
