import type { Flow } from '@antiphon/contract/flow-parts';
import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS, LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';

// Forms and cards: an owner writes them, and a visitor fills them in and chooses by keyboard.

const flow: Flow = {
  schema: 1,
  variables: [
    { name: 'name', kind: 'text', choices: [] },
    { name: 'email', kind: 'email', choices: [] },
    { name: 'size', kind: 'choice', choices: ['small', 'large'] },
  ],
  sections: [
    {
      ...{ id: 'main', name: 'Main', examples: [] },
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        {
          ...{ id: 'show', kind: 'message', name: 'Bikes', text: 'Which one, {name}?' },
          choices: [{ id: 'city', label: 'City bike', text: '', image: '', url: '' }],
        },
        { id: 'good', kind: 'end', name: 'Good', text: 'A {size} one for {email}.', resolves: false },
        { id: 'none', kind: 'end', name: 'None', text: 'Never mind.', resolves: false },
      ],
      edges: [
        { from: 'start', port: 'next', to: 'show' },
        { from: 'show', port: 'city', to: 'good' },
        { from: 'show', port: 'other', to: 'none' },
      ],
    },
  ],
};

const panel = (page: Page) => page.getByRole('complementary', { name: 'Fields of the chosen part' });

async function pickVariable(page: Page, number: number, name: string) {
  await panel(page).getByLabel('Keep the answer in').nth(number).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('a form and a card are written on the canvas, filled in and chosen by a visitor', async ({
  page,
  browser,
  shared: server,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('fred'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, flow }, draftRevision });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.goto(`${server.origin}/app/na/agents/${id}/prompt?view=outline`);

  // Behind the start: what followed it follows the form.
  await page.getByRole('treeitem').first().click();
  await panel(page).getByLabel('Next', { exact: true }).click();
  await page.getByRole('option', { name: /Form/ }).click();
  await panel(page).getByLabel('What is said', { exact: true }).fill('Who are you?');
  for (const [number, label, variable] of [
    [0, 'Your name', 'name'],
    [1, 'Your name', 'email'],
    [2, 'Size', 'size'],
  ] as const) {
    await panel(page).getByRole('button', { name: 'Add a field' }).click();
    await panel(page)
      .getByLabel(`Label of field ${number + 1}`)
      .fill(label);
    await pickVariable(page, number, variable);
  }
  await expect(panel(page).getByText('Two fields are called Your name.')).toBeVisible();
  await panel(page).getByLabel('Label of field 2').fill('Your email');
  await panel(page).getByRole('switch', { name: 'Must be filled in' }).nth(2).press('Space');
  await panel(page).getByRole('button', { name: 'Move field 2 up' }).click();
  await expect(panel(page).getByLabel('Label of field 1')).toHaveValue('Your email');
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await panel(page).getByLabel('Not given', { exact: true }).click();
  await page.getByRole('option', { name: /None/ }).click();
  await page.getByRole('treeitem').filter({ hasText: 'Bikes' }).and(page.locator('[data-node]')).click();
  await panel(page).getByRole('button', { name: 'Make button 1 a card' }).click();
  await panel(page).getByLabel('Words of the card').fill('Light, for every day.\n900 euros.');
  await panel(page).getByLabel('Address where more is to be read').fill('shop.example.com');
  await expect(panel(page).getByText('Use an https address.').first()).toBeVisible();
  await panel(page).getByLabel('Address where more is to be read').fill('https://shop.example.com/city');
  await expect(page.getByText('No problems')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await owner.call('post', `/v2/agents/${id}/publish`, {});

  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  await visitor.goto(`${server.origin}/na/prototype/${id}`);
  const log = visitor.getByRole('log');
  const form = visitor.locator('.chat-picks form');
  await expect(form.getByRole('textbox', { name: /Your email/ })).toBeVisible();
  expect(await look(visitor, LOOKS)).toEqual([]);
  await form.getByRole('textbox', { name: /Your email/ }).fill('ada');
  await form.getByRole('button', { name: 'Send' }).click();
  // The browser says what is wrong, and nothing is lost.
  await expect(form.getByRole('textbox', { name: /Your email/ })).toBeFocused();
  await form.getByRole('textbox', { name: /Your email/ }).fill('ada@example.com');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type('Ada');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type('large');
  await expect(form.getByRole('combobox', { name: /Size/ })).toHaveValue('large');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.press('Enter');
  await expect(log).toContainText('Your email: ada@example.com');
  await expect(log).toContainText('Which one, Ada?');
  await expect(form).toHaveCount(0);
  await expect(visitor.getByRole('textbox')).toBeFocused();
  const card = visitor.locator('.chat-pick');
  await expect(card).toContainText('Light, for every day.');
  await expect(card.getByRole('link', { name: 'shop.example.com' })).toHaveAttribute(
    'href',
    'https://shop.example.com/city',
  );
  await expect(visitor.locator('[aria-live=polite]').filter({ hasText: 'City bike' })).toHaveCount(1);
  expect(await look(visitor, LOOKS)).toEqual([]);
  await card.getByRole('button', { name: 'City bike' }).press('Enter');
  await expect(log).toContainText('A large one for ada@example.com.');
  await expect(card).toHaveCount(0);
  await visitors.close();
});
