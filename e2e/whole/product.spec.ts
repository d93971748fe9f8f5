import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../world/journey.ts';
import { buildAgentByHand, copyScript, signUpByHand } from '../world/newcomer.ts';
import { openChat } from '../world/visitor.ts';
import { startWholeWorld, type WholeWorld } from '../world/whole-world.ts';

// All of it, once: from an account to a client who pays, with an agent on a site, on WhatsApp and on the phone between.

const [OWNER, CLIENT] = ['ann@example.com', 'cleo@example.com'];
const ZONE = 'nordlicht.example';
const HOST = `portal.${ZONE}`;
const TRACE = /antiphon|platform\.example/i;

/** What `npm run pictures` takes for the README; notices would lie on what is shown. */
const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (!pictures) return;
  const taken = await page.screenshot({
    animations: 'disabled',
    style: '.mantine-Notifications-root { display: none }',
  });
  await sharp(taken).resize(960).png({ palette: true }).toFile(`${pictures}/${name}.png`);
};

let world: WholeWorld;
test.beforeAll(async () => {
  world = await startWholeWorld();
});
test.afterAll(async () => {
  await world?.stop();
});

/** How long each part of it took; `npm run bench -- WHOLE` prints them. */
const took: [string, number][] = [];
async function part<Made>(name: string, what: () => Promise<Made>): Promise<Made> {
  const since = performance.now();
  const made = await test.step(name, what);
  took.push([name, performance.now() - since]);
  return made;
}

test('an agency is founded, builds an agent, and its client works, pays and answers', async () => {
  const owner = await newPage();
  await part('account', () => signUpByHand(owner, world.own, OWNER));
  const agentId = await part('an agent from a web site', () => buildAgentByHand(owner, world.shop.origin));
  await part('a function that books', () => addFunction(owner, agentId));
  await part('brand and domain', () => dressAgency(owner));
  await part('an account for payments', () => receivePayments(owner));
  const number = await part('a telephone number', () => importNumber(owner));
  await part('a client', () => addClient(owner));

  const client = await newPage();
  await part('the client signs in', () => signInByMail(client));
  await part('the client buys credits', () => buyCredits(client));
  const visitor = await part('a visitor asks and books', () => askAndBook(owner, agentId));
  await part('a question on WhatsApp', () => askOnWhatsApp(owner, agentId));
  await part('a call', () => callThem(owner, agentId, number));
  await part('the client answers', () => answerVisitor(client, visitor));
  await part('what it cost', () => readUsage(owner, client));
  for (const [name, ms] of took) console.log(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`);
  console.log(`whole ${(took.reduce((all, [, ms]) => all + ms, 0) / 60_000).toFixed(1)} minutes`);
});

async function newPage(): Promise<Page> {
  const page = await (await world.browser.newContext({ reducedMotion: 'reduce' })).newPage();
  // This browser is not the one that the settings of the others are for.
  page.setDefaultTimeout(40_000);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addFunction(page: Page, agentId: string) {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const origin = `http://${world.workshop.pair}`;
  await page.goto(`${world.own}/app/na/integrations/new`);
  await field('Name').fill('book_repair');
  await field('Or paste a curl command').fill(`curl -X POST ${origin}/bookings -d '{"bikes":"{bikes}"}'`);
  await button(page, 'Continue').click();
  await field('Description').first().fill('Books a repair of bicycles in the workshop.');
  for (const [at, text] of ['Can I book a repair?', 'I want to book a repair.', 'Book a repair of 2 bikes'].entries())
    await field(`Sentence ${at + 1}`).fill(text);
  const input = page.getByRole('group', { name: 'Input 1' });
  await button(page, 'Add input').click();
  await page.keyboard.type('bikes');
  await input.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Whole number' }).click();
  await field('When it is done').fill('Your repair is booked for {bikes} bikes.');
  await button(page, 'Save').click();
  await expect(page.getByText('Function created.')).toBeVisible();
  await button(page, 'Publish').click();
  await expect(page.getByText('Revision 1 is published.')).toBeVisible();
  await picture(page, 'function');
  await page.goto(`${world.own}/app/na/agents/${agentId}/settings`);
  await page.locator('[data-section="Functions"]').getByRole('combobox', { name: 'Add a function' }).click();
  await page.getByRole('option', { name: 'book_repair' }).click();
  await button(page, 'Save').click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
}

async function dressAgency(page: Page) {
  const { edge } = world;
  edge.dns.addZone(ZONE);
  await page.goto(`${world.own}/app/na/agency`);
  await button(page, 'Start free trial').click();
  await button(page, 'Set up my brand').click();
  await page.getByLabel('Agency name').fill('Nordlicht');
  await page.getByRole('tab', { name: 'Theme' }).click();
  await page.getByLabel('Primary color').fill('#008FCC');
  await button(page, 'Save').click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByLabel('Custom domain', { exact: true }).fill(HOST);
  await button(page, 'Set up domain').click();
  const proof = (await page.getByText(/^agency=[0-9a-f]{40}$/).textContent()) ?? '';
  edge.dns.set(HOST, 'CNAME', edge.edgeHost);
  edge.dns.set(`_domain-check.${HOST}`, 'TXT', proof);
  await button(page, 'Verify').click();
  await expect(page.getByText('Domain is live').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: HOST })).toHaveAttribute('href', edge.urlOf(HOST));
  await picture(page, 'domain');
}

