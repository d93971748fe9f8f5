import { expect, type Page } from '@playwright/test';
import { type CrawledSite, fillSite, startCrawledSite } from '../../server/test/factories/crawled-site.ts';
import { test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createEmptyAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from an empty list to a site that is read by the clock, with every change seen and approved.

test.use({ actionTimeout: 15_000 });

let server: RunningServer;
let site: CrawledSite;

test.beforeAll(async () => {
  site = await startCrawledSite();
  fillSite(site, 9);
  server = await startServer({ environment: { OUTBOUND_ALLOW_SITES: site.pair } });
});
test.afterAll(async () => {
  await server?.dispose();
  await site?.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const noFaults = async (page: Page) => expect(await look(page, LOOKS_WITHIN)).toEqual([]);

async function choose(page: Page, of: string, option: string) {
  await page.getByRole('combobox', { name: of }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A crawl of the site that was read once, made by the API. */
async function makeCrawl({ call }: Owner, agentId: string, change: object = {}) {
  const plan = { kind: 'crawl', starts: [site.url()], refreshRate: '24h', ...change };
  const { id } = await call('post', `/v2/agents/${agentId}/crawls`, plan);
  const path = `/v2/agents/${agentId}/crawls/${id}`;
  const read = async () => {
    for (;;) {
      const crawl = await call('get', path);
      if (crawl.state !== 'running') return crawl;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };
  await read();
  const again = async () => {
    await call('post', `/v2/agents/${agentId}/knowledge/${id}/refresh`, {});
    return read();
  };
  return { id, again, page: `${server.origin}/app/na/automations/${agentId}/${id}` };
}

test('a site is added with patterns, looked at before, read, and each change of it is seen', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'first@crawler.example.com');
  await createEmptyAgent(owner, 'Harbour Bikes');
  await page.goto(`${server.origin}/app/na/agents`);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: 'Utilities' }).click();
  await navigation.getByRole('link', { name: 'Crawler' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is crawled yet.' })).toBeVisible();

  await press(page, 'New crawl');
  await press(page, 'Add crawl');
  await expect(page.getByText('Please choose an agent.')).toBeVisible();
  await expect(page.getByText('Please enter an address.')).toBeVisible();
  await choose(page, 'Agent', 'Harbour Bikes');
  await field(page, 'Addresses to start at').fill(`${site.url()}\nnot an address`);
  await press(page, 'Preview');
  await expect(page.getByText('“not an address” is no address such as example.com.')).toBeVisible();
  await field(page, 'Addresses to start at').fill(site.url());
  await field(page, 'Not these').fill('/9');
  site.visits.length = 0;
  await press(page, 'Preview');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toHaveText('9 in, 1 out');
  await expect(preview.getByRole('listitem').filter({ hasText: '/9' })).toContainText('Left out by /9');
  expect(site.visits).not.toContain('/9');
  await choose(page, 'At', '3:00 AM');
  await choose(page, 'Time zone', 'Europe/Berlin');
  await noFaults(page);

  await press(page, 'Add crawl');
  await expect(page.getByText('Crawl added. It is being read.')).toBeVisible();
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(page.getByRole('link', { name: '9 added' })).toBeVisible();
  await expect(page.getByText('Every day at 3:00 AM (Europe/Berlin)')).toBeVisible();
  expect(site.visits).not.toContain('/9');
  await noFaults(page);

  site.set('/1', 'Article number 1 was written anew.');
  await press(page, 'Run now');
  await page.getByRole('link', { name: '1 changed' }).click();
  await expect(page.getByText('8 unchanged')).toBeVisible();
  await noFaults(page);
  await press(page, '/1');
  const drawer = page.getByRole('dialog', { name: 'What changed' });
  await expect(drawer.getByRole('deletion').last()).toHaveText('there is to say of 7');
  await expect(drawer.getByRole('insertion').last()).toHaveText('anew');
  await noFaults(page);
});

test('what would take away too much waits for the owner, who is told of it', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'second@crawler.example.com');
  const agentId = await createEmptyAgent(owner, 'Harbour Bikes');
  fillSite(site, 9);
  const crawl = await makeCrawl(owner, agentId);
  for (const n of [1, 2, 3, 4]) site.remove(`/${n}`);
  await crawl.again();
  await page.goto(`${server.origin}/app/na/automations`);
  const row = page.getByRole('row').filter({ hasText: 'Waits for approval' });
  await expect(row).toBeVisible();
  await noFaults(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const told = page.getByRole('dialog', { name: 'Notifications' });
  await told.getByRole('button', { name: /^A crawl waits for your approval/ }).click();
  await expect(page).toHaveURL(crawl.page);
  await expect(page.getByText('It would remove 4 and change 1 of 10 pages.')).toBeVisible();
  await noFaults(page);
  await page.getByRole('link', { name: 'Look at the changes' }).click();
  await page.getByRole('link', { name: '4 removed' }).click();
  await expect(page.getByRole('row')).toHaveCount(5);
  await noFaults(page);

  // A failure is said, and nothing is lost.
  await page.route('**/approve', (route) => route.abort());
  await press(page, 'Approve');
  await expect(page.getByText('That did not work.')).toBeVisible();
  await page.unroute('**/approve');
  await press(page, 'Approve');
  await expect(page.getByText('Approved. The changes are being applied.')).toBeVisible();
  await page.goto(crawl.page);
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Runs' }).getByText('Applied')).toHaveCount(2);
});

test('it is paused, narrowed, found among others, and deleted', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'third@crawler.example.com');
  const agentId = await createEmptyAgent(owner, 'Harbour Bikes');
  fillSite(site, 3);
  const crawl = await makeCrawl(owner, agentId);
  await makeCrawl(owner, agentId, { kind: 'url', starts: [site.url('/2')], refreshRate: 'never' });
  await page.goto(`${server.origin}/app/na/automations`);
  await expect(page.getByRole('row')).toHaveCount(3);
  const actions = page.getByRole('button', { name: `Actions for ${site.pair}`, exact: true });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(page.getByText('Paused. It is not read by the clock.')).toBeVisible();
  await choose(page, 'State', 'Paused');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search crawls' }).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No crawl fits.' })).toBeVisible();
  await press(page, 'Show all crawls');
  await expect(page.getByRole('row')).toHaveCount(3);

  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await field(page, 'Only these addresses').fill('/1');
  await page.route('**/crawls/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await press(page, 'Save');
  await expect(page.getByText('The crawl was not saved.')).toBeVisible();
  await expect(field(page, 'Only these addresses')).toHaveValue('/1');
  await page.unroute('**/crawls/*');
  await press(page, 'Save');
  await expect(page.getByText('Crawl saved.')).toBeVisible();
  await expect(page).toHaveURL(crawl.page);
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete crawl' }).click();
  await expect(page.getByText('Crawl deleted.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
});
