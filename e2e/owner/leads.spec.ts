import { mkdirSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';

// Leads: from a visitor's words to a merged, grouped, exported, erased person, for the owner and for a client.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'leads', titles: ['Harbour Bikes', 'Harbour Cafe'] });
  for (const id of world.agentIds) await world.owner.call('post', `/v2/agents/${id}/publish`, {});
});
test.afterAll(async () => {
  await world?.context.close();
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};
const leadsOf = (at: number) => `${server.origin}/app/na/agents/${world.agentIds[at]}/leads`;
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Leads' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') });
const more = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

async function chat(page: Page, agentId: string, text: string): Promise<void> {
  const api = `${server.origin}/api/na/public`;
  const started = await (await page.request.post(`${api}/agents/${agentId}/conversations`, { data: {} })).json();
  const sent = await page.request.post(`${api}/conversations/${started.conversationId}/messages`, {
    data: { id: crypto.randomUUID(), text },
    headers: { authorization: `Bearer ${started.visitorToken}` },
  });
  expect(sent.ok()).toBe(true);
}

const ownerPage = (_browser: Browser) => world.context.newPage();

test('a visitor who names themselves appears by themselves; the lead is written to, grouped, deleted and taken back', async ({
  browser,
}) => {
  const page = await ownerPage(browser);
  await page.goto(leadsOf(0));
  await expect(page.getByText('No leads yet')).toBeVisible();
  await picture(page, 'leads-empty');
  expect(await seriousFaults(page)).toEqual([]);

  await chat(page, world.agentIds[0] ?? '', 'Hello, my name is Vera Lind, do you rent bikes? vera@example.com');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Vera Lind');
  await expect(rows(page).first()).toContainText('Conversation');

  await page.getByRole('button', { name: 'Vera Lind' }).click();
  await expect(page).toHaveURL(/lead=led_/);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Email', { exact: true }).fill('vera');
  await drawer.getByLabel('Phone', { exact: true }).fill('+1 202 555 0143');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Please enter a valid email')).toBeVisible();
  await drawer.getByLabel('Email', { exact: true }).fill('vera@example.com');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lead saved.')).toBeVisible();
  await expect(rows(page).first()).toContainText('+1 202 555 0143');

  await more(page, 'Manage groups');
  await page.getByLabel('New group').fill('Customers');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: 'Rename Customers' })).toBeVisible();
  await page.getByLabel('New group').fill('customers');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('There is already a group with this name.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select Vera Lind' }).check();
  await page.getByRole('region', { name: 'With the selected leads' }).getByRole('button', { name: 'Groups' }).click();
  await page.getByRole('menuitem', { name: 'Customers' }).first().click();
  await expect(rows(page).first()).toContainText('Customers');

  await page.getByRole('button', { name: 'Vera Lind' }).click();
  await expect(drawer.getByLabel('Phone', { exact: true })).toHaveValue('+1 202 555 0143');
  await picture(page, 'leads-drawer');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete lead' }).click();
  await expect(page.getByText('No leads yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Vera Lind' }).click();
  await page.getByRole('link', { name: /do you rent bikes/ }).click();
  await expect(page).toHaveURL(/convos\?convo=cnv_/);
  await page.goto(leadsOf(0));
  await page.getByRole('button', { name: 'Vera Lind' }).click();
  await page.getByRole('button', { name: 'Erase person' }).click();
  const asked = page.getByRole('dialog', { name: 'Erase Vera Lind?' });
  await expect(asked.getByText('THIS ACTION CANNOT BE UNDONE.')).toBeVisible();
  await asked.getByRole('button', { name: 'Erase person' }).click();
  await expect(page.getByText('Erased.')).toBeVisible();
  await expect(page.getByText('No leads yet')).toBeVisible();
  await page.close();
});

const TABLE = [
  'Full name;E-mail;Telephone;Firm;Tags;Remarks',
  'Vera Lind;vera@example.com;+1 202 555 0143;Harbour Labs;Customers, News;Called twice',
  '"Lind, Vera";vera+news@example.com;+1 202 555 0143;;;',
  '=HYPERLINK("http://attacker.test");eve@example.com;;;;',
  'Bob;nobody;;;;',
  'Rindfleischetikettierungsüberwachungsaufgabe Müller;mueller@example.com;030 1234567;Wasserwerke;;',
].join('\n');

