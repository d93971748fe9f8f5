import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Cluster, startCluster } from '../../server/test/harness/start-cluster.ts';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { buildAgentByHand, copyScript, signUpByHand } from '../world/newcomer.ts';
import { openChat } from '../world/visitor.ts';

// What `npm run cluster` starts: a newcomer, who takes a visitor over and pays, in quiet and while parts of it go.

const run = promisify(execFile);
let shop: BicycleShop;
let cluster: Cluster;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  shop = await startBicycleShop();
  cluster = await startCluster({ OUTBOUND_ALLOW_SITES: shop.hostAndPort });
});
test.afterAll(async () => {
  await cluster?.stop();
  await shop?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What happens under who asks, under who answers, and under who pays. */
type Faults = { asking(): Promise<unknown>; answering(): Promise<unknown>; paying(uid: string): Promise<unknown> };

async function walk(browser: Browser, email: string, faults: Faults) {
  const { origin } = cluster;
  const owner = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  owner.setDefaultTimeout(90_000);
  await signUpByHand(owner, origin, email);
  await buildAgentByHand(owner, shop.origin);
  await owner.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(owner.getByRole('banner').getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  const { chat, ask, send } = await openChat(browser, shop, await copyScript(owner));
  await expect(await ask('What does an electric bike cost per day?')).toContainText('28 euros');

  const asking = faults.asking();
  await send('And how much is the deposit for it?');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers.last()).toContainText('200 euros', { timeout: 90_000 });
  await asking;
  await expect(answers).toHaveCount(3);

  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await owner
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  await owner.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();
  await button(owner, 'Take over').click();
  await expect(chat.locator('.chat-handoff', { hasText: 'Ann Example joined' })).toBeVisible();
  const answering = faults.answering();
  const reply = owner.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Good day, this is Ann.');
  await reply.press('Enter');
  await expect(chat.getByRole('log').getByText('Good day, this is Ann.')).toBeVisible();
  await send('Do you have helmets?');
  await expect(owner.getByRole('log').getByText('Do you have helmets?')).toBeVisible();
  await answering;
  await button(owner, 'Return to agent').click();
  await expect(chat.locator('.chat-line')).toContainText('the assistant is back');

  await owner.goto(`${origin}/app/na/account/billing`);
  await button(owner, 'Upgrade to Pay-As-You-Go').click();
  const upgrade = owner.getByRole('dialog', { name: 'Upgrade to Pay-As-You-Go' });
  await upgrade.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await upgrade.getByRole('combobox', { name: 'Country' }).fill('Germ');
  await owner.getByRole('option', { name: 'Germany' }).click();
  await upgrade.getByRole('textbox', { name: 'Address' }).fill('Quay 7');
  await upgrade.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await upgrade.getByRole('button', { name: 'Save card' }).click();
  await expect(upgrade.getByText('€27.94').first()).toBeVisible();
  const uid = await owner.evaluate(() => fetch('/api/na/v2/me').then(async (me) => (await me.json()).uid));
  const paying = faults.paying(uid);
  await upgrade.getByRole('button', { name: 'Pay €27.94' }).click();
  await expect(upgrade.getByRole('heading', { name: 'Subscription Created!' })).toBeVisible({ timeout: 90_000 });
  await paying;
  await owner.reload();
  await expect(owner.getByText('Renews on')).toBeVisible();
  await expect(owner.getByRole('table', { name: 'Invoices' }).getByText('Paid')).toHaveCount(1);

  // The chat is where it was, and everything stands in it once.
  await expect(await ask('How much is a punctured tyre?')).toContainText('15 euros');
  const texts = ['And how much is the deposit for it?', 'Good day, this is Ann.', 'Do you have helmets?'];
  for (const text of texts) await expect(chat.getByRole('log').getByText(text, { exact: true })).toHaveCount(1);
}

test('a newcomer builds an agent, answers a visitor and pays', async ({ browser }) => {
  test.setTimeout(600_000);
  const nothing = async () => {};
  await walk(browser, 'ann@example.com', { asking: nothing, answering: nothing, paying: nothing });
});

test('the same while the primary is switched off, the broker dies and the workspace moves', async ({ browser }) => {
  test.setTimeout(900_000);
  const done: string[] = [];
  await walk(browser, 'amy@example.com', {
    async asking() {
      done.push(`the primary ${await cluster.patroni.killPrimary()} is gone`);
    },
    async answering() {
      await cluster.nats.kill();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await cluster.nats.start();
      done.push('the broker was gone');
    },
    async paying(uid) {
      const script = ['scripts/move-workspace.mjs', '--workspace', uid, '--to', 'two'];
      const { stdout } = await run('node', script, { env: { ...process.env, ...cluster.settings } });
      done.push(stdout.trim().split('\n').at(-1) ?? '');
    },
  });
  console.log(done.join('\n'));
  expect(done.at(-1)).toMatch(/^moved; it was not written for \d+ ms$/);
});
