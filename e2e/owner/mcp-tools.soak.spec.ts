import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from an MCP server's address to a booking that a visitor confirms, which its tool makes for real.

const calls: { name: string; given: unknown }[] = [];
const describing = { book: 'Books a table at one of our places.' };

/** A server of the protocol as it was in 2025, by hand: what it answers is all that a client sees. */
const restaurant = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString() || '{}');
    if (id === undefined) return void response.writeHead(202).end();
    const answer = (body: object) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    if (method === 'initialize')
      return answer({
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'restaurant', version: '1' },
        },
      });
    if (method === 'tools/list')
      return answer({
        result: {
          tools: [
            {
              name: 'bookTable',
              description: describing.book,
              inputSchema: {
                type: 'object',
                required: ['people'],
                properties: { people: { type: 'integer', description: 'Guests' } },
              },
            },
            {
              name: 'findMenu',
              description: 'Says what is on the menu.',
              annotations: { readOnlyHint: true },
              inputSchema: { type: 'object', properties: {} },
            },
            {
              name: 'plan',
              description: 'Plans an evening.',
              inputSchema: { type: 'object', required: ['wishes'], properties: { wishes: { type: 'object' } } },
            },
          ],
        },
      });
    if (method !== 'tools/call') return answer({ error: { code: -32_601, message: 'Unknown method' } });
    calls.push({ name: params.name, given: params.arguments });
    answer({ result: { content: [{ type: 'text', text: params.name === 'bookTable' ? 'B-7' : 'Pasta' }] } });
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

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tool = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function approve(page: Page, name: string, kind: string, sentences: string[]) {
  await press(page, `Approve ${name}`);
  await tool(page, name).getByRole('radio', { name: kind }).check();
  await tool(page, name).getByRole('textbox').fill(sentences.join('\n'));
  await tool(page, name).getByRole('button', { name: 'Approve as a function' }).click();
  await expect(page.getByText(`${name} is a function now.`)).toBeVisible();
}

test('from the address of a server to a booking that a visitor confirms once', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'tools@example.com');
  await page.goto(`${server.origin}/app/na/integrations`);
  await page.getByRole('link', { name: 'Add from an MCP server' }).click();
  await expect(page.getByText('No MCP sources yet')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await press(page, 'Add from an MCP server');
  await field(page, 'Name').fill('Restaurant');
  await field(page, 'Address of the server').fill('http://169.254.169.254/mcp');
  await press(page, 'Read the tools');
  await expect(page.getByText('Please enter a public https address.')).toBeVisible();
  await field(page, 'Address of the server').fill(`${origin}/mcp`);
  await press(page, 'Read the tools');
  await expect(page).toHaveURL(/\/integrations\/mcp\/mcp_/);

  await expect(tool(page, 'plan')).toContainText('Its input wishes has a form that cannot be filled in here.');
  await expect(tool(page, 'findMenu')).toContainText('Its server says that it changes nothing.');
  await press(page, 'Approve findMenu');
  await expect(tool(page, 'findMenu').getByRole('radio', { name: 'Looks something up' })).toBeChecked();
  await tool(page, 'findMenu').getByRole('button', { name: 'Approve as a function' }).click();
  await expect(page.getByText('Please enter at least 3 sentences, one a line.')).toBeVisible();
  await tool(page, 'findMenu').getByRole('button', { name: 'Cancel' }).click();
  await approve(page, 'findMenu', 'Looks something up', ['What is on the menu?', 'Show me the menu', 'Menu please']);
  await approve(page, 'bookTable', 'Does something', ['I want to book a table', 'Reserve a table', 'Table for four?']);
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await seriousFaults(page)).toEqual([]);

  // It is given to an agent as any other function, and a visitor confirms what it does.
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/functions`);
  const functions = items.map((one: { id: string }) => ({ functionId: one.id, revision: 1, who: 'anyone' }));
  const id = await createEmptyAgent(owner, 'Host');
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, functions }, draftRevision });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/settings`);
  await expect(page.getByText('Revision 1').first()).toBeVisible();

  await page.goto(`${server.origin}/na/prototype/${id}`);
  const say = async (text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
  };
  await say('What is on the menu?');
  await expect(page.getByText('Pasta').first()).toBeVisible();
  await say('I want to book a table for 4 people');
  await page.locator('.chat-action').getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('B-7').first()).toBeVisible();
  expect(calls).toEqual([
    { name: 'findMenu', given: {} },
    { name: 'bookTable', given: { people: 4 } },
  ]);

  // What its server describes otherwise is off, and both stand beside each other.
  describing.book = 'Books a table, and a taxi.';
  await page.goto(`${server.origin}/app/na/integrations/mcp`);
  await page.getByRole('link', { name: 'Restaurant' }).click();
  await press(page, 'Read again');
  await expect(tool(page, 'bookTable')).toContainText('As you approved it');
  await expect(tool(page, 'bookTable')).toContainText('Books a table, and a taxi.');
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${server.origin}/app/na/agents/${id}/settings`);
  await expect(page.getByText(/book_table has changed since it was approved/)).toBeVisible();
});
