import { expect, type Page } from '@playwright/test';
import { startMetaStandIn } from '../../server/test/harness/meta-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from what Meta gives for a page, or the Instagram account that is connected to it, to an answered hello.

let server: RunningServer;
let meta: Awaited<ReturnType<typeof startMetaStandIn>>;

test.beforeAll(async () => {
  meta = await startMetaStandIn();
  const started = await startServer({ environment: { META_GRAPH_URL: meta.url } });
  // Meta asks the address of this server before it calls it.
  server = await started.restart({ PUBLIC_URL: started.origin });
});
test.afterAll(async () => {
  await server?.dispose();
  await meta?.close();
});

const ANN = '7000000000000042';
const section = (page: Page, name = 'Messenger') =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
const row = (page: Page) => section(page).getByRole('listitem');

test('a page is connected by its token, taken over from another app, and its first hello is answered', async ({
  page,
}) => {
  const harbour = meta.addPage({ name: 'Harbour Bikes', username: 'harbour.bikes' });
  harbour.metaApp.setHook('https://else.example.test/hook');
  const owner = await signUpOwner(page.request, server.origin, 'messenger@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page).getByRole('button', { name: 'Connect Messenger' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Messenger' });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await connect.click();
  await expect(dialog.getByText('Please paste the app ID.')).toBeVisible();
  await dialog.getByLabel('Page access token', { exact: true }).fill(harbour.app.token);
  await dialog.getByLabel('App ID').fill(harbour.metaApp.id);
  await dialog.getByLabel('App secret', { exact: true }).fill('f'.repeat(32));
  await connect.click();
  await expect(dialog.getByText('Meta does not know an app with this ID and this secret.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('App secret', { exact: true }).fill(harbour.metaApp.secret());
  await connect.click();
  await expect(dialog.getByText('Harbour Bikes answers for else.example.test. Take over?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take over' }).click();

  await expect(dialog.getByRole('heading', { name: 'Send hello to Harbour Bikes now' })).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Open in Messenger' })).toHaveAttribute(
    'href',
    'https://m.me/harbour.bikes',
  );
  await harbour.says(ANN, 'Hello!');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page)).toContainText('Connected');
  await expect(row(page)).toContainText('harbour.bikes');
  await expect.poll(() => harbour.sent(ANN).length).toBeGreaterThan(0);
  await harbour.says(ANN, 'When are you open?');
  await expect.poll(() => harbour.sent(ANN).at(-1)?.text).toContain('open from nine to five');
  await page.goto(`${server.origin}/app/na/inbox`);
  expect(await seriousFaults(page)).toEqual([]);
});

test('the Instagram account of a page is connected by the page’s token, and answers', async ({ page }) => {
  const bare = meta.addPage({ name: 'Bare' });
  const harbour = meta.addPage({ name: 'Harbour Bikes', app: bare.metaApp, instagram: 'harbour.bikes' });
  const owner = await signUpOwner(page.request, server.origin, 'instagram@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page, 'Instagram').getByRole('button', { name: 'Connect Instagram' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Instagram' });
  await dialog.getByLabel('Page access token', { exact: true }).fill(bare.app.token);
  await dialog.getByLabel('App ID').fill(harbour.metaApp.id);
  await dialog.getByLabel('App secret', { exact: true }).fill(harbour.metaApp.secret());
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('No professional Instagram account is connected to this page.')).toBeVisible();
  await dialog.getByLabel('Page access token', { exact: true }).fill(harbour.app.token);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const open = dialog.getByRole('link', { name: 'Open in Instagram' });
  await expect(open).toHaveAttribute('href', 'https://ig.me/m/harbour.bikes');
  await harbour.instagram.says(ANN, 'When are you open?');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await expect.poll(() => harbour.instagram.sent(ANN).at(-1)?.text).toContain('open from nine to five');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(section(page, 'Instagram').getByRole('listitem')).toContainText('@harbour.bikes');
  expect(await seriousFaults(page)).toEqual([]);
});
