import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';

// An agent is kept as a file, and another workspace makes one of it.

const definition = (description: string, credentialId: string | null) => ({
  name: 'find_order',
  description,
  examples: ['Where is my order?', 'Has my parcel left?', 'What became of my order?'],
  kind: 'read',
  inputs: [{ name: 'order', kind: 'text', source: 'model' }],
  request: { method: 'GET', origin: 'https://api.example.com', path: '/v1/orders/{order}', credentialId },
  response: { outputs: [{ name: 'status', kind: 'text', pointer: '/order/status' }] },
  sentences: { waiting: 'I am looking.', success: 'It is {status}.', failure: 'I could not find it.' },
});

async function addFunction({ uid, call }: Owner, description: string, credentialId: string | null = null) {
  const functions = `/v2/workspaces/${uid}/functions`;
  const { id, edition } = await call('post', functions, definition(description, credentialId));
  await call('post', `${functions}/${id}/publish`, { edition });
  return { functionId: id, revision: 1 };
}

async function furnish(owner: Owner): Promise<string> {
  const { uid, call } = owner;
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  const secret = {
    label: 'Shop',
    kind: 'bearer',
    origins: ['https://api.example.com'],
    secret: 'shop-0123456789abcdef',
  };
  const credential = await call('post', `/v2/workspaces/${uid}/call-credentials`, secret);
  const bound = await addFunction(owner, 'Looks an order up.', credential.id);
  const { settings, draftRevision } = await call('get', `/v2/agents/${id}`);
  await call('post', `/v2/agents/${id}`, {
    settings: { ...settings, greeting: 'Ahoy.', functions: [bound] },
    draftRevision,
  });
  const script = { turns: [{ say: 'Where is order 7?', checks: [{ kind: 'calls', name: 'find_order' }] }] };
  await call('post', `/v2/agents/${id}/suite/cases`, { title: 'Orders', script });
  return id;
}

const pick = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(files);

test('an agent is exported as a file, and another workspace makes one of it, told what is left to do', async ({
  page,
  browser,
  shared: server,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('olga'));
  await furnish(owner);
  await page.goto(`${server.origin}/app/na/agents`);
  await page.getByRole('button', { name: 'Actions for Harbour Bikes' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Harbour Bikes.agent.json');
  await expect(page.getByText('Keys, knowledge and conversations stay here.', { exact: false })).toBeVisible();
  const exported = await readFile(await download.path());

  const other = await browser.newContext();
  const there = await other.newPage();
  const second = await signUpOwner(other.request, server.origin, addressFor('omar'));
  await addFunction(second, 'Another function of this name.');
  await there.goto(`${server.origin}/app/na/agents/new`);
  await there.getByRole('radio', { name: 'Agent file' }).check();
  await there.getByRole('button', { name: 'Create agent' }).click();
  await expect(there.getByText('Please choose an agent file.')).toBeVisible();
  await pick(there, { name: 'prices.json', mimeType: 'application/json', buffer: Buffer.from('{"price": 3}') });
  await expect(there.getByText('prices.json is not an agent file.')).toBeVisible();
  expect(await look(there, LOOKS_WITHIN)).toEqual([]);
  await there.setViewportSize({ width: 1280, height: 900 });

  // What the server refuses is said, and nothing is lost.
  const broken = { kind: 'agent-file', version: 9, settings: { title: 'Newer' } };
  await pick(there, { name: 'newer.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(broken)) });
  await there.getByRole('textbox', { name: 'Agent name' }).fill('Our bikes');
  await there.getByRole('button', { name: 'Create agent' }).click();
  await expect(there.getByText('This file was made by another release.', { exact: false })).toBeVisible();

  await pick(there, { name: download.suggestedFilename(), mimeType: 'application/json', buffer: exported });
  await expect(there.getByText('Harbour Bikes.agent.json')).toBeVisible();
  await there.getByRole('button', { name: /Create agent|Retry/ }).click();
  await expect(there.getByRole('heading', { name: 'Our bikes' })).toBeVisible();
  await expect(there.getByText('The function find_order is called find_order_2 here', { exact: false })).toBeVisible();
  expect(await look(there, LOOKS_WITHIN)).toEqual([]);
  await there.setViewportSize({ width: 1280, height: 900 });
  await there.getByRole('link', { name: 'Open agent' }).click();
  await there
    .getByRole('tab', { name: 'Tests' })
    .or(there.getByRole('link', { name: 'Tests' }))
    .first()
    .click();
  await expect(there.getByText('Orders')).toBeVisible();
  const { items } = await second.call('get', `/v2/workspaces/${second.uid}/agents`);
  const made = await second.call('get', `/v2/agents/${items[0].ID}`);
  expect(made.settings).toMatchObject({ title: 'Our bikes', greeting: 'Ahoy.', functions: [{ revision: 1 }] });
  await there.goto(`${server.origin}/app/na/agents/new?agent=${items[0].ID}`);
  await expect(there.getByText('The agent is created.')).toBeVisible();
  await other.close();
});
