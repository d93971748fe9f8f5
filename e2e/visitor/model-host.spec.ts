import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Journey 1 with a language model behind an OpenAI-compatible server of our own: well, slow, over its limit, cut off.

const hostScript = fileURLToPath(new URL('../../server/test/harness/model-server-process.ts', import.meta.url));

let shop: BicycleShop;
let host: ChildProcess;
let baseURL: string;
let server: RunningServer;

test.beforeAll(async () => {
  shop = await startBicycleShop();
  host = spawn('node', [hostScript], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(host.stdout!, 'data');
  const address = JSON.parse(String(line)) as { baseURL: string; hostAndPort: string };
  baseURL = address.baseURL;
  server = await startServer({
    database: 'embedded',
    environment: { OUTBOUND_ALLOW: address.hostAndPort, OUTBOUND_ALLOW_SITES: shop.hostAndPort },
  });
});

test.afterAll(async () => {
  await server?.dispose();
  host?.kill();
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
        baseURL,
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
  test.setTimeout(180_000);
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
  await expect(chat.getByRole('button', { name: 'Leave your e-mail' })).toBeVisible();
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