async function receivePayments(page: Page) {
  await page.getByRole('tab', { name: 'Auto Billing' }).click();
  await button(page, 'Connect with Stripe').click();
  await button(page, 'Complete').click();
  await expect(page.getByText('Account Connected').first()).toBeVisible();
}

async function importNumber(page: Page) {
  const number = world.twilio.addNumber();
  await page.goto(`${world.own}/app/na/twilio-numbers`);
  await button(page, 'Import a number').click();
  const dialog = page.getByRole('dialog', { name: 'Import a number' });
  await dialog.getByLabel('Account SID').fill(number.account.sid);
  await dialog.getByLabel('Primary Auth Token').fill(number.account.token);
  await button(page, 'Show its numbers').click();
  await dialog.getByRole('listitem').filter({ hasText: number.number }).getByRole('button').click();
  const settings = page.getByRole('dialog', { name: number.number });
  await settings.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option').last().click();
  await button(page, 'Save').click();
  await expect(page.getByText('The phone number was saved.')).toBeVisible();
  return number;
}

/** On a phone in the dashboard, as nobody here has an account at the provider. */
async function askOnWhatsApp(page: Page, agentId: string) {
  await page.goto(`${world.own}/app/na/agents/${agentId}/channels`);
  const whatsapp = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'WhatsApp', exact: true }) });
  await whatsapp.getByRole('button', { name: 'Try without an account' }).click();
  const phone = page.getByRole('dialog', { name: 'WhatsApp, simulated' });
  await phone.getByRole('textbox', { name: 'Message' }).fill('What does an electric bike cost per day?');
  await phone.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(phone.getByRole('log').getByText('28 euros')).toBeVisible();
  await expect(phone.getByRole('log').getByText('Read', { exact: true })).toBeAttached();
  await picture(page, 'whatsapp');
}

async function addClient(page: Page) {
  await page.goto(`${world.own}/app/na/clients`);
  await button(page, 'Add org').click();
  const info = page.getByRole('dialog', { name: 'Add org' });
  await info.getByLabel('Org Name').fill('Harbour Bikes');
  await info.getByRole('button', { name: 'Save' }).click();
  await button(page, 'Org Info: Harbour Bikes').click();
  const org = page.getByRole('dialog', { name: 'Org Info' });
  await org.getByRole('switch', { name: 'Allow billing' }).click();
  await org.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization updated successfully!')).toBeVisible();
  await button(page, 'Agents of Harbour Bikes').click();
  await page.getByRole('checkbox').first().click();
  await page.keyboard.press('Escape');
  await button(page, 'Add User to Harbour Bikes').click();
  const add = page.getByRole('dialog', { name: 'Add User' });
  await add.getByLabel('Name').fill('Cleo');
  await add.getByLabel('Email').fill(CLIENT);
  await button(page, 'Make a new password').click();
  await add.getByRole('button', { name: 'Add User' }).click();
  await button(page, 'Actions for Cleo').click();
  await page.getByRole('menuitem', { name: 'Invite User' }).click();
  await expect(page.getByText(`Successfully invited ${CLIENT}`)).toBeVisible();
}

async function signInByMail(page: Page) {
  const mail = (what: RegExp) =>
    world.inbox.mails.findLast(({ recipients, subject }) => recipients.includes(CLIENT) && what.test(subject ?? ''));
  await expect.poll(() => mail(/Nordlicht/)?.text ?? '', { timeout: 40_000 }).toContain(world.edge.urlOf(HOST));
  await page.goto(world.edge.urlOf(HOST));
  await page.getByLabel('Email', { exact: true }).fill(CLIENT);
  await button(page, 'Email Login Code').click();
  await expect.poll(() => mail(/code/i)?.text ?? '', { timeout: 40_000 }).toContain('https://');
  await page.goto(/https?:\/\/\S+/.exec(mail(/code/i)?.text ?? '')?.[0] ?? '');
  await button(page, 'Sign In').click();
  await page.waitForURL(/\/app\/na/);
  await expect(page).toHaveTitle(/Nordlicht/);
  expect(await page.content()).not.toMatch(TRACE);
}

