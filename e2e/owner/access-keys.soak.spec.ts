import { expect, type Page } from '@playwright/test';
import { openMcpClient, postMcp } from '../../server/test/harness/mcp-client.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';

// An owner lets an assistant work on an agent: a key on screen, the assistant's own client, and the end of it.

const PRICES = 'An electric bike costs 28 euros a day. A city bike costs 14 euros a day.';
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

const keys = (page: Page) => page.getByRole('table', { name: 'Access keys' });

async function makeKey(page: Page, name: string, scopes: string[]): Promise<string> {
  await page.getByRole('button', { name: 'New access key' }).click();
  const drawer = page.getByRole('dialog', { name: 'New access key' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
  for (const scope of scopes) await drawer.getByRole('checkbox', { name: scope, exact: true }).check();
  await drawer.getByRole('button', { name: 'Make key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new access key' });
  const secret = await dialog.getByRole('textbox', { name: 'Access key' }).inputValue();
  await expect(dialog.getByText(`"Authorization": "Bearer ${secret}"`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

test('an owner makes a key, an assistant publishes against the gate, the owner revokes it', async ({
  page,
  shared,
}) => {
  const { origin } = shared;
  await signUpOwner(page.request, origin, addressFor('owner'));
  await page.goto(`${origin}/app/na/credentials`);
  await expect(page.getByText('No program has a key yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New access key' }).click();
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect(page.getByText('Please enter a name.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const secret = await makeKey(page, 'Assistant on my laptop', ['Add knowledge', 'Edit agents', 'Publish']);
  const row = keys(page).getByRole('row', { name: 'Assistant on my laptop' });
  await expect(row).toContainText(secret.slice(-4));
  await expect(row).toContainText('Read · Add knowledge · Edit agents · Publish'.replaceAll(' · ', ''));
  await expect(row).toContainText('Never');
  await expect(page.getByText(secret), 'the key is shown this one time').toHaveCount(0);

  const url = await page.getByRole('textbox', { name: 'MCP address' }).inputValue();
  expect(url).toBe(`${origin}/api/na/mcp`);
  const { call, close } = await openMcpClient(url, secret);
  const { ID: id } = (await call('create_agent', { title: 'Harbour Bikes' })).body;
  expect((await call('list_agents')).body.items).toMatchObject([{ ID: id, title: 'Harbour Bikes' }]);
  const suite = (path: string, data: object) =>
    page.request.post(`${origin}/api/na/v2/agents/${id}/suite${path}`, { data });
  await suite('', { blocksPublishing: true });
  const checks = [{ kind: 'says', words: ['28 euros'] }];
  const script = { turns: [{ say: 'What does an electric bike cost?', checks }] };
  await suite('/cases', { title: 'Knows the price', isMust: true, script });
  const runTests = async () => {
    const { id: runId } = (await call('run_tests', { id })).body;
    await expect(async () => expect((await call('get_test_run', { id, runId })).body.state).toBe('done')).toPass();
  };
  await runTests();
  const refused = await call('publish_agent', { id });
  expect(refused.body).toMatchObject({ code: 'suite_failed', message: expect.stringContaining('“Knows the price”') });
  const { id: docId } = (await call('add_text', { id, title: 'Prices', text: PRICES })).body;
  await expect(async () => expect((await call('get_document', { id, docId })).body.state).toBe('SUCCESS')).toPass();
  await runTests();
  expect((await call('publish_agent', { id })).body).toEqual({ publishedVersion: 1, stagingVersion: null });
  await close();

  await page.reload();
  await expect(row).not.toContainText('Never');
  expect(await seriousFaults(page)).toEqual([]);
  await row.getByRole('button', { name: 'Revoke Assistant on my laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No program has a key yet.')).toBeVisible();
  expect((await postMcp(url, { key: secret, body: LIST })).status).toBe(401);
});

test('a list that cannot be loaded says so, and a key that is refused is kept in its form', async ({
  page,
  shared,
}) => {
  await signUpOwner(page.request, shared.origin, addressFor('failing'));
  await page.route('**/access-keys', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not available.', requestId: 'r' } }),
  );
  await page.goto(`${shared.origin}/app/na/credentials`);
  await expect(page.getByText('The access keys could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'New access key' }).click();
  const drawer = page.getByRole('dialog', { name: 'New access key' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Assistant');
  await drawer.getByRole('button', { name: 'Make key' }).click();
  await expect(drawer.getByText('The key was not made.')).toBeVisible();
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue('Assistant');
  await page.unroute('**/access-keys');
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('dialog', { name: 'Your new access key' })).toBeVisible();
});
