import { expect, type Page } from '@playwright/test';
import { ownPassword, signInClient } from '../world/agency-world.ts';
import { test } from '../world/journey.ts';
import { type Change, field, loseAnswer, makeWeatherWorld, press, type WeatherWorld } from '../world/weather.ts';

// Every change that a client can make to an agent and their own account, on the day when the server fails and then the line is
// dead: each is told as not done, keeps what was entered, and is done once both are back.

let sky: WeatherWorld;
test.beforeAll(async ({ browser, shared }) => {
  sky = await makeWeatherWorld(browser, shared, 'weather');
});
test.afterAll(() => sky?.dispose());

test('knowledge', async () => {
  const drawer = (page: Page) => page.getByRole('dialog');
  const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });
  const choose = async (page: Page, title: string, action: string) => {
    await press(page, `Actions for ${title}`);
    await page.getByRole('menuitem', { name: action }).click();
  };
  const changes: Change[] = [
    {
      at: 'kb?add=text',
      call: '/v2/agents/*/knowledge',
      act: async (page) => {
        await field(page, 'Title').fill('Opening hours');
        await field(page, 'Text').fill('We open at nine.');
        await drawer(page).getByRole('button', { name: 'Add text' }).click();
      },
      failure: 'Failed to add text.',
      success: 'Text added. It is being read.',
      kept: async (page) => {
        await expect(field(page, 'Title')).toHaveValue('Opening hours');
        await expect(field(page, 'Text')).toHaveValue('We open at nine.');
      },
      done: (page) => expect(row(page, 'Opening hours')).toBeVisible(),
    },
    {
      at: 'kb?add=url',
      call: '/v2/agents/*/knowledge',
      act: async (page) => {
        await field(page, 'Address').fill('https://example.com/help');
        await drawer(page).getByRole('button', { name: 'Add page' }).click();
      },
      failure: 'Failed to add the address.',
      success: 'Address added. It is being read.',
      kept: (page) => expect(field(page, 'Address')).toHaveValue('https://example.com/help'),
      done: (page) => expect(row(page, 'example.com/help')).toBeVisible(),
    },
    {
      at: 'kb?add=files',
      call: '/v2/agents/*/knowledge',
      act: async (page) => {
        const file = { name: 'tariff.txt', mimeType: 'text/plain', buffer: Buffer.from('A trailer costs 9 euros.') };
        await drawer(page).locator('input[type=file]').setInputFiles(file);
        await drawer(page).getByRole('button', { name: 'Add file' }).click();
      },
      failure: 'Retry',
      kept: (page) => expect(page.getByText('tariff.txt').first()).toBeVisible(),
      done: (page) => expect(row(page, 'tariff')).toBeVisible(),
    },
    {
      at: 'kb',
      call: '/v2/agents/*/knowledge/*/refresh',
      act: (page) => choose(page, 'tariff.txt', 'Read again'),
      failure: 'The document could not be read again.',
      done: (page) => expect(row(page, 'tariff').getByText('Ready')).toBeVisible(),
    },
    {
      at: 'kb',
      call: '/v2/agents/*/knowledge/*',
      act: async (page) => {
        await choose(page, 'Opening hours', 'Passages and edit');
        await field(page, 'Text').fill('We open at ten.');
        await press(page, 'Save document');
      },
      failure: 'Failed to save document.',
      success: 'Document saved.',
      kept: (page) => expect(field(page, 'Text')).toHaveValue('We open at ten.'),
      done: (page) => expect(page.getByRole('button', { name: 'Save document' })).toBeDisabled(),
    },
    {
      at: 'kb',
      call: '/v2/agents/*/knowledge/*',
      act: async (page) => {
        await choose(page, 'Opening hours', 'Delete');
        await press(page, 'Delete document');
      },
      failure: 'Failed to delete document.',
      success: 'Document deleted.',
      kept: (page) => expect(drawer(page)).toBeVisible(),
      done: (page) => expect(row(page, 'Opening hours')).toHaveCount(0),
    },
  ];
  await sky.walk(await sky.open(), changes);
});