async function buyCredits(page: Page) {
  await page.getByRole('button', { name: /Creds$/ }).click();
  const dashboard = page.getByRole('dialog', { name: 'Billing Dashboard' });
  await button(page, 'Add payment method').click();
  await dashboard.getByRole('combobox', { name: 'Country' }).fill('United S');
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await dashboard.getByRole('textbox', { name: 'Address' }).fill('1 Main Street');
  await dashboard.getByRole('textbox', { name: 'Postal code' }).fill('12345');
  await dashboard.getByRole('textbox', { name: 'City' }).fill('Springfield');
  await button(page, '4242 4242 4242 4242').click();
  await button(page, 'Save card').click();
  await dashboard.getByRole('button', { name: /^Purchase .* credits for/ }).click();
  await expect(page.getByText('Credits purchased successfully')).toBeVisible();
  await dashboard.getByRole('button', { name: 'Close' }).click();
}

async function askAndBook(owner: Page, agentId: string) {
  await owner.goto(`${world.own}/app/na/agents/${agentId}/kb`);
  const opened = await openChat(world.browser, world.shop, await copyScript(owner));
  const { chat, visitor, ask, send } = opened;
  await expect(await ask('What does an electric bike cost per day?')).toContainText('28 euros');
  const source = chat.getByRole('link', { name: /Source 1: Prices/ }).first();
  await expect(source).toHaveAttribute('href', `${world.shop.origin}/prices`);
  await expect(await ask('Who won the football world cup in 1954?')).not.toContainText('euros');
  await expect(chat.getByRole('button', { name: 'Leave your email' })).toBeVisible();
  await expect(await ask('And how much is the deposit for it?')).toContainText('200 euros');
  await send('I want to book a repair of 2 bikes');
  const card = chat.locator('.chat-action');
  await expect(card).toContainText('2');
  expect(world.workshop.bookings).toEqual([]);
  await card.getByRole('button').first().click();
  await expect(chat.getByRole('log')).toContainText('Your repair is booked for 2 bikes.');
  expect(world.workshop.bookings).toEqual(['POST /bookings {"bikes":2}']);
  await picture(visitor, 'visitor');
  return opened;
}

async function callThem(page: Page, agentId: string, number: Awaited<ReturnType<typeof importNumber>>) {
  const call = await world.callers.call(number);
  // Where nothing is heard, the failure says what came in its place.
  await expect.poll(() => call.heard() || `nothing: ${JSON.stringify(call.seen)}`).not.toMatch(/^nothing: /);
  await call.says('What does an electric bike cost per day?');
  await expect.poll(() => call.heard()).toContain('with the charger');
  call.hangUp();
  expect(call.seen.errors).toEqual([]);
  await page.goto(`${world.own}/app/na/agents/${agentId}/voice?tab=calls`);
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'The caller hung up' });
  await row.getByRole('link').click();
  await expect(page.getByRole('dialog').getByText('28 euros')).toBeVisible();
  await picture(page, 'call');
}

async function answerVisitor(page: Page, { chat }: Awaited<ReturnType<typeof askAndBook>>) {
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Conversations' }).click();
  await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();
  await button(page, 'Take over').click();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Good day, this is Harbour Bikes.');
  await reply.press('Enter');
  await expect(chat.getByRole('log').getByText('Good day, this is Harbour Bikes.')).toBeVisible();
  await picture(page, 'answer');
}

/** The org paid for the answers and for the seconds of the call; the workspace sold it the credits. */
async function readUsage(owner: Page, client: Page) {
  await client.reload();
  await expect(client.getByRole('button', { name: /Creds$/ })).toHaveText(/^9\d\d\.\d Creds$/);
  await owner.goto(`${world.own}/app/na/usage`);
  await expect(owner.getByText('Sold to an org')).toBeVisible();
  await expect(owner.getByText('No credits were used in this range.').first()).toBeVisible();
  await owner.getByRole('combobox', { name: 'Account' }).click();
  await owner.getByRole('option', { name: 'Harbour Bikes' }).click();
  await expect(owner.getByText('Chat answer').first()).toBeVisible();
  const agents = owner.getByRole('list', { name: 'Credits per agent' }).getByRole('listitem');
  await expect(agents).toContainText('Harbour Bikes');
  const saving = owner.waitForEvent('download');
  await owner.getByRole('button', { name: /CSV.*: Credits per agent/ }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toMatch(/Harbour Bikes,\d/);
}