test('a table is imported with its problems told by line, exported so that nothing runs, duplicates become one', async ({
  browser,
}) => {
  const page = await ownerPage(browser);
  await page.goto(leadsOf(1));
  await more(page, 'Import CSV');
  await expect(page).toHaveURL(/tool=import/);
  const dialog = page.getByRole('dialog', { name: 'Import leads' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(TABLE),
  });
  await expect(dialog.getByRole('combobox', { name: 'Full name goes to' })).toHaveValue('name');
  await expect(dialog.getByRole('combobox', { name: 'Firm goes to' })).toHaveValue('');
  await dialog.getByRole('combobox', { name: 'Firm goes to' }).selectOption('Company');
  await dialog.getByRole('combobox', { name: 'Remarks goes to' }).selectOption('Note');
  await picture(page, 'leads-import');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 5 rows' }).click();
  await expect(dialog.getByText('4 leads added, 0 completed, 0 skipped.')).toBeVisible();
  await expect(dialog.getByText('1 row was not imported.')).toBeVisible();
  const [problems] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download these rows' }).click(),
  ]);
  expect(readFileSync(await problems.path(), 'utf8')).toContain('"5","This is not an email.","nobody"');
  await picture(page, 'leads-import-result');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rows(page)).toHaveCount(4);
  await picture(page, 'leads-list');

  await page.getByRole('button', { name: 'More actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""http://attacker.test"")"`);
  expect(csv.trim().split('\r\n')).toHaveLength(5);

  await more(page, 'Find duplicates');
  await expect(page.getByText('Same mailbox')).toBeVisible();
  await picture(page, 'leads-duplicates');
  await page.getByRole('dialog', { name: 'Find duplicates' }).getByRole('button', { name: 'Merge' }).first().click();
  const merge = page.getByRole('dialog', { name: 'Merge 2 leads into one?' });
  await merge.getByRole('radio', { name: 'Vera Lind' }).check();
  await picture(page, 'leads-merge');
  expect(await seriousFaults(page)).toEqual([]);
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Leads merged.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(3);
  const words = page.getByRole('textbox', { name: 'Search leads' });
  const emptied = async () => {
    await words.press('ControlOrMeta+A');
    await words.press('Delete');
    await expect(rows(page)).toHaveCount(3);
    await expect(page).not.toHaveURL(/search=/);
    await expect(words).toBeFocused();
  };
  // Who goes on writing while the list is narrowed, or finds nothing and begins again, does so in the same field.
  await words.click();
  await page.keyboard.type('nobody');
  await expect(page.getByText('No lead matches.')).toBeVisible();
  await emptied();
  await page.keyboard.type('555');
  await expect(page).toHaveURL(/search=%22555%22/);
  await page.keyboard.type(' 0143', { delay: 100 });
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('555 0143');
  await expect(page).toHaveURL(/search=555\D*0143/);
  await emptied();
  await page.keyboard.type('555 0143');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=555/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.close();
});

test('what is wrong with a table is told in the language of the dashboard', async ({ browser }) => {
  const page = await ownerPage(browser);
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await page.goto(`${leadsOf(1)}?tool=import`);
  const dialog = page.getByRole('dialog', { name: 'Leads importieren' });
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'leute.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('Name;Email\n');
  await expect(dialog.getByRole('alert')).toContainText('In dieser Datei stehen keine Zeilen.');
  await expect(dialog.getByRole('button', { name: 'Importieren' })).toBeDisabled();
  await choose('Name;Email\n;nobody\n');
  await dialog.getByRole('button', { name: '1 Zeile importieren' }).click();
  await expect(dialog.getByText('Das ist keine E-Mail-Adresse. nobody')).toBeVisible();
  await picture(page, 'leads-import-german');
  const [problems] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Diese Zeilen herunterladen' }).click(),
  ]);
  expect(readFileSync(await problems.path(), 'utf8')).toBe(
    '\ufeff"Zeile","Problem","Wert"\r\n"2","Das ist keine E-Mail-Adresse.","nobody"\r\n',
  );
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.close();
});

