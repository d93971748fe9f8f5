import { expect } from '@playwright/test';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { type ModelHost, startModelHost } from '../world/model-host.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Journey 1 with a language model behind an OpenAI-compatible server of our own: well, slow, over its limit, cut off, stopped.

let shop: BicycleShop;
let host: ModelHost;
let server: RunningServer;

test.beforeAll(async () => {
  shop = await startBicycleShop();
  host = await startModelHost();
  server = await startServer({
    database: 'embedded',
    environment: { OUTBOUND_ALLOW: host.hostAndPort, OUTBOUND_ALLOW_SITES: shop.hostAndPort },
  });
});

test.afterAll(async () => {
  await server?.dispose();
  host?.process.kill();
  await shop?.close();
});

async function publishWithModel({ uid, call }: Owner, agentId: string, model: string) {
  const { items } = await call('get', `/v2/workspaces/${uid}/credentials`);
  const credentialId =
    items[0]?.id ??
    (
      await call('post', `/v2/workspaces/${uid}/credentials`, {
        provider: 'openai-compatible',
        label: 'Our own host',
        secret: 'key-of-our-own-host',
        baseURL: host.baseURL,
      })
    ).id;
  const { settings, draftRevision } = await call('get', `/v2/agents/${agentId}`);
  settings.model = { ...settings.model, provider: 'openai-compatible', model, credentialId };
  await call('post', `/v2/agents/${agentId}`, { settings, draftRevision });
  await call('post', `/v2/agents/${agentId}/publish`, { note: model });
}

test('a language model behind an OpenAI-compatible host answers visitors, and its failures are said kindly', async ({
  page,
  browser,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'model@example.com');
  const agentId = await createAgent(
    owner,
    'Prices',
    '# Prices\n\nA city bike costs 12 euros a day. An electric bike costs 28 euros a day, with the charger.\n\n# Deposit\n\nThe deposit for an electric bike is 200 euros.',
  );
  await publishWithModel(owner, agentId, 'fine');
  const script = `<script async src="${server.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { chat, ask, send } = await openChat(browser, shop, script);

  await expect(await ask('What does an electric bike cost?')).toContainText('28 euros');
  await expect(
    chat
      .getByText('Source 1: Prices')
      .or(chat.getByRole('button', { name: /Source 1: Prices/ }))
      .first(),
  ).toBeVisible();
  await ask('Who won the football world cup in 1954?');
  await expect(chat.getByRole('button', { name: 'Leave your email' })).toBeVisible();
  await expect(await ask('And how high is its deposit?')).toContainText('200 euros');

  await publishWithModel(owner, agentId, 'slow-tokens');
  await expect(await ask('What does a city bike cost?')).toContainText('12 euros');

  const failed = chat.locator('.chat-message-agent[data-state=failed]');
  for (const [index, model] of ['rate-limited', 'broken'].entries()) {
    await publishWithModel(owner, agentId, model);
    await send('What does a city bike cost?');
    await expect(failed).toHaveCount(index + 1, { timeout: 30_000 });
  }
  await publishWithModel(owner, agentId, 'no-usage');
  await expect(await ask('What does a city bike cost?')).toContainText('12 euros');

  // Own key: one credit a turn; the two failures cost nothing.
  const { items, loadTokens, heldTokens } = await owner.call('get', `/v2/workspaces/${owner.uid}/usage`);
  expect(items.filter((entry: { featureKey: string }) => entry.featureKey === 'text_turn')).toHaveLength(5);
  expect({ loadTokens, heldTokens }).toEqual({ loadTokens: 745, heldTokens: 0 });
});

test('a model that does not exist is not published, and one that stops leaves nobody without an answer', async ({
  page,
  browser,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'fallback@example.com');
  const agentId = await createAgent(
    owner,
    'Prices',
    'An electric bike costs 28 euros a day. A city bike costs 12 euros.',
  );
  await owner.call('post', `/v2/workspaces/${owner.uid}/notifications/settings`, {
    notifyThrough: 'none',
    notifyIf: 'all',
  });
  const key = {
    provider: 'openai-compatible',
    label: 'Our own host',
    secret: 'key-of-our-own-host',
    baseURL: host.baseURL,
  };
  await owner.call('post', `/v2/workspaces/${owner.uid}/credentials`, key);
  await page.goto(`${server.origin}/app/na/agents/${agentId}/nodes`);
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'OpenAI-compatible' }).click();
  await page.getByRole('combobox', { name: 'Credential' }).click();
  await page.getByRole('option', { name: /Our own host/ }).click();
  const name = page.getByRole('combobox', { name: 'Model', exact: true });
  await name.fill('missing');
  await page.getByRole('button', { name: 'Test model' }).click();
  await expect(page.getByText('Does not answer')).toBeVisible();
  await expect(page.getByText('There is no such model or address.')).toBeVisible();
  await name.press('Escape');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(
    page.getByText('openai-compatible/missing cannot answer. There is no such model or address.').first(),
  ).toBeVisible();
  expect((await owner.call('get', `/v2/agents/${agentId}`)).isPublished).toBe(false);

  await name.fill('fin');
  await page.getByRole('option', { name: 'fine' }).click();
  await page.getByRole('button', { name: 'Test model' }).click();
  await expect(page.getByText('Answers', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Fallback 1' }).getByRole('combobox')).toHaveValue('Built-in');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();

  const script = `<script async src="${server.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { ask, send, chat } = await openChat(browser, shop, script);
  await expect(await ask('What does an electric bike cost?')).toContainText('28 euros');
  // It takes the request and says nothing.
  host.process.kill('SIGSTOP');
  await send('What does a city bike cost?');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers.last()).toContainText('12 euros', { timeout: 40_000 });
  host.process.kill('SIGCONT');
  host.process.kill('SIGKILL');
  await send('And what does an electric bike cost?');
  await expect(answers.last()).toContainText('28 euros', { timeout: 40_000 });

  await page.reload();
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByText('A model did not answer')).toBeVisible();
  await expect(page.getByText(/openai-compatible\/fine → builtin\/builtin, Prices/)).toBeVisible();
});