test('a text and an address whose answer was lost are there once when they are tried again', async () => {
  const page = await sky.open();
  for (const [kind, label, value, button, title] of [
    ['text', 'Title', 'Lost and found', 'Add text', 'Lost and found'],
    ['url', 'Address', 'https://example.com/lost', 'Add page', 'example.com/lost'],
  ] as const) {
    await page.goto(sky.place(`kb?add=${kind}`));
    await field(page, label).fill(value);
    if (kind === 'text') await field(page, 'Text').fill('Ask at the counter.');
    await loseAnswer(page, '/knowledge');
    const submit = page.getByRole('dialog').getByRole('button', { name: button });
    await submit.click();
    await expect(page.getByRole('alert')).toContainText('Failed to add');
    await submit.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(1);
  }
  await page.context().close();
});

test('the prompt', async () => {
  const changes: Change[] = [
    {
      at: 'nodes',
      call: '/v2/agents/agt_*',
      act: async (page) => {
        await field(page, 'Greeting').fill('Welcome to the harbour.');
        await press(page, 'Save');
      },
      failure: 'Failed to save agent:',
      kept: async (page) => {
        await expect(field(page, 'Greeting')).toHaveValue('Welcome to the harbour.');
        await expect(page.getByText('There are unsaved changes')).toBeVisible();
      },
      done: (page) => expect(page.getByText('All changes saved')).toBeVisible(),
    },
    {
      call: '/v2/agents/*/publish',
      act: async (page) => {
        await press(page, 'More about publishing');
        await page.getByRole('menuitem', { name: 'Publish with note' }).click();
        await page.getByRole('dialog').getByRole('textbox').fill('A warmer greeting');
        await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      },
      failure: 'Failed to save agent:',
      success: 'Published. Visitors get this version from now on.',
      kept: (page) => expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('A warmer greeting'),
      done: (page) => expect(page.getByRole('button', { name: 'Published', includeHidden: true })).toBeDisabled(),
    },
  ];
  await sky.walk(await sky.open(), changes);
});

test('the account', async ({ browser }) => {
  const second = await (await browser.newContext()).newPage();
  await signInClient(second, sky.world.clientUrl, sky.email, { isFirst: false });
  await second.context().close();
  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Account' });
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') };
  const choose = (page: Page) => drawer(page).locator('input[type=file]').setInputFiles(file);
  const changes: Change[] = [
    {
      at: 'settings?panel=account',
      call: '/client/files',
      act: async (page) => {
        await field(page, 'Name').fill('Cleo Changed');
        await choose(page);
      },
      failure: 'The photo could not be uploaded.',
      told: drawer,
      kept: (page) => expect(field(page, 'Name')).toHaveValue('Cleo Changed'),
      retry: choose,
      done: (page) => expect(drawer(page).getByRole('button', { name: 'Remove photo' })).toBeVisible(),
    },
    {
      call: '/client/sessions/*',
      act: (page) =>
        drawer(page)
          .getByRole('button', { name: /^Sign out / })
          .first()
          .click(),
      failure: 'The session was not ended.',
      success: 'The session was ended.',
      done: (page) => expect(drawer(page).getByRole('button', { name: /^Sign out / })).toHaveCount(0),
    },
    {
      call: '/client/password',
      act: async (page) => {
        await field(page, 'Current password').fill(ownPassword);
        await field(page, 'New password').fill('another-horse-battery');
        await press(page, 'Change password');
      },
      failure: 'The password was not changed.',
      success: 'Password changed.',
      kept: (page) => expect(field(page, 'New password')).toHaveValue('another-horse-battery'),
      retry: (page) => press(page, 'Change password'),
      done: (page) => expect(field(page, 'New password')).toHaveValue(''),
    },
  ];
  await sky.walk(await sky.open(), changes);
});
