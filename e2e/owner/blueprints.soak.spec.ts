import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// One agent for twenty clients: it gets better, and what was fitted for two of them stays.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const FITTED = ['Is Client 4 open today?', 'Where is Client 4?'];
const widen = (page: Page) => page.setViewportSize({ width: 1280, height: 900 });
const open = (page: Page, id: string, at: string) => page.goto(`${server.origin}/app/na/agents/${id}/${at}`);

async function change(owner: Owner, id: string, fields: object) {
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, ...fields }, draftRevision });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
}

test('a blueprint is pushed to twenty agents; two keep what was fitted, one fails its test, and all of it is rolled back', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('blueprints'));
  const id = await createAgent(owner, 'Rental blueprint', prices);
  await open(page, id, 'linked');
  await expect(page.getByText('Publish this agent first')).toBeVisible();
  await change(owner, id, { systemPrompt: 'You answer for {{slot.shop}}.', greeting: 'Hello.' });

  // The first of them by hand.
  await page.reload();
  await page.getByRole('button', { name: 'New linked agent' }).click();
  const adding = page.getByRole('dialog', { name: 'New linked agent' });
  await adding.getByLabel('Name').fill('Harbour Bikes');
  await adding.getByLabel('shop').fill('Harbour Bikes');
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await adding.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('link', { name: 'Harbour Bikes' })).toBeVisible();

  // One that is there already: what differs is shown before.
  const old = await createAgent(owner, 'Old Town Bikes', prices);
  await change(owner, old, { systemPrompt: 'You answer for Old Town Bikes.', greeting: 'Ahoy!' });
  await page.getByRole('button', { name: 'Link an existing agent' }).click();
  const linking = page.getByRole('dialog', { name: 'Link an existing agent' });
  await linking.getByLabel('Agent', { exact: true }).fill('Old Town');
  await page.getByRole('option', { name: 'Old Town Bikes' }).click();
  await linking.getByLabel('shop').fill('Old Town Bikes');
  await expect(linking.getByText('Ahoy!')).toBeVisible();
  await expect(linking.getByText('System prompt')).toBeHidden();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await linking.getByRole('button', { name: 'Link agent' }).click();
  await expect(page.getByRole('link', { name: 'Old Town Bikes' })).toBeVisible();

  const agents: string[] = [];
  for (let at = 1; at <= 18; at += 1) {
    const made = { title: `Client ${at}`, slots: { shop: `Client ${at}` } };
    const { agentId } = await owner.call('post', `/v2/agents/${id}/blueprint/agents`, made);
    await owner.call('post', `/v2/agents/${agentId}/publish`, {});
    agents.push(agentId);
  }
  const [fitted, failing] = [agents[3]!, agents[9]!];
  await change(owner, fitted, { suggestedQuestions: FITTED });
  await owner.call('post', `/v2/agents/${failing}/suite/cases`, {
    title: 'Knows the boats',
    isMust: true,
    script: { turns: [{ say: 'Do you rent boats?', checks: [{ kind: 'says', words: ['Yes, boats'] }] }] },
  });
  await change(owner, id, {
    systemPrompt: 'You answer for {{slot.shop}}, politely.',
    greeting: 'Good day.',
    suggestedQuestions: ['What does a bike cost?'],
  });

  await page.reload();
  await page.getByRole('button', { name: 'Push version 2' }).click();
  const pushing = page.getByRole('dialog', { name: 'Push version 2' });
  await expect(pushing.getByText('Compared with version 1')).toBeVisible();
  await expect(pushing.getByText('Greeting')).toBeVisible();
  await expect(pushing.getByText('What does a bike cost?')).toBeVisible();
  await pushing.getByLabel('Publish where the tests pass').check();
  await pushing.getByLabel(/In waves/).uncheck();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  await pushing.getByRole('button', { name: 'Push', exact: true }).click();
  await expect(pushing).toBeHidden();
  // Whoever comes back sees how it stands.
  await page.reload();
  const newest = page.getByRole('region', { name: 'Newest push' });
  await expect(newest.getByRole('status')).toHaveText('Version 2 was pushed', { timeout: 60_000 });
  // Harbour Bikes was never published; a test of Client 10 fails.
  await expect(newest).toContainText('18 agents done · 2 not published · fitted parts kept in 2');
  const rowOf = (name: string) => newest.getByRole('row').filter({ hasText: name });
  await expect(rowOf('Client 10')).toContainText('Its tests do not pass. Knows the boats');
  await expect(rowOf('Harbour Bikes')).toContainText('It was never published.');
  await expect(rowOf('Old Town Bikes')).toContainText('Greeting (changed in the blueprint too)');
  await expect(rowOf('Client 4')).toContainText('Suggested questions');
  await expect(rowOf('Client 5')).toContainText('Published as version 2');
  expect(await look(page)).toEqual([]);
  await widen(page);

  // What the client's agent says of it.
  await rowOf('Client 4').getByRole('link').click();
  await expect(page.getByText('Follows Rental blueprint, version 2')).toBeVisible();
  await expect(page.getByText('Is Client 4 open today?')).toBeVisible();
  await expect(page.getByText('Good day.')).toBeHidden();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await widen(page);
  const published = async (agentId: string) => (await owner.call('get', `/v2/agents/${agentId}`)).published;
  expect(await published(fitted)).toMatchObject({
    systemPrompt: 'You answer for Client 4, politely.',
    greeting: 'Good day.',
    suggestedQuestions: FITTED,
  });
  expect(await published(failing)).toMatchObject({ greeting: 'Hello.' });

  await page.getByRole('link', { name: 'Open the blueprint' }).click();
  await newest.getByRole('button', { name: 'Roll back' }).click();
  const asking = page.getByRole('dialog', { name: 'Roll back this push?' });
  await asking.getByRole('button', { name: 'Roll back' }).click();
  await expect(newest.getByRole('status')).toHaveText('Version 2 was rolled back', { timeout: 60_000 });
  await expect(newest).toContainText('20 rolled back');
  for (const agentId of [fitted, failing, old])
    expect((await published(agentId)).systemPrompt).not.toContain('politely');

  // What has to be the same everywhere is locked; one agent follows no more.
  await page.getByLabel('Always pushed').first().click();
  await page.getByRole('option', { name: 'Guardrails' }).click();
  await expect(page.getByText('Locked parts saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  const table = page.getByRole('table', { name: 'Linked agents' });
  await table.getByRole('row').filter({ hasText: 'Client 18' }).getByRole('button', { name: 'Unlink' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink agent' }).click();
  await expect(table.getByRole('link', { name: 'Client 18' })).toBeHidden();
});
