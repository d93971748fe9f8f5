import { readFile } from 'node:fs/promises';
import type { FrameLocator } from '@playwright/test';
import { miss } from '../world/fake-api/conversation.ts';
import { expect, test } from '../world/fake-api/fixtures.ts';

async function ask(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Write a message…' }).fill(text);
  await chat.getByRole('textbox', { name: 'Write a message…' }).press('Enter');
}

test.beforeEach(async ({ visit, launcher }) => {
  await visit();
  await launcher.click();
});

test('a suggested question is answered with its sources', async ({ chat, page }) => {
  await chat.getByRole('button', { name: 'How do I return a parcel?' }).click();
  const source = chat.getByRole('link', { name: 'Source 1: Returns and refunds' }).last();
  await expect(source).toHaveAttribute('href', 'https://example.com/returns');
  await expect(source).toHaveAttribute('rel', /noopener/);
  await expect(source).toHaveAttribute('target', '_blank');
  await chat.getByRole('button', { name: 'Source 2: Terms of sale' }).first().click();
  await expect(chat.getByText('Parcels can be returned within 30 days of delivery')).toBeVisible();
  // The finished answer is said once; the log itself is silent.
  await expect(chat.getByRole('log')).toHaveAttribute('aria-live', 'off');
  await expect(chat.locator('[aria-live=polite]')).toContainText('You can return parcels');
  await expect(page.getByRole('dialog', { name: 'Chat' })).toBeVisible();
});

test('a burst keeps its order and each message goes out once', async ({ chat, api }) => {
  const texts = Array.from({ length: 8 }, (_, at) => `Question ${at}`);
  for (const text of texts) await ask(chat, text);
  await expect(chat.locator('.chat-message-visitor[data-state=complete]')).toHaveCount(8);
  const [conversation] = api.conversations.values();
  expect(api.conversations.size).toBe(1);
  expect(conversation!.messages.filter((one) => one.role === 'visitor').map((one) => one.text)).toEqual(texts);
});

