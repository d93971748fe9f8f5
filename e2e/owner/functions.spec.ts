import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createEmptyAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from an empty list to a booking in another system, which is called for real.

const SECRET = 'key-of-the-restaurant-4711';
const received: { line: string; authorization: string | undefined; body: string }[] = [];

/** The restaurant's own system, on loopback. */
const restaurant = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { authorization } = request.headers;
    received.push({ line: `${request.method} ${request.url}`, authorization, body: Buffer.concat(parts).toString() });
    const answer = { ok: true, booking: { number: 'B-7', people: 4, tags: ['window'] }, you: authorization };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});

let server: RunningServer;
let origin: string;

test.beforeAll(async () => {
  await once(restaurant.listen(0, '127.0.0.1'), 'listening');
  const pair = `127.0.0.1:${(restaurant.address() as AddressInfo).port}`;
  origin = `http://${pair}`;
  server = await startServer({ environment: { OUTBOUND_ALLOW_SITES: pair } });
});
test.afterAll(async () => {
  await server?.dispose();
  restaurant.close();
});
test.beforeEach(() => void received.splice(0));

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Try it' });
const faults = (page: Page) => page.getByRole('region', { name: /missing or wrong/ });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible();

async function choose(page: Page, of: string, option: string) {
  await page.getByRole('combobox', { name: of }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A function that books a table, made by the API. */
async function makeFunction({ uid, call }: Owner, change: object = {}) {
  const definition = {
    name: 'book_table',
    description: 'Books a table.',
    examples: ['A table, please.', 'Can I book a table?', 'Table for four?'],
    kind: 'effect',
    inputs: [{ name: 'people', kind: 'integer', source: 'said' }],
    request: { method: 'POST', origin, path: '/bookings', body: '{"people":"{people}"}' },
    response: { outputs: [{ name: 'number', kind: 'text', pointer: '/booking/number' }] },
    sentences: {},
    ...change,
  };
  const path = `/v2/workspaces/${uid}/functions`;
  const { id, edition } = await call('post', path, definition);
  return { id, edition, definition, path: `${path}/${id}` };
}

test('from an empty list to a published booking, with a secret that nobody sees', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'booking@example.com');
  await page.goto(`${server.origin}/app/na/agents`);
  await press(page, 'Integrations');
  await page.getByRole('link', { name: 'Functions', exact: true }).click();
  await expect(page.getByText('There are no functions yet.')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'New function' }).click();
  await field(page, 'Name').fill('Book table');
  await press(page, 'Continue');
  await expect(page.getByText('Use 3 to 40 small letters, digits and _, beginning with a letter.')).toBeVisible();
  await field(page, 'Name').fill('book_table');
  await choose(page, 'Method', 'POST');
  await press(page, 'Continue');

  // What is not filled in yet is listed, and is told at the fields once it was tried to save.
  await expect(page.getByRole('radio', { name: 'Does something' })).toBeChecked();
  await expect(page.getByText('Please say what the function does.')).toHaveCount(1);
  await press(page, 'Save');
  await expect(page.getByText('Please say what the function does.')).toHaveCount(2);
  await expect(field(page, 'Description').first()).toBeFocused();
  await page.keyboard.type('Books a table at one of our places.');
  for (const [index, sentence] of ['A table, please.', 'Can I book a table?', 'Table for four?'].entries())
    await field(page, `Sentence ${index + 1}`).fill(sentence);

  await press(page, 'Add input');
  await page.keyboard.type('place');
  await press(page, 'Add input');
  await page.keyboard.type('people');
  const people = page.getByRole('group', { name: 'Input 2' });
  await people.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Whole number' }).click();
  // A row is moved by keyboard, and the focus goes with it.
  await page.getByRole('button', { name: 'Move up: Input 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move down: Input 1' })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Input 1' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'people',
  );

  await field(page, 'Origin').fill(origin);
  await field(page, 'Path').fill('/places/{plaza}/bookings');
  await page.locator('.cm-content').fill('{"people": "{people}"');
  await expect(page.getByText('There is no input called plaza.')).toHaveCount(2);
  await expect(page.getByText('This is not valid JSON.')).toHaveCount(2);
  await faults(page).getByRole('button', { name: /Path/ }).click();
  await expect(field(page, 'Path')).toBeFocused();
  await field(page, 'Path').fill('/places/{place}/bookings');
  await page.locator('.cm-content').fill('{"people": "{people}"}');
  await expect(faults(page)).toHaveCount(0);

  // A secret is stored on the way; nothing that was typed is left for it.
  await press(page, 'Store a credential');
  const drawer = page.getByRole('dialog', { name: 'Add function credential' });
  await expect(drawer.getByRole('textbox', { name: 'Sent to' })).toHaveValue(origin);
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Restaurant');
  await drawer.getByLabel('Secret', { exact: true }).fill('short');
  await drawer.getByRole('button', { name: 'Add function credential' }).click();
  await expect(drawer.getByText('A secret has at least 8 characters.')).toBeVisible();
  await drawer.getByLabel('Secret', { exact: true }).fill(SECRET);
  await drawer.getByRole('button', { name: 'Add function credential' }).click();
  await expect(page.getByRole('combobox', { name: 'Credential' })).toHaveValue('Restaurant');
  await field(page, 'When it is done').fill('Your table for {people} is booked.');
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await press(page, 'Save');
  await expect(page.getByText('Function created.')).toBeVisible();
  await expect(page).toHaveURL(/\/integrations\/fnc_/);
  await saved(page);
  expect(logged).toEqual([]);

  // Previewed: nothing is sent. Sent: once, after it was asked.
  await panel(page).getByRole('button', { name: 'Preview' }).click();
  await expect(panel(page).getByText('Please enter a value.')).toHaveCount(2);
  await panel(page).getByRole('textbox', { name: 'place' }).fill('north');
  await panel(page).getByRole('textbox', { name: 'people' }).fill('4');
  await panel(page).getByRole('button', { name: 'Preview' }).click();
  await expect(panel(page).getByText('What would be sent')).toHaveCount(2);
  await expect(panel(page).locator('pre')).toContainText(`POST ${origin}/places/north/bookings`);
  await expect(panel(page).locator('pre')).toContainText('authorization: ••••');
  expect(received).toEqual([]);
  await panel(page).getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog', { name: 'Send it for real?' }).getByRole('button', { name: 'Send' }).click();
  await expect(panel(page).getByRole('status').filter({ hasText: 'Status 200' })).toHaveCount(1);
  expect(received).toEqual([
    { line: 'POST /places/north/bookings', authorization: `Bearer ${SECRET}`, body: '{"people":4}' },
  ]);
  await expect(panel(page).getByText('That it is done, and nothing else: there are no outputs.')).toBeVisible();
  await expect(panel(page).getByText('Your table for 4 is booked.')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(SECRET);

  // Values become outputs at a click, and by keyboard; the next trial tells them.
  await panel(page).getByRole('button', { name: 'number "B-7": make it an output' }).click();
  await expect(panel(page).getByText('number is an output now. Save to keep it.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Output 2' }).getByRole('textbox', { name: 'Pointer' })).toHaveValue(
    '/booking/people',
  );
  await panel(page).getByRole('button', { name: 'Save and send' }).click();
  await page.getByRole('dialog', { name: 'Send it for real?' }).getByRole('button', { name: 'Save and send' }).click();
  await expect(panel(page).getByRole('definition').filter({ hasText: 'B-7' })).toBeVisible();
  await expect(panel(page).getByRole('definition').filter({ hasText: /^4$/ })).toBeVisible();
  await saved(page);
  expect(received).toHaveLength(2);
  expect(await seriousFaults(page)).toEqual([]);

  await press(page, 'Publish');
  await expect(page.getByText('Revision 1 is published.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Published' })).toBeDisabled();
  await field(page, 'When it is done').fill('Booked.');
  await press(page, 'Save');
  await saved(page);
  await expect(page.getByText('There are changes since revision 1.')).toBeVisible();
  await page.getByRole('button', { name: 'More about this function' }).click();
  await page.getByRole('menuitem', { name: 'Revisions' }).click();
  await expect(page.getByRole('dialog', { name: 'Revisions' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Functions', exact: true }).click();
  const row = page.getByRole('row', { name: /book_table/ });
  await expect(row).toContainText('Revision 1');
  await expect(row).toContainText('Has changes');

  // The secret is used, so it stays; it is replaced only by whoever enters it again.
  await page.getByRole('link', { name: 'Credentials', exact: true }).click();
  const secret = page.getByRole('row', { name: /Restaurant/ });
  await expect(secret).toContainText('4711');
  await expect(secret).toContainText(origin);
  await expect(secret).not.toContainText('Never');
  await secret.getByRole('button', { name: 'Actions for Restaurant' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete "Restaurant"?' });
  await expect(dialog.getByRole('link', { name: 'book_table' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await secret.getByRole('button', { name: 'Actions for Restaurant' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const replacing = page.getByRole('dialog', { name: 'Replace "Restaurant"' });
  await expect(replacing.getByLabel('Secret', { exact: true })).toHaveValue('');
  await replacing.getByRole('button', { name: 'Replace' }).click();
  await expect(replacing.getByText('A secret has at least 8 characters.')).toBeVisible();
  await replacing.getByLabel('Secret', { exact: true }).fill('another-key-0815');
  await replacing.getByRole('button', { name: 'Replace' }).click();
  await expect(secret).toContainText('0815');
});

test('what a colleague saved meanwhile is shown, unsaved changes are kept, and a function is deleted', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'colleague@example.com');
  const { id, path, definition, edition } = await makeFunction(owner);
  await page.goto(`${server.origin}/app/na/integrations/${id}`);
  await field(page, 'When it failed').fill('It is full.');
  // Leaving asks first.
  await page.getByRole('link', { name: 'Credentials', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page, 'When it failed')).toHaveValue('It is full.');

  await owner.call('post', path, { ...definition, description: 'Books a table for today.', edition });
  await press(page, 'Save');
  const conflict = page.getByRole('dialog', { name: 'Somebody saved this function meanwhile' });
  await expect(conflict).toContainText('When it failed');
  await expect(conflict).toContainText('Books a table for today.');
  expect(await seriousFaults(page)).toEqual([]);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  expect(await owner.call('get', path)).toMatchObject({
    description: 'Books a table.',
    sentences: { failure: 'It is full.' },
  });

  // A refusal of the server alone stands at its field.
  await field(page, 'Origin').fill('https://127.0.0.1');
  await press(page, 'Save');
  await expect(faults(page)).toContainText('Please enter a public https address.');
  await expect(field(page, 'Origin')).toHaveValue('https://127.0.0.1');
  await press(page, 'Discard');
  await expect(field(page, 'Origin')).toHaveValue(origin);
  await page.getByRole('button', { name: 'More about this function' }).click();
  await page.getByRole('menuitem', { name: 'Delete function' }).click();
  await page
    .getByRole('dialog', { name: 'Delete "book_table"?' })
    .getByRole('button', { name: 'Delete function' })
    .click();
  await expect(page.getByText('There are no functions yet.')).toBeVisible();
});

test('who may not write sees a function, and cannot change, send or delete it', async ({ page, browser }) => {
  const owner = await signUpOwner(page.request, server.origin, 'boss@example.com');
  const { id } = await makeFunction(owner);
  for (let number = 1; number < 8; number += 1)
    await makeFunction(owner, { name: `find_order_${number}`, kind: 'read' });
  const reader = await browser.newContext();
  const member = await signUpOwner(reader.request, server.origin, 'reader@example.com');
  await runSql(
    server,
    `insert into workspace_members (workspace_uid, user_id, permissions)
      select '${owner.uid}', owner_user_id, '[]' from workspaces where uid = '${member.uid}'`,
  );
  const theirs = await reader.newPage();
  await theirs.goto(`${server.origin}/app/na/integrations?workspace=${owner.uid}`);
  // A list that is long can be searched.
  await theirs.getByRole('textbox', { name: 'Search functions' }).fill('nothing like it');
  await expect(theirs.getByText('No function matches "nothing like it".')).toBeVisible();
  await theirs.getByRole('button', { name: 'Clear search' }).click();
  await expect(theirs.getByRole('row')).toHaveCount(9);
  await theirs.getByRole('textbox', { name: 'Search functions' }).fill('post book_table');
  await expect(theirs.getByRole('row')).toHaveCount(2);
  await theirs.getByRole('link', { name: 'book_table' }).click();
  await expect(theirs).toHaveURL(new RegExp(id));
  await expect(field(theirs, 'Origin')).toBeDisabled();
  await expect(field(theirs, 'Origin')).toHaveValue(origin);
  await expect(theirs.getByText('You may look at it')).toBeVisible();
  for (const name of ['Publish', 'Save', 'Send', 'Preview', 'Store a credential'])
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0);
  expect(await look(theirs, LOOKS_WITHIN)).toEqual([]);
  await theirs.goto(`${server.origin}/app/na/integrations`);
  await expect(theirs.getByRole('link', { name: 'New function' })).toHaveCount(0);
  await reader.close();
});

test('an agent is given a function in a revision, is told of a newer one, and keeps the function from being deleted', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'binder@example.com');
  const { id, path, definition, edition } = await makeFunction(owner);
  await makeFunction(owner, { name: 'find_table' });
  await owner.call('post', `${path}/publish`, { edition });
  const agentId = await createEmptyAgent(owner, 'Host of the house');
  await page.goto(`${server.origin}/app/na/agents/${agentId}/settings`);
  const section = page.locator('[data-section="Functions"]');
  await section.getByRole('combobox', { name: 'Add a function' }).click();
  await expect(page.getByRole('option', { name: 'find_table (draft)' })).toHaveAttribute(
    'data-combobox-disabled',
    'true',
  );
  await page.getByRole('option', { name: 'book_table' }).click();
  await section.getByRole('textbox', { name: 'A day' }).fill('0');
  await press(page, 'Save');
  await expect(section.getByText('Please enter 1 or more.')).toBeVisible();
  await section.getByRole('textbox', { name: 'A day' }).fill('25');
  await press(page, 'Save');
  await saved(page);
  const bound = { functionId: id, revision: 1, callsPerConversation: 10, callsPerMinute: 60, callsPerDay: 25 };
  const functionsOf = async () => (await owner.call('get', `/v2/agents/${agentId}`)).settings.functions;
  expect(await functionsOf()).toMatchObject([bound]);

  const next = await owner.call('post', path, { ...definition, description: 'Books a table for today.', edition });
  await owner.call('post', `${path}/publish`, { edition: next.edition });
  await page.goto(`${server.origin}/app/na/integrations/${id}`);
  const uses = page.getByRole('region', { name: /Used by/ });
  await expect(uses).toContainText('1 agent');
  await expect(uses).toContainText('1 on an older revision');
  await page.getByRole('button', { name: 'More about this function' }).click();
  await page.getByRole('menuitem', { name: 'Delete function' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete "book_table"?' });
  await expect(dialog.getByRole('button', { name: 'Delete function' })).toHaveCount(0);
  await dialog.getByRole('link', { name: 'Host of the house' }).click();

  await expect(section.getByText('Revision 2 is published.')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await section.getByRole('button', { name: 'Update book_table to revision 2' }).click();
  await press(page, 'Save');
  await saved(page);
  expect(await functionsOf()).toMatchObject([{ ...bound, revision: 2 }]);
  await section.getByRole('button', { name: 'Remove book_table' }).click();
  await press(page, 'Save');
  await saved(page);
  expect(await functionsOf()).toEqual([]);
});

test('a command of a documentation becomes a function, without its key', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'curl@example.com');
  await page.goto(`${server.origin}/app/na/integrations/new`);
  await field(page, 'Name').fill('find_order');
  const command = field(page, 'Or paste a curl command');
  await command.fill('wget https://api.example.com');
  await press(page, 'Continue');
  await expect(page.getByText('This is no curl command.')).toBeVisible();
  await command.fill(`curl "${origin}/orders/{order}?lang=de" -H "Authorization: Bearer ${SECRET}"`);
  await press(page, 'Continue');
  await expect(page.getByText('Not taken over: Authorization')).toBeVisible();
  await expect(field(page, 'Path')).toHaveValue('/orders/{order}');
  await expect(page.getByRole('group', { name: 'Input 1' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'order',
  );
  await expect(field(page, 'Query 1, Name')).toHaveValue('lang');
  await expect(page.locator('body')).not.toContainText(SECRET);
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
});
