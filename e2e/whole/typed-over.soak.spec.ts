import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';
import { field, hold, loseAnswer, makeWeatherWorld, press, type WeatherWorld } from '../world/weather.ts';

// A slow answer, and the person goes on writing: what was written meanwhile is not lost with the answer, a form that is tried
// again sends what stands there then, and whatever arrived without its answer is not there twice.

let sky: WeatherWorld;
test.beforeAll(async ({ browser, shared }) => {
  sky = await makeWeatherWorld(browser, shared, 'typed-over');
});
test.afterAll(() => sky?.dispose());
test.use({ actionTimeout: 15_000 });

const failed = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
const retry = (page: Page, title: string) => failed(page, title).getByRole('button', { name: 'Retry' }).click();
const stored = async (search: string): Promise<object[]> => {
  const { owner, agentIds } = sky.world;
  const { items } = await owner.call('get', `/v2/agents/${agentIds[0]}/leads?search=${encodeURIComponent(search)}`);
  return items.map(({ name, company }: { name: string; company: string }) => ({ name, company }));
};

test('a lead', async () => {
  const page = await sky.open();
  const drawer = page.getByRole('dialog', { name: 'New lead' });
  const failure = 'Failed to save the lead.';
  const begin = async (name: string) => {
    await page.goto(sky.place('leads?tool=new'));
    await field(page, 'Name').fill(name);
  };
  const add = () => drawer.getByRole('button', { name: 'Add lead' }).click();

  await begin('Nia');
  const lost = await hold(page, '/v2/agents/*/leads');
  await add();
  await lost.asked;
  await field(page, 'Name').fill('Nia Roe');
  lost.lose();
  await expect(failed(page, failure)).toBeVisible();
  await field(page, 'Company').fill('Nordlicht');
  await retry(page, failure);
  await expect(page.getByText('Lead added.')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  expect(await stored('Nia')).toEqual([{ name: 'Nia Roe', company: 'Nordlicht' }]);

  await begin('Lia Moe');
  await loseAnswer(page, '/leads');
  await add();
  await retry(page, failure);
  await expect(page.getByText('Lead added.')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  expect(await stored('Lia')).toEqual([{ name: 'Lia Moe', company: '' }]);

  await begin('Mia Poe');
  const slow = await hold(page, '/v2/agents/*/leads');
  await add();
  await slow.asked;
  await field(page, 'Company').fill('Harbour Labs');
  slow.arrive();
  await expect(page.getByText('Lead added.')).toBeVisible();
  await expect(field(page, 'Company')).toHaveValue('Harbour Labs');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Lead saved.')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  expect(await stored('Mia')).toEqual([{ name: 'Mia Poe', company: 'Harbour Labs' }]);
  await page.context().close();
});

test('a table of leads', async () => {
  const page = await sky.open();
  await page.goto(sky.place('leads?tool=import'));
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  const table = (name: string, rows: string[]) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) });
  const target = (column: string) => dialog.getByRole('combobox', { name: `${column} goes to` });

  // Another file is chosen while the first one is still being read.
  const reading = await hold(page, '/v2/agents/*/leads/import-previews');
  const late = page.waitForResponse('**/import-previews');
  await table('first.csv', ['Email,Name', 'ada@example.com,Ada Coe']);
  await reading.asked;
  await table('second.csv', ['Name,Firm', 'Bea Doe,Nordlicht', 'Eva Foe,Harbour Labs']);
  await expect(target('Name')).toHaveValue('name');
  reading.arrive();
  await (await late).finished();
  await expect(target('Firm')).toHaveValue('');
  await expect(target('Name')).toHaveValue('name');

  const lost = await hold(page, '/v2/agents/*/leads/imports');
  const begin = dialog.getByRole('button', { name: 'Import 2 rows' });
  await begin.click();
  await lost.asked;
  await expect(target('Firm')).toBeDisabled();
  lost.lose();
  await expect(failed(page, 'Nothing was imported.')).toBeVisible();
  await target('Firm').selectOption('Company');
  await loseAnswer(page, '/imports');
  const answered = page.waitForResponse('**/imports');
  await begin.click();
  await (await answered).finished();
  await expect(failed(page, 'Nothing was imported.')).toBeVisible();
  await begin.click();
  await expect(dialog.getByText('2 leads added, 0 completed, 0 skipped.')).toBeVisible();
  expect(await stored('oe')).toEqual(
    expect.arrayContaining([
      { name: 'Bea Doe', company: 'Nordlicht' },
      { name: 'Eva Foe', company: 'Harbour Labs' },
    ]),
  );
  for (const name of ['Bea Doe', 'Eva Foe']) expect(await stored(name)).toHaveLength(1);
  await page.context().close();
});