test('stop ends the answer', async ({ chat }) => {
  await ask(chat, 'Something slow');
  await expect(chat.getByText('Line 0:')).toBeVisible();
  await chat.getByRole('button', { name: 'Stop' }).click();
  await expect(chat.getByText('Stopped.')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Send' })).toBeVisible();
});

test('a restarted answer shows only its second attempt', async ({ chat }) => {
  await ask(chat, 'Please restart');
  await expect(chat.locator('.chat-message-agent').nth(1).locator('.chat-bubble')).toHaveText(
    /The second attempt is what counts\.$/,
  );
  await expect(chat.getByText('first attempt')).toHaveCount(0);
});

test('a refused message is kept and goes out again under the same id', async ({ chat, api }) => {
  api.faults.refuse = { status: 429, code: 'rate_limited', times: 1 };
  await ask(chat, 'Too fast?');
  await expect(chat.getByText('That was a little fast.')).toBeVisible();
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
  await expect(chat.locator('.chat-message-visitor')).toHaveCount(1);
  expect([...api.conversations.values()][0]!.seen.size).toBe(1);
});

test('a server that is away for a moment is written to again, under the same id', async ({ chat, api, page }) => {
  api.faults.refuse = { status: 503, code: 'unavailable', times: 2 };
  await ask(chat, 'Are you there?');
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
  await expect(chat.locator('.chat-message-visitor')).toHaveCount(1);
  expect([...api.conversations.values()][0]!.seen.size).toBe(1);
  // What stays away is said, and the order is kept.
  await page.clock.install();
  api.faults.refuse = { status: 502, code: '', times: 100 };
  await ask(chat, 'And now?');
  await ask(chat, 'Still there?');
  const said = chat.getByText('This is not available right now.');
  for (let second = 0; second < 70; second += 1) await page.clock.runFor(1_000);
  await expect(said).toHaveCount(1);
  api.faults.refuse.times = 0;
  for (let second = 0; second < 4; second += 1) await page.clock.runFor(1_000);
  await expect(chat.locator('.chat-message-visitor[data-state=complete]')).toHaveCount(2);
});

test('where the agent does not know, a person can be asked for', async ({ chat, api }) => {
  await ask(chat, 'Something unknown');
  await chat.getByRole('button', { name: 'Leave your email' }).click();
  const email = chat.getByRole('textbox', { name: 'Email' });
  await expect(email).toBeFocused();
  await email.fill('no address');
  await email.press('Enter');
  const invalid = chat.getByText('Please enter a valid email');
  await expect(invalid).toBeVisible();
  // Under the field that it is about.
  expect(await invalid.evaluate((line) => line.previousElementSibling?.textContent)).toBe('Email');
  await email.fill('ada@example.com');
  // A form that takes its place has what was typed.
  await ask(chat, 'Something else unknown');
  await chat.getByRole('button', { name: 'Leave your email' }).click();
  await expect(email).toHaveValue('ada@example.com');
  await email.press('Enter');
  await expect(chat.getByText('You will hear from us at ada@example.com.')).toBeVisible();
  expect([...api.conversations.values()][0]!.contact).toBe('ada@example.com');
  // The thanks stand where they were said.
  await ask(chat, 'How do I return a parcel?');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(4);
  const thanks = await chat.locator('.chat-done').boundingBox();
  expect(thanks!.y).toBeLessThan((await answers.last().boundingBox())!.y);
  // Whoever asks for a person once more is told again, below what was said since. Planted: nothing in the form's place -> caught here.
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await expect(chat.locator('.chat-done')).toHaveCount(2);
  const again = await chat.locator('.chat-done').last().boundingBox();
  expect(again!.y).toBeGreaterThan((await answers.last().boundingBox())!.y);
});

test('a failed answer keeps what it said, offers a person and can be asked for again', async ({ chat }) => {
  await ask(chat, 'Please fail');
  await expect(chat.getByText('The answer could not be completed.')).toBeVisible();
  await expect(chat.getByText('Let me')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Leave your email' })).toBeVisible();
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.locator('.chat-message-visitor')).toHaveCount(2);
});

test('a text that is too long is said to be, and nothing of it is lost', async ({ chat, api }) => {
  const field = chat.getByRole('textbox', { name: 'Write a message…' });
  await field.fill('x'.repeat(8_012));
  await expect(chat.getByText('12 characters too many.')).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('x'.repeat(8_012));
  expect(api.conversations.size).toBe(0);
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('Shift+Enter makes a line and an input method keeps its Enter', async ({ chat, api }) => {
  const field = chat.getByRole('textbox', { name: 'Write a message…' });
  await field.fill('one');
  await field.press('Shift+Enter');
  await field.pressSequentially('two');
  await expect(field).toHaveValue('one\ntwo');
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field).toHaveValue('one\ntwo');
  expect(api.conversations.size).toBe(0);
});

test('files go with the message; what is refused says why', async ({ chat, api }) => {
  await chat.locator('input[type=file]').setInputFiles([
    { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  ]);
  await expect(chat.getByText('This type of file is not supported.')).toBeVisible();
  await chat.getByRole('button', { name: 'Remove setup.exe' }).click();
  await ask(chat, 'My invoice');
  await expect(chat.getByRole('link', { name: /invoice\.txt/ })).toBeVisible();
  const asked = () => [...api.conversations.values()][0]?.messages.find((one) => one.role === 'visitor');
  await expect.poll(() => asked()?.attachments.map((file) => file.name)).toEqual(['invoice.txt']);
  await chat
    .locator('input[type=file]')
    .setInputFiles(
      Array.from({ length: 6 }, (_, at) => ({ name: `${at}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') })),
    );
  await expect(chat.getByText('At most 5 files in one message.')).toBeVisible();
});

test('rating by stars, transcript as text, earlier conversations', async ({ chat, api, page }) => {
  await ask(chat, 'How do I return a parcel?');
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Rate this conversation' }).click();
  await chat.getByRole('radio', { name: '4 of 5 stars' }).check();
  await expect(chat.getByText('Thank you for your rating.')).toBeVisible();
  expect([...api.conversations.values()][0]!.rating).toBe(4);
  await chat.getByRole('button', { name: 'Menu' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chat.getByRole('menuitem', { name: 'Download transcript' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('How do I return a parcel?');
  expect(text).toContain('[1] Returns and refunds - https://example.com/returns');
  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'New conversation' }).click();
  await expect(chat.locator('.chat-message-visitor')).toHaveCount(0);
  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Earlier conversations' }).click();
  await chat.getByRole('button', { name: /How do I return a parcel/ }).click();
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
});

test('few stars ask what was missing; the card stays where it was asked for, and a person can still be had', async ({
  chat,
  page,
  api,
}) => {
  const person = chat.getByRole('button', { name: 'Talk to a person' });
  await expect(person).toHaveText('Talk to a person');
  await ask(chat, 'How do I return a parcel?');
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Rate this conversation' }).click();
  await chat.getByRole('radio', { name: '2 of 5 stars' }).check();
  await chat.getByRole('textbox', { name: 'What could have been better?' }).fill('The price was missing.');
  await chat.getByRole('button', { name: 'Send' }).first().click();
  await expect(chat.getByText('Thank you for your rating.')).toBeVisible();
  await expect.poll(() => [...api.conversations.values()][0]!.comment).toBe('The price was missing.');
  await expect(person).toBeVisible();
  await ask(chat, 'And where?');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(3);
  const [card, last] = [chat.locator('.chat-rating'), answers.last()];
  expect((await card.boundingBox())!.y).toBeLessThan((await last.boundingBox())!.y);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('each turn says its time', async ({ chat }) => {
  await ask(chat, 'How do I return a parcel?');
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  const times = chat.getByRole('log').locator('time');
  await expect(times).toHaveCount(3);
  await expect(times.last()).toHaveText(/^\d{1,2}:\d\d\s?[AP]M$/);
});

test('where nobody was free the form stands, and no stars are asked for', async ({ chat, page, visit, api }) => {
  await expect(chat.getByRole('textbox', { name: 'Write a message…' })).toBeVisible();
  await page.clock.install();
  await visit();
  await ask(chat, 'How do I return a parcel?');
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  miss([...api.conversations.values()].at(-1)!);
  await expect(chat.getByRole('textbox', { name: /email/i })).toBeVisible();
  await page.clock.runFor(90_000);
  await expect(chat.locator('.chat-rating')).toHaveCount(0);
});

test('who says nothing after an answer is asked for stars, once and without losing the focus', async ({
  chat,
  page,
  visit,
  launcher,
}) => {
  // That it is open is remembered once the chat has loaded.
  await expect(chat.getByRole('textbox', { name: 'Write a message…' })).toBeVisible();
  await page.clock.install();
  await visit();
  await expect(page.getByRole('dialog')).toBeVisible();
  await ask(chat, 'How do I return a parcel?');
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  await expect(chat.locator('.chat-rating')).toHaveCount(0);
  await page.clock.runFor(46_000);
  await expect(chat.getByRole('group', { name: 'Rate this conversation' })).toBeVisible();
  await expect(chat.getByRole('textbox', { name: 'Write a message…' })).toBeFocused();
  await ask(chat, 'One more thing');
  await expect(chat.locator('.chat-rating')).toHaveCount(0);
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(3);
  await page.clock.runFor(90_000);
  await expect(chat.locator('.chat-rating')).toHaveCount(0);
  await expect(launcher).toHaveAttribute('aria-expanded', 'true');
});

test('who waits for eight seconds reads a sentence in the language of the chat, until the first word', async ({
  api,
  chat,
  page,
  visit,
}) => {
  api.agent.lang = 'de';
  api.agent.title = 'Maple & Fir';
  await visit();
  await expect(page.getByRole('dialog')).toBeVisible();
  await chat.getByRole('textbox').fill('Please think about it');
  const asked = Date.now();
  await chat.getByRole('textbox').press('Enter');
  const sentence = chat.getByRole('status').filter({ hasText: 'Einen Moment bitte.' });
  await expect(sentence).toBeVisible({ timeout: 9_500 });
  expect(Date.now() - asked).toBeGreaterThan(7_500);
  await expect(chat.locator('.chat-dots')).toBeVisible();
  await expect(chat.getByRole('log').getByText('It was worth the wait.')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  // Two letters, as the dashboards have them.
  await expect(chat.locator('.chat-avatar').first()).toHaveText('MF');
});

test('an answer while closed is counted on the launcher', async ({ chat, page, launcher }) => {
  await ask(chat, 'A long one');
  await expect(chat.getByText('Line 0:')).toBeVisible();
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await launcher.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(launcher).toHaveAccessibleName('Chat');
});

test('the log follows its end, but not against a reader who scrolled up', async ({ chat }) => {
  await ask(chat, 'Something slow');
  await expect(chat.getByText('Line 8:')).toBeVisible({ timeout: 40_000 });
  const log = chat.getByRole('main');
  await log.evaluate((element) => element.scrollTo(0, 0));
  await expect(chat.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await expect(chat.getByText('Line 11:')).toBeAttached({ timeout: 40_000 });
  expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
  await chat.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(chat.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
});

test('markup in an answer stays text and fetches nothing', async ({ chat, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await ask(chat, 'Something evil');
  await expect(chat.getByRole('log').getByText('<img src=x')).toBeVisible();
  await expect(chat.locator('.chat-bubble img')).toHaveCount(0);
  await expect(chat.locator('.chat-bubble a')).toHaveCount(1);
  await expect(chat.locator('.chat-bubble a')).toHaveAttribute('href', 'https://evil.example/p.png');
  expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
});
