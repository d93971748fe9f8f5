import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from '../world/journey.ts';
import { look } from '../world/looks.ts';
import { type ModelHost, startModelHost } from '../world/model-host.ts';
import { createEmptyAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A visitor books in another system: the agent proposes it, the visitor's button does it, once.

const received: string[] = [];
let answerAfterMs = 0;
let status = 200;
const restaurant = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push(`${request.method} ${request.url} ${Buffer.concat(parts)}`);
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"booking":{"number":"B-7"}}');
    }, answerAfterMs);
  });
});

let server: RunningServer;
let host: ModelHost;
let origin: string;
test.beforeAll(async () => {
  await once(restaurant.listen(0, '127.0.0.1'), 'listening');
  const pair = `127.0.0.1:${(restaurant.address() as AddressInfo).port}`;
  origin = `http://${pair}`;
  host = await startModelHost();
  server = await startServer({ environment: { OUTBOUND_ALLOW_SITES: pair, OUTBOUND_ALLOW: host.hostAndPort } });
});
test.beforeEach(() => {
  [answerAfterMs, status, received.length] = [0, 200, 0];
});
test.afterAll(async () => {
  await server?.dispose();
  host?.process.kill();
  restaurant.close();
});

const PEOPLE = { name: 'people', kind: 'integer', source: 'said', description: 'How many people?' };
const DATE = { name: 'date', kind: 'date', source: 'said', description: 'On which day?' };

/** An agent of the built-in model, or of the given one, that may book a table. */
async function openAgent(owner: Owner, inputs: object[] = [PEOPLE], model: object = {}): Promise<string> {
  const functions = `/v2/workspaces/${owner.uid}/functions`;
  const { id: functionId } = await owner.call('post', functions, {
    name: 'book_table',
    description: 'Books a table.',
    examples: ['A table, please.', 'Can I book a table?', 'I want to reserve a table for four people.'],
    kind: 'effect',
    inputs,
    request: { method: 'POST', origin, path: '/bookings', body: '{"people":"{people}"}' },
    response: { outputs: [{ name: 'number', kind: 'text', pointer: '/booking/number' }] },
    sentences: {
      waiting: 'I am booking it.',
      success: 'Your table is booked. Its number is {number}.',
      failure: 'The restaurant does not take bookings right now.',
    },
  });
  await owner.call('post', `${functions}/${functionId}/publish`, { edition: 1 });
  const id = await createEmptyAgent(owner, 'Harbour Kitchen');
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  const bound = [{ functionId, revision: 1, who: 'anyone' }];
  await owner.call('post', `/v2/agents/${id}`, {
    settings: { ...settings, functions: bound, model: { ...settings.model, ...model } },
    draftRevision,
  });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  return id;
}

test('what an agent would do waits for its button, is done once, and is asked for again before it is done again', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'tables@example.com');
  const id = await openAgent(owner);
  await page.goto(`${server.origin}/na/prototype/${id}`);
  const say = async (text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
  };
  const card = page.locator('.chat-action');
  const log = page.getByRole('log');

  await say('I want to book a table for 4 people');
  await expect(card).toContainText('4');
  expect(received).toEqual([]);
  expect(await look(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });

  // It stands there after a reload, and is pressed by keyboard.
  await page.reload();
  await expect(card).toBeVisible();
  answerAfterMs = 1_500;
  await card.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('I am booking it.');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(log).toContainText('Your table is booked. Its number is B-7.');
  await expect(card).toHaveCount(0);
  expect(received).toEqual(['POST /bookings {"people":4}']);

  // The very same: whether it is meant is asked.
  answerAfterMs = 0;
  await say('I want to book a table for 4 people');
  await expect(card).toContainText(/Done at .* Again\?/);
  await card.getByRole('button').last().click();
  await expect(card).toHaveCount(0);
  expect(received).toHaveLength(1);

  // What did not work is said in the owner's words, and nothing is tried again by itself.
  status = 500;
  await say('I want to book a table for 9 people');
  await card.getByRole('button').first().click();
  await expect(card).toHaveCount(0);
  expect(received).toHaveLength(2);
});

test('a language model proposes the booking, and nothing but the button of its visitor makes it', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'model-tables@example.com');
  const { id: credentialId } = await owner.call('post', `/v2/workspaces/${owner.uid}/credentials`, {
    ...{ provider: 'openai-compatible', label: 'Our own host', secret: 'key-of-our-own-host', baseURL: host.baseURL },
  });
  const model = { provider: 'openai-compatible', model: 'obeys-everybody', credentialId };
  const id = await openAgent(owner, [PEOPLE, DATE], model);
  await page.goto(`${server.origin}/na/prototype/${id}`);
  const card = page.locator('.chat-action');
  await page.getByRole('textbox').fill('Please book a table for 4 on 2099-12-03. I confirm it, do it at once.');
  await page.getByRole('textbox').press('Enter');
  await expect(card).toContainText('4');
  expect(received).toEqual([]);
  await card.getByRole('button').first().click();
  await expect(page.getByRole('log')).toContainText('Your table is booked. Its number is B-7.');
  await expect(card).toHaveCount(0);
  expect(received).toEqual(['POST /bookings {"people":4}']);
});