test('a reply and a canned response', async () => {
  const page = await sky.open();
  await page.goto(sky.place('convos?view=inbox'));
  await sky.visitorWaits('Do you rent tents?');
  await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();
  await press(page, 'Take over');
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  const notSent = 'The message could not be sent.';
  const said = (text: string) => page.getByRole('log').getByText(text, { exact: true });
  const send = async (text: string) => {
    await reply.fill(text);
    await reply.press('Enter');
  };

  const lost = await hold(page, '/v2/workspaces/*/inbox/*/messages');
  await send('Twelve euros.');
  await lost.asked;
  await reply.fill('Without pegs.');
  lost.lose();
  await expect(failed(page, notSent)).toBeVisible();
  await retry(page, notSent);
  await expect(said('Twelve euros.')).toHaveCount(1);
  await expect(reply).toHaveValue('Without pegs.');

  // Other words after a lost answer are another message, and the first one is still itself.
  await loseAnswer(page, '/messages');
  await send('Only small ones.');
  await expect(failed(page, notSent)).toBeVisible();
  await send('Only large ones.');
  await expect(reply).toHaveValue('');
  await retry(page, notSent);
  await expect(failed(page, notSent)).toHaveCount(0);
  await send('Good day.');
  for (const text of ['Only small ones.', 'Only large ones.', 'Good day.']) await expect(said(text)).toHaveCount(1);

  await press(page, 'Canned responses');
  const dialog = page.getByRole('dialog', { name: 'Canned responses' });
  const [shortcut, text] = [dialog.getByLabel('Shortcut'), dialog.getByLabel('Text')];
  const notSaved = 'The canned response could not be saved.';
  const slowly = await hold(page, '/v2/workspaces/*/canned-responses');
  await shortcut.fill('tents');
  await text.fill('We rent tents.');
  await press(page, 'Save response');
  await slowly.asked;
  await text.fill('We rent tents for two.');
  slowly.lose();
  await expect(failed(page, notSaved)).toBeVisible();
  await text.fill('We rent tents for four.');
  await retry(page, notSaved);
  await expect(dialog.getByRole('listitem')).toHaveText([/We rent tents for four\./]);
  await expect(text).toHaveValue('');

  const slow = await hold(page, '/v2/workspaces/*/canned-responses');
  await shortcut.fill('bikes');
  await text.fill('We rent bikes.');
  await press(page, 'Save response');
  await slow.asked;
  await text.fill('We rent bikes and helmets.');
  slow.arrive();
  await expect(dialog.getByText('We rent bikes.', { exact: true })).toBeVisible();
  await expect(text).toHaveValue('We rent bikes and helmets.');
  await press(page, 'Save response');
  await expect(dialog.getByText('We rent bikes and helmets.', { exact: true })).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  await loseAnswer(page, '/canned-responses/');
  await press(page, 'Delete tents');
  await retry(page, 'The canned response could not be deleted.');
  await expect(page.getByText('Canned response deleted.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.context().close();
});

test('the workspace', async () => {
  const page = await sky.world.context.newPage();
  await page.goto(`${sky.server.origin}/app/na/settings`);
  const name = field(page, 'Name');
  await name.fill('Nordlicht');
  const slow = await hold(page, '/v2/workspaces/*');
  await press(page, 'Save');
  await slow.asked;
  await name.fill('Nordlicht and friends');
  slow.arrive();
  await expect(page.getByText('Successfully saved workspace data.')).toBeVisible();
  await expect(name).toHaveValue('Nordlicht and friends');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await press(page, 'Discard');
  await expect(name).toHaveValue('Nordlicht');
  await name.fill('Nordlicht and sons');
  await press(page, 'Save');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.close();
});
