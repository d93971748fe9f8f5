import { hold, say } from '../world/fake-api/conversation.ts';
import { expect, test } from '../world/fake-api/fixtures.ts';
import { replyTo } from '../world/fake-api/replies.ts';

const QUESTION = 'Tell me a long story';
/** As it is shown: one line after another, without the blank lines of the source. */
const WANTED = replyTo(QUESTION).text.split('\n\n').join('\n');

test.beforeEach(async ({ page }) => {
  // Reconnects at once, so that fifty cuts do not take minutes of backoff.
  await page.addInitScript(() => {
    Math.random = () => 0;
    const later = window.setTimeout;
    window.setTimeout = ((run: () => void, ms?: number) => later(run, ms && ms < 20_000 ? ms / 50 : ms)) as never;
  });
});

test('after fifty cuts at random bytes the text is identical', async ({ api, visit, launcher, chat }) => {
  api.faults.cuts = 50;
  await visit();
  await launcher.click();
  await chat.getByRole('textbox').fill(QUESTION);
  await chat.getByRole('textbox').press('Enter');
  const answer = chat.locator('.chat-message-agent').nth(1);
  await expect(answer).toHaveAttribute('data-state', 'complete', { timeout: 90_000 });
  expect(api.faults.cuts).toBe(0);
  const lines = await answer.locator('.chat-bubble p').allTextContents();
  expect(lines.join('\n')).toBe(WANTED);
});

test('planted fault: without event ids the same check finds a different text', async ({
  api,
  visit,
  launcher,
  chat,
}) => {
  api.faults.cuts = 20;
  api.faults.noIds = true;
  await visit();
  await launcher.click();
  await chat.getByRole('textbox').fill(QUESTION);
  await chat.getByRole('textbox').press('Enter');
  const answer = chat.locator('.chat-message-agent').nth(1);
  await expect(answer).toHaveAttribute('data-state', 'complete', { timeout: 90_000 });
  const lines = await answer.locator('.chat-bubble p').allTextContents();
  expect(lines.join('\n')).not.toBe(WANTED);
});

test('a reload in the middle of an answer goes on where it was', async ({ page, visit, launcher, chat }) => {
  await visit();
  await launcher.click();
  await chat.getByRole('textbox').fill(QUESTION);
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByText('Line 3:')).toBeVisible();
  await page.reload();
  const answer = chat.locator('.chat-message-agent').nth(1);
  await expect(answer).toHaveAttribute('data-state', 'complete', { timeout: 30_000 });
  expect((await answer.locator('.chat-bubble p').allTextContents()).join('\n')).toBe(WANTED);
});

test('a draft and a message that did not get out survive a reload and a lost connection', async ({
  page,
  api,
  visit,
  launcher,
  chat,
}) => {
  await visit();
  await launcher.click();
  await chat.getByRole('textbox').fill('First question');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
  api.faults.refuse = { status: 429, code: 'rate_limited', times: 1 };
  await chat.getByRole('textbox').fill('Second question');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByText('That was a little fast.')).toBeVisible();
  await chat.getByRole('textbox').fill('A half-written thou');
  await page.reload();
  await expect(chat.getByRole('textbox')).toHaveValue('A half-written thou');
  await expect(chat.getByText('Second question')).toBeVisible();
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(3);
  const [conversation] = api.conversations.values();
  expect(conversation!.seen.size).toBe(2);
});

test('a message that did not get out stands below what a person wrote meanwhile', async ({
  api,
  visit,
  launcher,
  chat,
}) => {
  const order = () => chat.locator('.chat-bubble').allTextContents();
  await visit();
  await launcher.click();
  await chat.getByRole('textbox').fill('First question');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  const [conversation] = api.conversations.values();
  hold(conversation!, { name: 'Mara', photo: '' });
  api.faults.refuse = { status: 429, code: 'rate_limited', times: 1 };
  await chat.getByRole('textbox').fill('Second question');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByText('That was a little fast.')).toBeVisible();
  say(conversation!, 'Good day, Mara here.');
  await expect(chat.getByRole('log').getByText('Good day, Mara here.')).toBeVisible();
  expect((await order()).slice(-2)).toEqual(['Good day, Mara here.', 'Second question']);
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.locator('.chat-message-visitor[data-state=complete]')).toHaveCount(2);
  expect((await order()).slice(-2)).toEqual(['Good day, Mara here.', 'Second question']);
});
