import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// What an agent must be able to answer: a test made of a real conversation fails, blocks publishing, and passes after the agent is mended.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const widen = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });
const open = (page: Page, id: string, at: string) => page.goto(`${server.origin}/app/na/agents/${id}/${at}`);

async function ask(request: APIRequestContext, id: string, text: string) {
  const api = `${server.origin}/api/na/public`;
  const { conversationId, visitorToken } = await (
    await request.post(`${api}/agents/${id}/conversations`, { data: {} })
  ).json();
  const headers = { authorization: `Bearer ${visitorToken}` };
  await request.post(`${api}/conversations/${conversationId}/messages`, {
    headers,
    data: { id: crypto.randomUUID(), text },
  });
  await expect
    .poll(async () => {
      const { messages } = await (await request.get(`${api}/conversations/${conversationId}`, { headers })).json();
      return messages.length > 1 && messages.at(-1).role === 'agent';
    })
    .toBe(true);
  return conversationId as string;
}

test('a test made of a conversation blocks publishing until the agent knows the answer; the rest of the suite says what broke', async ({
  page,
  request,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('suites'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  const conversation = await ask(request, id, 'Where can I park my car? My number is +1 202 555 0123.');

  await open(page, id, 'tests');
  await expect(page.getByRole('heading', { name: 'No tests yet.' })).toBeVisible();

  // Of the conversation that went wrong, masked.
  await open(page, id, `convos?convo=${conversation}`);
  await page.getByRole('button', { name: 'Make a test' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add a test' });
  await expect(drawer.getByLabel('1. The visitor says')).toHaveValue(/\+5 555 555 5555/);
  await drawer.getByLabel('Name').fill('Parking');
  await drawer.getByLabel('1. The visitor says').fill('Where can I park my car?');
  await drawer.getByRole('button', { name: 'Add a check' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Please enter a word.')).toBeVisible();
  await drawer.getByLabel('Words', { exact: true }).fill('behind the museum');
  await drawer.getByLabel('Words', { exact: true }).press('Enter');
  await drawer.getByLabel('Must pass').check();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();

  // A second one by hand.
  await page.getByRole('button', { name: 'Add a test' }).click();
  await drawer.getByLabel('Name').fill('Price of an electric bike');
  await drawer.getByLabel('1. The visitor says').fill('What does an electric bike cost?');
  await drawer.getByLabel('Words', { exact: true }).fill('28 euros');
  await drawer.getByLabel('Words', { exact: true }).press('Enter');
  await drawer.getByRole('button', { name: 'Add a check' }).click();
  const second = drawer.getByRole('group', { name: 'Check 2 of question 1' });
  await second.getByLabel('What must be so').click();
  await page.getByRole('option', { name: 'Names the source' }).click();
  await second.getByLabel('A document').fill('Harb');
  await page.getByRole('option', { name: 'Harbour Bikes' }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();

  const blocking = page.getByRole('switch', { name: 'Tests that must pass block publishing' });
  await blocking.click();
  await expect(blocking).toBeChecked();
  await expect(page.getByText('Publishing waits for the tests')).toBeVisible();
  await page.getByRole('button', { name: 'Run the tests' }).click();
  await expect(page.getByText('1 of 2 pass, 1 does not')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Publishing is blocked')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await page.getByRole('button', { name: /^Parking: Fails/ }).click();
  const report = page.getByRole('dialog', { name: 'Report' });
  await expect(report.getByText('Says “behind the museum”')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await page.keyboard.press('Escape');

  // Something else of it is changed, and cannot go out.
  await open(page, id, 'nodes');
  await page
    .getByRole('textbox', { name: /prompt/i })
    .first()
    .fill('Answer briefly and kindly.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const blocked = page.getByRole('dialog', { name: 'Publish without the tests?' });
  await expect(blocked).toContainText('have not been run since');
  await blocked.getByRole('link', { name: 'Open the tests' }).click();
  await owner.call('post', `/v2/agents/${id}/knowledge`, {
    kind: 'text',
    title: 'Parking',
    text: 'Cars can park behind the museum, for free on Sundays.',
  });
  await expect
    .poll(async () => {
      const { items } = await owner.call('get', `/v2/agents/${id}/knowledge`);
      return items.every(({ state }: { state: string }) => state === 'SUCCESS');
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Run the tests' }).click();
  await expect(page.getByText('All 2 tests pass')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published' })).toBeVisible();

  // An agent that may call something: a test says what comes back, for it sends nothing.
  await bindFunction(owner, id);
  await open(page, id, 'tests?case=new');
  await drawer.getByLabel('book_table').click();
  await page.getByRole('option', { name: 'Works' }).click();
  await drawer.getByLabel('number').fill('B-7');
  await drawer.getByLabel('Name').fill('Booking');
  await drawer.getByLabel('1. The visitor says').fill('I want to book a table for 4 people');
  await drawer.getByLabel('What must be so').click();
  await page.getByRole('option', { name: 'Calls the function' }).click();
  await drawer.getByLabel('A function').click();
  await page.getByRole('option', { name: 'book_table' }).click();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Run the tests' }).click();
  await expect(page.getByText('All 3 tests pass')).toBeVisible({ timeout: 60_000 });
});

async function bindFunction({ uid, call }: Owner, agentId: string) {
  const functions = `/v2/workspaces/${uid}/functions`;
  const { id: functionId } = await call('post', functions, {
    name: 'book_table',
    description: 'Books a table.',
    examples: ['A table, please.', 'Can I book a table?', 'I want to reserve a table for four people.'],
    kind: 'effect',
    inputs: [{ name: 'people', kind: 'integer', source: 'said' }],
    request: { method: 'POST', origin: 'https://api.example.com', path: '/bookings', body: '{"people":"{people}"}' },
    response: { outputs: [{ name: 'number', kind: 'text', pointer: '/booking/number' }] },
    sentences: {},
  });
  await call('post', `${functions}/${functionId}/publish`, { edition: 1 });
  const { settings, draftRevision } = await call('get', `/v2/agents/${agentId}`);
  const bound = [{ functionId, revision: 1, who: 'anyone' }];
  await call('post', `/v2/agents/${agentId}`, { settings: { ...settings, functions: bound }, draftRevision });
}

test('a test says where an answer has to lead on the canvas', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('led'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  const nodes = [
    { id: 'start', kind: 'start' },
    { id: 'menu', kind: 'message', text: 'What is it?', choices: [{ id: 'hours', label: 'Opening hours' }] },
    { id: 'open', kind: 'end', name: 'Told the hours', text: 'From 9 to 17.' },
    { id: 'else', kind: 'end', text: 'Pardon?' },
  ];
  const edges = [
    { from: 'start', port: 'next', to: 'menu' },
    { from: 'menu', port: 'hours', to: 'open' },
    { from: 'menu', port: 'other', to: 'else' },
  ];
  const flow = { schema: 1, variables: [], sections: [{ id: 'main', name: 'Main', nodes, edges }] };
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, flow }, draftRevision });
  await open(page, id, 'tests?case=new');
  const drawer = page.getByRole('dialog', { name: 'Add a test' });
  await drawer.getByLabel('Name').fill('Hours');
  await drawer.getByLabel('1. The visitor says').fill('Opening hours');
  await drawer.getByLabel('What must be so').click();
  await page.getByRole('option', { name: 'Reaches', exact: true }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Please choose a node.')).toBeVisible();
  await drawer.getByLabel('A node of the canvas').click();
  await page.getByRole('option', { name: 'Told the hours' }).click();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Run the tests' }).click();
  await expect(page.getByText('The test passes')).toBeVisible({ timeout: 60_000 });
});
