import { expect } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';

// The owner says what is masked, refused and never said, and sees that it holds.

test('guardrails are set under Settings, hold in the test chat', async ({ page, shared: server }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('gina'));
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  await page.goto(`${server.origin}/app/na/agents/${id}/settings`);
  await expect(page.getByRole('switch', { name: 'Card numbers' })).toBeChecked();
  await page.getByRole('switch', { name: 'Phone numbers' }).press('Space');
  await page.getByRole('button', { name: 'Add topic' }).click();
  await expect(page.getByRole('textbox', { name: 'Topic', exact: true })).toBeFocused();
  await page.keyboard.type('Medical advice');
  const examples = page.getByRole('combobox', { name: 'What visitors ask' });
  for (const example of ['Can I take painkillers, please?', 'Is it safe with my medication?']) {
    await examples.fill(example);
    await examples.press('Enter');
  }
  await page.getByRole('textbox', { name: 'What the agent answers' }).fill('Please ask your doctor.');
  const hosts = page.getByRole('combobox', { name: 'Hosts that may be linked' });
  await hosts.fill('https://shop.example.com/x');
  await hosts.press('Enter');
  await page.getByRole('combobox', { name: 'Names never said' }).fill('Rivalcorp');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Answers appear sentence by sentence')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use a host such as shop.example.com', { exact: false }).first()).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await hosts.press('Backspace');
  await hosts.fill('*.example.com');
  await hosts.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { settings } = await owner.call('get', `/v2/agents/${id}`);
  expect(settings.guardrails).toMatchObject({
    masks: { cards: true, ibans: false, emails: false, phones: true },
    topics: [
      { name: 'Medical advice', examples: ['Can I take painkillers, please?', 'Is it safe with my medication?'] },
    ],
    linkHosts: ['*.example.com'],
    names: ['Rivalcorp'],
  });

  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  const chat = page.frameLocator('iframe[title="Test chat"]');
  await chat.getByRole('textbox').fill('Can I take painkillers? Call +1 555 555 0100');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log').getByText('Please ask your doctor.')).toBeVisible();
  await expect(chat.getByRole('log').getByText('Call [phone 1]')).toBeVisible();
});
