import { expect } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test('a visitor says what was wrong with an answer, thinks again about the stars, and the owner reads it', async ({
  browser,
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('thumbs'));
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});

  const chat = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await chat.goto(`${server.origin}/na/prototype/${agentId}`);
  await chat.getByRole('textbox').fill('What does an electric bike cost?');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log').getByText('28 euros')).toBeVisible();
  // The greeting answers nothing.
  await expect(chat.getByRole('button', { name: 'Good answer' })).toHaveCount(1);
  const down = chat.getByRole('button', { name: 'Bad answer' });
  await chat.getByRole('button', { name: 'Good answer' }).click();
  await expect(chat.getByText('Thank you.')).toBeVisible();
  await down.click();
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await chat.getByRole('radio', { name: 'Incomplete' }).check();
  await chat.getByRole('textbox', { name: 'Anything else?' }).fill('And for a week?');
  expect(await seriousFaults(chat)).toEqual([]);
  // Planted: no limit to the width of `.chat-thumbs` -> it ends 8 px behind the answers.
  const endOf = (one: string) => chat.locator(one).evaluate((shown) => shown.getBoundingClientRect().right);
  expect(await endOf('.chat-why')).toBeLessThanOrEqual(await endOf('.chat-log'));
  await chat.getByRole('button', { name: 'Send' }).first().click();
  await expect(chat.getByRole('group', { name: 'What was wrong with it?' })).toHaveCount(0);

  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Rate this conversation' }).click();
  await chat.getByRole('radio', { name: '4 of 5 stars' }).check();
  await chat.getByRole('button', { name: 'Remove rating' }).click();
  await expect(chat.getByRole('radio', { name: '4 of 5 stars' })).not.toBeChecked();
  await chat.getByRole('radio', { name: '2 of 5 stars' }).check();
  await chat.getByRole('textbox', { name: 'What could have been better?' }).fill('Too short.');
  await chat.getByRole('button', { name: 'Send' }).first().click();
  await expect(chat.getByText('Thank you for your rating.')).toBeVisible();
  await chat.reload();
  await expect(down).toHaveAttribute('aria-pressed', 'true');

  await page.goto(`${server.origin}/app/na/sessions?thumbs=down`);
  const row = page.getByRole('list', { name: 'Sessions' }).getByRole('link');
  await expect(row).toContainText('2 of 5');
  await row.click();
  const said = page.getByRole('dialog', { name: 'Conversation' }).getByRole('listitem').filter({ hasText: '28 euros' });
  await expect(said.first()).toContainText('Thumb down · Incomplete');
  await expect(said.first()).toContainText('And for a week?');

  await page.goto(`${server.origin}/app/na/agents/${agentId}/analytics`);
  const scores = page.getByRole('table', { name: 'Ratings and thumbs' });
  await expect(scores.getByRole('row').last()).toContainText('2.0');
  const comments = page.getByRole('list', { name: 'Comments' });
  await expect(comments).toContainText('Too short.');
  await expect(comments).toContainText('And for a week?');
  await scores.getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'All comments' })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Grouped by' }).getByText('People').click();
  await expect(page.getByText('Nobody took a conversation over in this range.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});
