import { expect, type Page } from '@playwright/test';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { firstPassword, makeAgencyWorld, signInByForm } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import { type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

const pictures = process.env.PICTURES_DIR;

// An agency's owner: an org, its people, the agents that they see, and the mail that tells them where to sign in.

let server: RunningServer;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let people = 0;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  server = await startServer({ environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' } });
});

test.afterAll(async () => {
  await server?.dispose();
  await inbox?.close();
});

const newOwner = (page: Page) => signUpOwner(page.request, server.origin, `owner${++people}@example.com`);
const openClients = (page: Page) => page.goto(`${server.origin}/app/na/clients`);

async function makeOrg({ uid, call }: Owner, name: string) {
  const { ID: orgId } = await call('post', `/v2/workspaces/${uid}/orgs`, { name });
  const { ID: agentId } = await call('post', `/v2/workspaces/${uid}/agents`, { title: 'Harbour Bikes' });
  return { orgId: orgId as string, agentId: agentId as string };
}

const addClient = ({ uid, call }: Owner, orgId: string, email: string) =>
  call('post', `/v2/workspaces/${uid}/orgs/${orgId}/clients`, {
    name: 'Cleo Client',
    email,
    dashboardPassword: 'correct-horse-battery',
  });

test('an org is made and named, a person is added, and both are changed', async ({ page }) => {
  const owner = await newOwner(page);
  await openClients(page);
  await expect(page.getByText('No orgs yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add org' }).click();
  const info = page.getByRole('dialog', { name: 'Add org' });
  await expect(info.getByLabel('Org Name')).toHaveValue('New Organization');
  // Nothing is there before it is saved.
  await info.getByRole('button', { name: 'Cancel' }).click();
  await expect(info).toHaveCount(0);
  expect((await owner.call('get', `/v2/workspaces/${owner.uid}/orgs`)).items).toEqual([]);
  await expect(page.getByText('No orgs yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add org' }).click();
  await info.getByLabel('Org Name').fill(' ');
  await info.getByRole('button', { name: 'Save' }).click();
  await expect(info.getByText('Organization name is required.')).toBeVisible();
  await info.getByLabel('Org Name').fill('Donaudampfschifffahrtsgesellschaft');
  await info.getByText('Horizontal').click();
  await info.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization added.')).toBeVisible();
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/orgs`);
  expect(items).toMatchObject([{ name: 'Donaudampfschifffahrtsgesellschaft', dashboardLayout: 'horizontal' }]);
  await page.getByRole('button', { name: 'Org Info: Donaudampfschifffahrtsgesellschaft' }).click();
  const change = page.getByRole('dialog', { name: 'Org Info' });
  await change.getByLabel('Org Name').fill('Donaudampfschifffahrt');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Org Info: Donaudampfschifffahrt' }).click();
  await expect(change.getByLabel('Org Name')).toHaveValue('Donaudampfschifffahrt');
  await expect(change.getByRole('switch', { name: 'Allow billing' })).toBeDisabled();
  await expect(change.getByText('Payments are not connected, so that billing cannot be allowed.')).toBeVisible();
  await change.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add User to Donaudampfschifffahrt' }).click();
  const add = page.getByRole('dialog', { name: 'Add User' });
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(add.getByText('Please fill out all fields')).toHaveCount(2);
  await add.getByLabel('Name').fill('Cleo Client');
  await add.getByLabel('Email').fill('cleo@example.com');
  const password = add.getByLabel('Password', { exact: true });
  const first = await password.inputValue();
  expect(first).toHaveLength(15);
  await add.getByRole('button', { name: 'Make a new password' }).click();
  const made = await password.inputValue();
  expect(made).not.toBe(first);
  await expect(add.getByText(`${made.slice(0, 5)}••••••••••`)).toBeVisible();
  await add.getByRole('button', { name: /^Access/ }).click();
  await expect(add.getByRole('button', { name: 'Move Home up' })).toBeDisabled();
  await add.getByRole('button', { name: 'Move Home down' }).click();
  await expect(add.getByRole('button', { name: 'Move Home up' })).toBeEnabled();
  await expect(add.getByRole('button', { name: 'Move Conversations up' })).toBeDisabled();
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('cleo@example.com')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Cleo Client' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await expect(edit.getByLabel('Password', { exact: true })).toHaveValue('');
  await edit.getByLabel('Name').fill('Cleo Example');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Updated client data')).toBeVisible();
  await expect(page.getByText('Cleo Example')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Cleo Example' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(edit.getByLabel('Name')).toHaveValue('Cleo Example');
});

test('a new person works with the org’s agents from the first sign-in on', async ({ page, browser }) => {
  const world = await makeAgencyWorld(browser, server.origin, { sub: 'firstday' });
  // So many that an org is closed at first.
  for (const name of ['Aground', 'Boats', 'Currents'])
    await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/orgs`, { name });
  await page.context().addCookies(await world.context.cookies());
  await openClients(page);
  await expect(page.getByText('Clients have no address')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add User to Harbour Labs' }).click();
  const add = page.getByRole('dialog', { name: 'Add User' });
  const agents = add.getByRole('group', { name: 'Agents' });
  for (const title of ['Harbour Bikes', 'Harbour Cafe'])
    await expect(agents.getByRole('checkbox', { name: title })).toBeChecked();
  await agents.getByRole('checkbox', { name: 'Harbour Cafe' }).uncheck();
  await add.getByLabel('Name').fill('Cleo Client');
  await add.getByLabel('Email').fill('cleo@example.com');
  await add.getByLabel('Password', { exact: true }).fill(firstPassword);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await add.getByRole('button', { name: 'Copy: Password' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(firstPassword);
  await add.getByRole('button', { name: 'Add User' }).click();
  // The org opens and shows who was added, with what.
  const org = page.getByRole('region', { name: 'Harbour Labs' });
  const row = org.getByRole('listitem').filter({ hasText: 'Cleo Client' });
  await expect(row.getByText('Harbour Bikes')).toBeVisible();
  await expect(row.getByText('Harbour Cafe')).toHaveCount(0);
  await expect(row.getByText('No agents')).toHaveCount(0);

  const client = await (await browser.newContext()).newPage();
  await signInByForm(client, world.clientUrl, 'cleo@example.com');
  await expect(client.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(client.getByText('Access blocked')).toHaveCount(0);

  // Whoever has none is marked.
  await row.getByRole('button', { name: 'Agents of Cleo Client' }).click();
  await page.getByRole('checkbox', { name: 'Harbour Bikes' }).click();
  await page.keyboard.press('Escape');
  await expect(row.getByText('No agents')).toBeVisible();
  await page.getByRole('button', { name: 'Add User to Boats' }).click();
  await expect(add.getByText('This org has no agents yet.')).toBeVisible();
  // Whoever goes back to give it one finds it chosen.
  await add.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('region', { name: 'Boats' }).getByRole('button', { expanded: false }).first().click();
  await page.getByRole('button', { name: 'Agents of Boats' }).click();
  await page.getByRole('checkbox', { name: 'Harbour Bikes' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add User to Boats' }).click();
  await expect(agents.getByRole('checkbox', { name: 'Harbour Bikes' })).toBeChecked();
});

test('a refusal says why, keeps what was typed, and shows no success', async ({ page }) => {
  const owner = await newOwner(page);
  const { orgId } = await makeOrg(owner, 'Harbour Labs');
  const client = await addClient(owner, orgId, 'first@example.com');
  await page.goto(`${server.origin}/app/na/clients?addTo=${orgId}`);
  const add = page.getByRole('dialog', { name: 'Add User' });
  await add.getByLabel('Name').fill('Second');
  await add.getByLabel('Email').fill('First@example.com');
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(add.getByText(`Client already exists to org: ${orgId}`)).toBeVisible();
  await expect(add.getByLabel('Name')).toHaveValue('Second');

  await page.route(`**/clients/${client.ID}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.goto(`${server.origin}/app/na/clients?client=${client.ID}`);
  const edit = page.getByRole('dialog', { name: 'Edit User' });
  await edit.getByLabel('Name').fill('Renamed');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update client data')).toBeVisible();
  await expect(page.getByText('Updated client data')).toHaveCount(0);
  await expect(edit.getByLabel('Name')).toHaveValue('Renamed');

  await page.route(`**/orgs/${orgId}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.goto(`${server.origin}/app/na/clients?org=${orgId}`);
  const info = page.getByRole('dialog', { name: 'Org Info' });
  await info.getByRole('button', { name: 'Save' }).click();
  // 'Failed to update organization: {message or Unknown error}'
  await expect(page.getByText('Failed to update organization: Something went wrong.')).toBeVisible();
});

test('agents are given by drag and by button, with the keyboard alone', async ({ page }) => {
  const owner = await newOwner(page);
  const { orgId } = await makeOrg(owner, 'Harbour Labs');
  await addClient(owner, orgId, 'agents@example.com');
  await openClients(page);
  const org = page.getByRole('region', { name: 'Harbour Labs' });
  const row = org.getByRole('listitem').filter({ hasText: 'Cleo Client' });
  const shelved = page.getByRole('complementary', { name: 'Agents' }).getByText('Harbour Bikes');
  // A client's agent becomes the org's, too.
  await shelved.dragTo(row);
  await expect(row.getByText('Harbour Bikes')).toBeVisible();
  await expect(org.getByText('Harbour Bikes')).toHaveCount(2);

  const button = page.getByRole('button', { name: 'Agents of Harbour Labs' });
  await button.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('checkbox', { name: 'Harbour Bikes' });
  await expect(choice).toBeChecked();
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(org.getByText('Harbour Bikes')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(org.getByText('Harbour Bikes')).toHaveCount(1);
});

test('an invitation is mailed in the agency’s name, and a person is deleted', async ({ page }) => {
  const owner = await newOwner(page);
  const { orgId } = await makeOrg(owner, 'Harbour Labs');
  await addClient(owner, orgId, 'invited@example.com');
  await openClients(page);
  await expect(page.getByText('Clients have no address to sign in at yet.')).toBeVisible();
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await owner.call('post', `/v2/workspaces/${owner.uid}/agency`, { name: 'Seaside Agency' });
  const claim = { uid: owner.uid, customDomain: 'seaside', isVGSubdomain: true };
  await owner.call('post', '/hosting/custom-domain', claim);
  await page.reload();
  await expect(page.getByText('They sign in at')).toContainText('seaside.localhost');
  // Who is added is invited at once, unless that is not wanted.
  const subjects = (address: string) =>
    inbox.mails.filter(({ recipients }) => recipients.includes(address)).map(({ subject }) => subject);
  for (const [name, isWanted] of [
    ['quiet', false],
    ['told', true],
  ] as const) {
    await page.getByRole('button', { name: 'Add User' }).click();
    const added = page.getByRole('dialog', { name: 'Add User' });
    await added.getByLabel('Name').fill(name);
    await added.getByLabel('Email').fill(`${name}@example.com`);
    const invites = added.getByRole('switch', { name: 'Send an invitation' });
    await expect(invites).toBeChecked();
    if (!isWanted) await invites.uncheck({ force: true });
    await added.getByRole('button', { name: 'Add User' }).click();
    await expect(page.getByText(`${name}@example.com`, { exact: true })).toBeVisible();
  }
  await expect
    .poll(() => subjects('told@example.com'), { timeout: 40_000 })
    .toEqual(['Your dashboard at Seaside Agency']);
  expect(subjects('quiet@example.com')).toEqual([]);
  for (const name of ['quiet', 'told']) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete client' }).click();
    await expect(page.getByText(`${name}@example.com`, { exact: true })).toBeHidden();
  }
  const menu = page.getByRole('button', { name: 'Actions for Cleo Client' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Invite User' }).click();
  await expect(page.getByText('Successfully invited invited@example.com')).toBeVisible();
  const mail = () => inbox.mails.find(({ recipients }) => recipients.includes('invited@example.com'));
  await expect.poll(() => mail()?.subject, { timeout: 40_000 }).toBe('Your dashboard at Seaside Agency');
  const text = `${mail()?.text} ${mail()?.html} ${mail()?.from?.text}`;
  expect(text).toContain('//seaside.localhost');
  expect(text).not.toContain('Antiphon');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete client' }).click();
  await expect(page.getByText('No clients here yet.')).toBeVisible();
});

test('the screen has no serious fault, and fits a phone', async ({ page }) => {
  const owner = await newOwner(page);
  const { orgId, agentId } = await makeOrg(owner, 'Kundenberatung Donaudampfschifffahrtsgesellschaft');
  const client = await addClient(owner, orgId, 'a.rather.long.address.of.somebody@donaudampfschifffahrt.example.com');
  for (const at of [`orgs/${orgId}`, `clients/${client.ID}`])
    await owner.call('post', `/v2/workspaces/${owner.uid}/${at}/agents/${agentId}`, {});
  for (const [name, search] of [
    ['screen', ''],
    ['client', `?client=${client.ID}`],
    ['org', `?org=${orgId}`],
    ['new-org', '?isNewOrg=true'],
    ['add', `?addTo=${orgId}`],
  ] as const) {
    await page.goto(`${server.origin}/app/na/clients${search}`);
    if (search === '') await expect(page.getByRole('button', { name: 'Actions for Cleo Client' })).toBeVisible();
    else
      await expect(
        page.getByRole('dialog').getByRole('button', { name: name === 'add' ? 'Add User' : 'Save' }),
      ).toBeVisible();
    for (const { scheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await seriousFaults(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      if (pictures) await page.screenshot({ path: `${pictures}/clients-${name}-${width}-${scheme}.png` });
    }
  }
});
