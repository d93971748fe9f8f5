import { expect } from '@playwright/test';
import { test } from '../world/journey.ts';
import { look } from '../world/looks.ts';
import { createEmptyAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// A conversation goes through a flow: its buttons by mouse and by keyboard, and gone once something is said.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const LONG = 'Something else, such as an order that has not come yet';
const flow = {
  schema: 1,
  variables: [{ name: 'size', kind: 'choice', choices: ['small', 'large'] }],
  sections: [
    {
      ...{ id: 'main', name: 'Main' },
      nodes: [
        { id: 'start', kind: 'start' },
        {
          ...{ id: 'menu', kind: 'message', text: 'What can I do for you?' },
          choices: [
            { id: 'order', label: 'Order a cake' },
            { id: 'hours', label: 'Opening hours' },
            { id: 'other1', label: LONG },
          ],
        },
        { id: 'size', kind: 'collect', variable: 'size', question: 'Which size?' },
        { id: 'done', kind: 'end', text: 'A {size} cake it is.' },
        { id: 'told', kind: 'end', text: 'We are open from 9 to 17.' },
      ],
      edges: [
        { from: 'start', port: 'next', to: 'menu' },
        { from: 'menu', port: 'order', to: 'size' },
        { from: 'menu', port: 'hours', to: 'told' },
        { from: 'menu', port: 'other1', to: 'told' },
        { from: 'menu', port: 'other', to: 'told' },
        { from: 'size', port: 'done', to: 'done' },
        { from: 'size', port: 'notGiven', to: 'told' },
      ],
    },
  ],
};

async function openAgent(owner: Owner): Promise<string> {
  const id = await createEmptyAgent(owner, 'Harbour Bakery');
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, flow }, draftRevision });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  return id;
}

test('choices are pressed by mouse and by keyboard, and go with what is said', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'cakes@example.com');
  const id = await openAgent(owner);
  await page.goto(`${server.origin}/na/prototype/${id}`);
  const log = page.getByRole('log');
  const choices = page.locator('.chat-picks').getByRole('button');

  await expect(choices).toHaveText(['Order a cake', 'Opening hours', LONG]);
  await expect(log).toContainText('What can I do for you?');
  expect(await look(page)).toEqual([]);
  await choices.first().click();
  await expect(log).toContainText('Order a cake');
  await expect(log).toContainText('Which size?');
  await expect(choices).toHaveText(['small', 'large']);
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'small, large' })).toHaveCount(1);

  // By keyboard: the field has the focus afterwards, since the button is gone.
  await page.getByRole('textbox').focus();
  await choices.first().focus();
  await page.keyboard.press('Tab');
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(log).toContainText('A large cake it is.');
  await expect(choices).toHaveCount(0);
  await expect(page.getByRole('textbox')).toBeFocused();

  // Whoever comes back finds the buttons that are still open, and may write their number instead.
  await page.getByRole('textbox').fill('Hello again');
  await page.keyboard.press('Enter');
  await expect(choices).toHaveCount(3);
  await page.reload();
  await expect(choices).toHaveCount(3);
  await page.getByRole('textbox').fill('2');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('We are open from 9 to 17.');
  await expect(choices).toHaveCount(0);
});
