import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInByForm } from '../world/agency-world.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { createAgent } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// A visitor asks for a person. Of two clients on their agency's host one takes over, the agent is silent in between, the server
// dies and comes back, and nothing that was said is lost or stands there twice.

let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;
let agentId: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ database: 'embedded' });
  shop = await startBicycleShop();
  world = await makeAgencyWorld(browser, server.origin, { sub: 'takeover', titles: [] });
  const { uid, call } = world.owner;
  agentId = await createAgent(world.owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await call('post', `/v2/workspaces/${uid}/orgs/${world.orgId}/agents/${agentId}`, {});
  await call('post', `/v2/agents/${agentId}/publish`, {});
});

test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
  await shop?.close();
});

/** A client in a browser of their own, at the inbox of the agent. */
async function openInbox(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
  const client = await world.addClient({ email, name, canAccess: ['/convos'] });
  await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/clients/${client.ID}/agents/${agentId}`, {});
  await signInByForm(page, world.clientUrl, email);
  await page.goto(`${world.clientUrl}/app/na/agents/${agentId}/convos?view=inbox`);
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'You are online. Go offline' })).toBeVisible();
  return page;
}

test('two clients, of whom one loses the claim, and a crash in the middle', async ({ browser }) => {
  test.setTimeout(240_000);
  const operator = await openInbox(browser, 'Cleo Client');
  const rival = await openInbox(browser, 'Dora Desk');
  for (const page of [operator, rival]) expect(new URL(page.url()).hostname).toBe('takeover.localhost');
  // Caught here: each try to connect anew was an error of the page, while the server was away.
  const faults: string[] = [];
  for (const page of [operator, rival]) page.on('pageerror', ({ message }) => faults.push(message));

  const script = `<script async src="${world.clientUrl}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { visitor, chat, send, ask } = await openChat(browser, shop, script);
  const log = chat.getByRole('log');
  const asOperator = operator.getByRole('log');
  const notice = chat.getByText('You are talking to an AI');
  await ask('What does an electric bike cost?');
  await expect(notice).toBeVisible();
  await chat.getByRole('button', { name: 'Talk to a person' }).press('Enter');
  await expect(chat.locator('.chat-handoff', { hasText: 'Connecting you with a person' })).toBeVisible();
  // Whoever uses the keyboard goes on where they write.
  await expect(chat.getByRole('textbox')).toBeFocused();

  for (const page of [operator, rival]) {
    await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').click();
    await expect(page.getByRole('log')).toContainText('28 euros a day');
  }
  // Both press at what both saw; the one who comes second is told by whom.
  await rival.route('**/claim', async (route) => {
    await expect(chat.locator('.chat-handoff', { hasText: 'Cleo Client joined' })).toBeVisible();
    await route.continue();
  });
  const refused = rival.waitForResponse((answer) => answer.url().endsWith('/claim'));
  await rival.getByRole('button', { name: 'Take over' }).click();
  await operator.getByRole('button', { name: 'Take over' }).click();
  expect((await refused).status()).toBe(409);
  await expect(rival.getByText('Cleo Client has taken over this conversation.')).toBeVisible();
  // While a person writes, the notice would be false.
  await expect(notice).toBeHidden();
  await expect(rival.getByText('With Cleo Client').first()).toBeVisible();
  await expect(rival.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0);

  const reply = operator.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Good day, this is Cleo.');
  await expect(chat.getByRole('img', { name: 'Cleo Client is writing' })).toBeVisible();
  await reply.press('Enter');
  await expect(log.getByText('Good day, this is Cleo.')).toBeVisible();
  const answers = await chat.locator('.chat-message-agent').count();
  await send('Do you have helmets?');
  await expect(asOperator).toContainText('Do you have helmets?');

  await server.stop('SIGKILL');
  await reply.fill('Yes, two euros a day.');
  await reply.press('Enter');
  const unsent = operator.getByRole('alert').filter({ hasText: 'The message could not be sent.' });
  await expect(unsent).toBeVisible();
  await expect(reply).toHaveValue('Yes, two euros a day.');
  await send('And locks?');
  server = await server.restart();
  // It is stored, but the answer does not arrive: tried again, it is the same message.
  await operator.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (...call) => {
      const answer = await real(...call);
      if (!(call[0] instanceof Request) || !call[0].url.endsWith('/messages')) return answer;
      window.fetch = real;
      throw new TypeError('The answer is lost.');
    };
  });
  await unsent.getByRole('button', { name: 'Retry' }).click();
  await expect(log.getByText('Yes, two euros a day.')).toBeVisible({ timeout: 30_000 });
  await expect(unsent).toBeVisible();
  await unsent.getByRole('button', { name: 'Retry' }).click();
  await expect(reply).toHaveValue('');
  const again = chat.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(asOperator.getByText('And locks?')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

  // What is typed and not sent waits while the operator looks elsewhere, and over a reload.
  await reply.fill('Half a sentence');
  const inbox = operator.url();
  await operator.goto(`${world.clientUrl}/app/na/agents/${agentId}/convos`);
  await expect(operator.getByRole('list', { name: 'Conversations' }).getByText('With Cleo Client')).toBeVisible();
  await operator.goto(inbox);
  await expect(reply).toHaveValue('Half a sentence');
  await reply.fill('');

  // As both see it, and as it is read anew.
  const said = [
    'What does an electric bike cost?',
    'Good day, this is Cleo.',
    'Do you have helmets?',
    'Yes, two euros a day.',
    'And locks?',
  ];
  for (const isAnew of [false, true]) {
    if (isAnew) await operator.reload();
    for (const text of said) {
      await expect(log.getByText(text, { exact: true }), `${text}, visitor`).toHaveCount(1);
      await expect(asOperator.getByText(text, { exact: true }), `${text}, operator`).toHaveCount(1);
    }
  }
  expect(await chat.locator('.chat-message-agent').count(), 'the agent said nothing in between').toBe(answers + 1);

  await operator.getByRole('button', { name: 'Return to agent' }).click();
  await expect(operator.getByText('The agent answers again.')).toBeVisible();
  await expect(notice).toBeVisible();
  // The last question was open: the agent answers it by itself, under a line that says who left.
  const line = chat.locator('.chat-line');
  const answered = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(line).toHaveText('Cleo Client left, the assistant is back');
  await expect(answered).toHaveCount(answers + 2, { timeout: 40_000 });
  await visitor.reload();
  // It was open, and opens again: a click would close it.
  await expect(chat.getByRole('textbox', { name: 'Write a message…' })).toBeVisible();
  await expect(line).toHaveText('Cleo Client left, the assistant is back');
  await expect(answered).toHaveCount(answers + 2);
  // What was read does not grow old by itself.
  await operator.clock.setFixedTime(new Date());
  // Put aside while it is held, it is the agent's again, and both are told.
  await operator.getByRole('button', { name: 'Take over' }).click();
  await expect(operator.getByRole('button', { name: 'Return to agent' })).toBeVisible();
  await operator.getByRole('button', { name: 'Snooze', exact: true }).click();
  await operator.getByRole('menuitem', { name: 'In one hour' }).click();
  await expect(operator.getByText('Conversation snoozed. The agent answers again.')).toBeVisible();
  const undo = operator.getByRole('button', { name: 'Undo' }).locator('.mantine-Button-label');
  expect(await undo.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true);
  await expect(line).toHaveText(Array(2).fill('Cleo Client left, the assistant is back'));
  await expect(operator.getByText('Your inbox is empty')).toBeVisible();
  const rows = operator.getByRole('list', { name: 'Conversations for people' }).getByRole('button');
  const folder = (name: RegExp) => operator.getByRole('button', { name }).click();
  await folder(/^Snoozed/);
  await expect(rows).toHaveText(/Snoozed until/);
  // Read again, after all that the snooze itself changed.
  await folder(/^Open/);
  await expect(rows).toHaveCount(0);
  await folder(/^Snoozed/);
  await expect(rows).toHaveCount(1);
  // Who writes is awake, also where another part of the inbox was looked at meanwhile.
  await ask('What does an electric bike cost?');
  await expect(rows).toHaveCount(0);
  // The last news of the answer would have the folder read that is open by then.
  await operator.waitForTimeout(3_000);
  await folder(/^Open/);
  await expect(rows).toHaveCount(1);

  await expect(operator.getByText('2 people are online')).toBeVisible();
  await operator.getByRole('button', { name: 'You are online. Go offline' }).click();
  await expect(operator.getByText('1 person is online')).toBeVisible();
  expect(faults).toEqual([]);
});
