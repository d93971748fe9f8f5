import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';
import { type Change, field, hold, loseAnswer, makeWeatherWorld, press, type WeatherWorld } from '../world/weather.ts';

// Every change that a client can make to leads, on the day when the server fails and then the line is dead: each is told as not
// done, keeps what was entered, and is done once both are back. Nothing is done with a list of other filters.

let sky: WeatherWorld;
test.beforeAll(async ({ browser, shared }) => {
  sky = await makeWeatherWorld(browser, shared, 'lead-weather');
  const twice = (name: string, company: string) => ({ name, company });
  const leads = [
    twice('Noor Hale', 'Harbour Labs'),
    twice('Noor Hale', 'Nordlicht'),
    twice('Ida Moe', ''),
    twice('Ida Moe', ''),
  ];
  for (const lead of leads) await sky.world.owner.call('post', `/v2/agents/${sky.world.agentIds[0]}/leads`, lead);
});
test.afterAll(() => sky?.dispose());
test.use({ actionTimeout: 15_000 });

const drawer = (page: Page) => page.getByRole('dialog');
const groups = (page: Page) => page.getByRole('dialog', { name: 'Manage groups' });
const same = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Find duplicates' }).locator('section').filter({ hasText: name });
const merging = (page: Page) => page.getByRole('dialog', { name: 'Merge 2 leads into one?' });
const bar = (page: Page) => page.getByRole('region', { name: 'With the selected leads' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const choose = async (page: Page, name: string) => {
  const boxes = page.getByRole('checkbox', { name: `Select ${name}` });
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
};

test('one lead, and groups', async () => {
  const changes: Change[] = [
    {
      at: 'leads',
      call: '/v2/agents/*/leads/*',
      act: async (page) => {
        await press(page, 'Vera Lind');
        await field(page, 'Company').fill('Harbour Labs');
        await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
      },
      failure: 'Failed to save the lead.',
      success: 'Lead saved.',
      kept: (page) => expect(field(page, 'Company')).toHaveValue('Harbour Labs'),
      done: (page) => expect(drawer(page)).toHaveCount(0),
    },
    {
      at: 'leads?tool=groups',
      call: '/v2/agents/*/leads/groups',
      act: async (page) => {
        await groups(page).getByLabel('New group').fill('Customers');
        await groups(page).getByRole('button', { name: 'Create' }).click();
      },
      failure: 'New group',
      told: groups,
      kept: (page) => expect(groups(page).getByLabel('New group')).toHaveValue('Customers'),
      retry: (page) => groups(page).getByRole('button', { name: 'Create' }).click(),
      done: async (page) => {
        await expect(groups(page).getByText('Customers')).toBeVisible();
        await page.keyboard.press('Escape');
      },
    },
    {
      at: 'leads?tool=groups',
      call: '/v2/agents/*/leads/groups/*',
      act: async (page) => {
        await press(page, 'Rename Customers');
        await groups(page).getByRole('textbox', { name: 'Rename Customers' }).fill('Regulars');
        await press(page, 'Save');
      },
      failure: 'New group',
      told: groups,
      kept: (page) => expect(groups(page).getByRole('textbox', { name: 'Rename Customers' })).toHaveValue('Regulars'),
      retry: (page) => press(page, 'Save'),
      done: async (page) => {
        await expect(groups(page).getByText('Regulars', { exact: true })).toHaveCount(1);
        await page.keyboard.press('Escape');
      },
    },
    {
      call: '/v2/agents/*/leads/groups/*/leads',
      act: async (page) => {
        await choose(page, 'Vera Lind');
        await choose(page, 'Kim Berg');
        await bar(page).getByRole('button', { name: 'Groups' }).click();
        await page.getByRole('menuitem', { name: 'Regulars' }).first().click();
      },
      failure: 'Failed to change the groups.',
      success: 'Groups changed.',
      kept: async (page) => {
        await expect(bar(page).getByText('2 selected')).toBeVisible();
        await expect(row(page, 'Kim Berg')).not.toContainText('Regulars');
      },
      done: async (page) => {
        for (const name of ['Vera Lind', 'Kim Berg']) await expect(row(page, name)).toContainText('Regulars');
      },
    },
    {
      at: 'leads?tool=groups',
      call: '/v2/agents/*/leads/groups/*',
      act: async (page) => {
        await expect(groups(page).getByText('2 leads')).toBeVisible();
        await press(page, 'Delete Regulars');
        await press(page, 'Delete');
      },
      failure: 'Failed to delete the group.',
      kept: (page) => expect(groups(page).getByText('Delete the group Regulars? Its leads stay.')).toBeVisible(),
      done: (page) => expect(groups(page).getByText('There are no groups yet.')).toBeVisible(),
    },
  ];
  await sky.walk(await sky.open(), changes);
});

test('duplicates, and several at once', async () => {
  const failsToTell = 'It could not be noted that they are different.';
  const changes: Change[] = [
    {
      at: 'leads?tool=duplicates',
      call: '/v2/agents/*/leads/merge',
      act: async (page) => {
        await same(page, 'Noor Hale').getByRole('button', { name: 'Merge' }).click();
        await merging(page).getByRole('radio', { name: 'Harbour Labs' }).check();
        await merging(page).getByRole('button', { name: 'Merge' }).click();
      },
      failure: 'Failed to merge.',
      success: 'Leads merged.',
      kept: (page) => expect(merging(page).getByRole('radio', { name: 'Harbour Labs' })).toBeChecked(),
      done: async (page) => {
        await expect(merging(page)).toHaveCount(0);
        await expect(same(page, 'Noor Hale')).toHaveCount(0);
      },
    },
    {
      call: '/v2/agents/*/leads/duplicates',
      act: (page) => same(page, 'Ida Moe').getByRole('button', { name: 'Not the same' }).click(),
      failure: failsToTell,
      success: 'Marked as different people.',
      kept: (page) => expect(same(page, 'Ida Moe')).toBeVisible(),
      done: (page) => expect(page.getByText('No duplicates found')).toBeVisible(),
    },
    {
      call: '/v2/agents/*/leads/duplicates',
      act: (page) => press(page, 'Undo'),
      failure: failsToTell,
      kept: (page) => expect(page.getByText('No duplicates found')).toBeVisible(),
      done: (page) => expect(same(page, 'Ida Moe')).toBeVisible(),
    },
    {
      at: 'leads',
      call: '/v2/agents/*/leads/delete',
      act: async (page) => {
        await choose(page, 'Ida Moe');
        await expect(row(page, 'Noor Hale')).toHaveCount(1);
        await bar(page).getByRole('button', { name: 'Delete' }).click();
      },
      failure: 'Failed to delete.',
      success: '2 leads deleted',
      kept: (page) => expect(bar(page).getByText('2 selected')).toBeVisible(),
      done: (page) => expect(row(page, 'Ida Moe')).toHaveCount(0),
    },
    {
      call: '/v2/agents/*/leads/restore',
      act: (page) => press(page, 'Undo'),
      failure: 'Failed to restore.',
      success: 'Restored.',
      kept: (page) => expect(row(page, 'Ida Moe')).toHaveCount(0),
      done: (page) => expect(row(page, 'Ida Moe')).toHaveCount(2),
    },
    {
      at: 'leads',
      call: '/v2/agents/*/leads/delete',
      act: async (page) => {
        await press(page, 'Kim Berg');
        await press(page, 'Delete lead');
      },
      failure: 'Failed to delete.',
      success: 'Lead deleted',
      done: (page) => expect(row(page, 'Kim Berg')).toHaveCount(0),
    },
  ];
  await sky.walk(await sky.open(), changes);
});

test('what was done and its answer lost is done when it is tried again, with its way back', async () => {
  const { owner, agentIds } = sky.world;
  const leads = `/v2/agents/${agentIds[0]}/leads`;
  for (const company of ['Harbour Labs', 'Nordlicht']) await owner.call('post', leads, { name: 'Una Voe', company });
  await owner.call('post', `${leads}/groups`, { name: 'Newcomers' });
  const page = await sky.open();
  const lost = async (part: string, act: () => Promise<unknown>) => {
    await loseAnswer(page, part);
    await act();
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  };
  await page.goto(sky.place('leads?tool=groups'));
  await press(page, 'Delete Newcomers');
  await lost('/leads/groups/', () => press(page, 'Delete'));
  await expect(groups(page).getByText('There are no groups yet.')).toBeVisible();

  await page.goto(sky.place('leads?tool=duplicates'));
  await same(page, 'Una Voe').getByRole('button', { name: 'Merge' }).click();
  await lost('/leads/merge', () => merging(page).getByRole('button', { name: 'Merge' }).click());
  await expect(page.getByText('Leads merged.')).toBeVisible();
  await expect(same(page, 'Una Voe')).toHaveCount(0);

  await page.goto(sky.place('leads'));
  await choose(page, 'Una Voe');
  await lost('/leads/delete', () => bar(page).getByRole('button', { name: 'Delete' }).click());
  await expect(row(page, 'Una Voe')).toHaveCount(0);
  await lost('/leads/restore', () => press(page, 'Undo'));
  await expect(page.getByText('Restored.')).toBeVisible();
  await expect(row(page, 'Una Voe')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().close();
});

test('while the list of a filter is awaited, nothing can be done with the one before it', async () => {
  const { owner, agentIds } = sky.world;
  const table = [...Array(60).keys()].map((n) => `${n < 5 ? 'Bo' : 'Ada'} Number ${n}`).join('\n');
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`Name\n${table}\n`) };
  const options = JSON.stringify({ targets: ['name'], onDuplicate: 'merge' });
  const { origin } = sky.server;
  const imports = `${origin}/api/na/v2/agents/${agentIds[0]}/leads/imports`;
  const sent = { headers: { origin }, multipart: { file, options } };
  expect(await (await sky.world.context.request.post(imports, sent)).text()).toContain('"created":60');
  const total = async () => (await owner.call('get', `/v2/agents/${agentIds[0]}/leads`)).total;
  const before = await total();
  const page = await sky.open();
  await page.goto(sky.place('leads'));
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await expect(bar(page).getByRole('button', { name: `Select all ${before} that match` })).toBeVisible();

  const list = await hold(page, '/v2/agents/*/leads?*search=Bo*', 'GET');
  await page.getByRole('textbox', { name: 'Search leads' }).fill('Bo Number');
  await list.asked;
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'Ada Number').first()).toBeVisible();
  list.arrive();
  await expect(row(page, 'Ada Number')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select Bo Number 1' }).setChecked(true);
  const others = page.getByRole('checkbox', { name: /^Select Bo Number [^1]/ });
  for (const box of await others.all()) await box.setChecked(false);
  await expect(bar(page).getByText('1 selected')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Lead deleted')).toBeVisible();
  expect(await total()).toBe(before - 1);
  await page.context().close();
});