// R19, planted: the server fails.
test('no success is told where the server failed, and what was typed is kept', async ({ browser }) => {
  const page = await ownerPage(browser);
  await page.goto(`${leadsOf(1)}?tool=new`);
  await page.route('**/leads', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  const drawer = page.getByRole('dialog', { name: 'New lead' });
  await drawer.getByLabel('Name', { exact: true }).fill('Kim');
  await drawer.getByRole('button', { name: 'Add lead' }).click();
  await expect(page.getByText('Failed to save the lead.')).toBeVisible();
  await expect(page.getByText('Lead added.')).toHaveCount(0);
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Kim');
  await page.unroute('**/leads');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Lead added.')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Kim' })).toHaveCount(1);
  await page.close();
});

test('an agent is told what else to note, and the form of a lead has it', async ({ browser }) => {
  const page = await ownerPage(browser);
  await page.goto(`${server.origin}/app/na/agents/${world.agentIds[1]}/settings`);
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('textbox', { name: 'Label' }).last().fill('Budget');
  await page.getByRole('combobox', { name: 'Type' }).last().click();
  await page.getByRole('option', { name: 'Number' }).click();
  await page.getByRole('heading', { name: 'Lead fields' }).scrollIntoViewIfNeeded();
  await picture(page, 'leads-fields');
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.goto(`${leadsOf(1)}?tool=new`);
  const drawer = page.getByRole('dialog', { name: 'New lead' });
  await drawer.getByLabel('Name', { exact: true }).fill('Noor');
  await drawer.getByLabel('Budget').fill('a lot');
  await drawer.getByRole('button', { name: 'Add lead' }).click();
  await expect(drawer.getByText('This is not a value of this field.')).toBeVisible();
  await drawer.getByLabel('Budget').fill('500');
  await drawer.getByRole('button', { name: 'Add lead' }).click();
  await expect(page.getByText('Lead added.')).toBeVisible();
  await page.close();
});

test('a client sees the leads of their agents alone, in every look and language', async ({ browser }) => {
  const { email } = await world.addClient({ email: 'cleo@example.com', canAccess: ['/leads'], agents: 1 });
  const { call } = world.owner;
  await call('post', `/v2/agents/${world.agentIds[0]}/leads`, {
    name: 'Vera Lind',
    email: 'vera@example.com',
    phone: '+1 202 555 0143',
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInClient(page, world.clientUrl, email);
  await expect(page).toHaveURL(new RegExp(`${world.agentIds[0]}/leads`));
  await expect(rows(page)).toHaveCount(1);
  const statusOf = (id: string | undefined) =>
    page.evaluate(async (path) => (await fetch(path)).status, `/api/na/v2/agents/${id}/leads`);
  expect(await statusOf(world.agentIds[0])).toBe(200);
  expect(await statusOf(world.agentIds[1])).toBe(404);

  await page.getByRole('button', { name: 'Vera Lind' }).click();
  await expect(page.getByRole('button', { name: 'Delete lead' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase person' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await seriousFaults(page), `${scheme} ${width}`).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(over, `${scheme} ${width}`).toBeLessThanOrEqual(0);
    await picture(page, `leads-client-${scheme}-${width}`);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  for (const tool of ['new', 'import', 'groups', 'duplicates']) {
    await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/leads?tool=${tool}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await seriousFaults(page), tool).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(over, tool).toBeLessThanOrEqual(0);
    await picture(page, `leads-client-${tool}-360`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => window.localStorage.setItem('language', 'en-XA'));
  await page.reload();
  await expect(page.getByText('Vera Lind')).toBeVisible();
  expect(await untranslated(page, ['Vera Lind', 'Nordlicht', 'Harbour Bikes'])).toEqual([]);
  await page.evaluate(() => window.localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByText('Vera Lind')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'leads-client-arabic');
  await context.close();
});
