import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { type DnsWorld, startDnsWorld } from '../../server/test/harness/dns-world.ts';
import { startResendStandIn } from '../../server/test/harness/resend-stand-in.ts';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';

// The domain from which an agency's mails leave, as its owner proves it: by real name servers, a real mailbox, and a stand-in of
// the provider.

const pictures = process.env.PICTURES_DIR;
const KEY = 're_our_key';
/** Which key the provider knows: read at each request. */
const account = { apiKey: 're_another_key' };
const sender = { EMAIL_FROM: 'Antiphon <hello@example.com>' };
let dns: DnsWorld;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let resend: Awaited<ReturnType<typeof startResendStandIn>>;
let names: Record<string, string>;
/** With a mail server of its own. */
let server: RunningServer;

test.beforeAll(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  dns = await startDnsWorld();
  inbox = await startSmtpInbox();
  resend = await startResendStandIn(account);
  names = { DNS_SERVERS: dns.resolver, OUTBOUND_ALLOW_SITES: dns.serverPair };
  const bounces = { SMTP_SPF_INCLUDE: 'spf.example.com', SMTP_RETURN_PATH_HOST: 'bounces.example.com' };
  server = await startServer({ environment: { ...names, ...sender, ...bounces, SMTP_URL: inbox.url } });
});
test.afterAll(async () => {
  await server?.dispose();
  await Promise.all([dns?.close(), inbox?.close(), resend?.close()]);
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

async function makeOwner(browser: Browser, server: RunningServer, name: string) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const owner = await signUpOwner(context.request, server.origin, addressFor(name));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await owner.call('post', `/v2/workspaces/${owner.uid}/agency`, { name: 'Nordlicht' });
  const page = await context.newPage();
  return { owner, context, page };
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const parts = (page: Page) => ({
  domain: page.getByLabel('Domain', { exact: true }),
  add: page.getByRole('button', { name: 'Add domain' }),
  verify: page.getByRole('button', { name: 'Verify' }),
  remove: page.getByRole('button', { name: 'Remove domain' }),
  card: (name: string) => page.getByRole('listitem', { name, exact: true }),
  records: page.getByRole('listitem').filter({ has: page.getByText('Value wanted', { exact: true }) }),
});

type Records = { type: 'TXT' | 'MX' | 'CNAME'; name: string; value: string; priority?: number }[];
const publish = (records: Records) => {
  for (const { type, name, value, priority } of records)
    dns.set(name, type, type === 'MX' ? `${priority} ${value}` : value);
};

// Planted: the card keeps the first reason that it was given -> the mended record is still called another key.
test('with a mail server of one’s own: records wrong, told why, mended, verified; instructions by mail and by copy; removed', async ({
  browser,
}) => {
  const { owner, context, page } = await makeOwner(browser, server, 'own');
  const { domain, add, verify, remove, records, card } = parts(page);
  const zone = 'nordlicht.example';
  dns.addZone(zone);
  await page.goto(`${server.origin}/app/na/agency?activeTabIndex=1`);
  await page.getByRole('tab', { name: 'Domains' }).press('ArrowRight');
  await expect(page).toHaveURL(/activeTabIndex=2/);
  await expect(page.getByRole('tab', { name: 'Email' })).toHaveAttribute('aria-selected', 'true');
  await expect(add).toBeDisabled();
  await picture(page, 'email-empty');
  await domain.fill('nordlicht');
  await domain.press('Enter');
  await expect(page.getByText('Please enter a domain, such as example.com.')).toBeVisible();
  await domain.fill('nordlicht.example:25');
  await domain.press('Enter');
  await expect(page.getByText('Enter the domain without a port.')).toBeVisible();
  await domain.fill(' https://Nordlicht.example/ ');
  await domain.press('Enter');
  await expect(page.getByText(zone, { exact: true })).toBeVisible();
  await expect(page.getByText('Not started').first()).toBeVisible();
  await expect(records).toHaveCount(3);
  await expect(page.getByText('Nobody has looked for it yet.').first()).toBeVisible();
  await picture(page, 'email-added');

  // As people set them up: an old key, the zone typed once too often, one forgotten.
  const { agency } = await owner.call('get', `/v2/workspaces/${owner.uid}/agency`);
  const { data } = await owner.call('get', `/resend/domains/${agency.resendEmailDomainId}`);
  const wanted = data.records as Records;
  dns.set(`agency._domainkey.${zone}`, 'TXT', 'v=DKIM1; k=rsa; p=AAAA');
  dns.set(`send.${zone}.${zone}`, 'MX', '10 bounces.example.com');
  const dkim = card('DKIM TXT');
  const mx = card('SPF MX');
  await verify.press('Enter');
  await expect(page.getByText('Domain verification pending..')).toBeVisible();
  await expect(dkim).toContainText(`There is another key at`, { timeout: 30_000 });
  await expect(dkim).toContainText('v=DKIM1; k=rsa; p=AAAA');
  await expect(mx).toContainText(/Your provider adds .*nordlicht\.example.* by itself\. Enter only .*send/);
  await expect(card('SPF TXT')).toContainText('Not found yet.');
  await expect(page.getByText('0 of 3 records verified')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'email-wrong');

  for (const { type, name, value } of wanted) {
    await page.getByRole('button', { name: new RegExp(`^Copy Value wanted of .*${type} ${name}`) }).press('Enter');
    await expect(page.getByText('Copied to Clipboard').first()).toBeVisible();
    await expect.poll(() => clipboard(page)).toBe(value);
  }
  await mx.getByRole('button', { name: /^Copy Short name/ }).click();
  await expect.poll(() => clipboard(page)).toBe('send');
  await page.getByRole('button', { name: 'Copy instructions' }).press('Enter');
  await expect(page.getByText('Instructions copied to clipboard!')).toBeVisible();
  const letter = await clipboard(page);
  for (const { name, value } of wanted) expect(letter).toContain(`Name: ${name}\nValue: ${value}\n`);
  expect(letter).toContain('Priority: 10');

  await mailInstructions(page, wanted);

  publish(wanted);
  await expect(page.getByText('Domain verification successful..')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('3 of 3 records verified')).toBeVisible();
  await expect(page.getByText(/Mails to your clients leave from .*no-reply@nordlicht\.example/)).toBeVisible();
  await expect(dkim).not.toContainText('Another key');
  await expect(verify).toHaveCount(0);
  await picture(page, 'email-verified');

  const dialog = page.getByRole('dialog', { name: 'Remove this domain?' });
  await remove.press('Enter');
  await expect(dialog).toContainText(`TXT agency._domainkey.${zone}`);
  await picture(page, 'email-remove');
  await page.route('**/resend/domains/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Remove domain' }).click();
  await expect(page.getByText('Error canceling domain.')).toBeVisible();
  await page.unroute('**/resend/domains/*');
  await dialog.getByRole('button', { name: 'Remove domain' }).press('Enter');
  await expect(page.getByText('Domain deleted successfully..')).toBeVisible();
  await expect(domain).toBeVisible();
  await context.close();
});

async function mailInstructions(page: Page, wanted: Records) {
  await page.getByRole('button', { name: 'Email instructions' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Email DNS instructions' });
  const to = dialog.getByLabel('Recipient email');
  await expect(to).toBeFocused();
  await to.fill('admin@reader');
  await to.press('Enter');
  await expect(page.getByText('Please enter a valid recipient email')).toBeVisible();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await picture(page, 'email-instructions-refused');
  await to.fill('admin@reader.example');
  const calls = '**/mail/send-dns-instructions';
  await page.route(calls, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await to.press('Enter');
  await expect(page.getByText('Failed to send email. Please try again')).toBeVisible();
  await page.route(calls, (route) => route.abort(), { times: 1 });
  await to.press('Enter');
  await expect(page.getByText('An error occurred while sending the email.')).toBeVisible();
  await to.press('Enter');
  await expect(page.getByText('DNS instructions sent successfully!')).toBeVisible();
  await expect(page.getByText('An error occurred while sending the email.')).toBeHidden();
  await expect(dialog).toHaveCount(0);
  const find = () => inbox.mails.find(({ recipients }) => recipients.includes('admin@reader.example'));
  await expect.poll(() => find()?.text ?? '', { timeout: 40_000 }).not.toBe('');
  const text = (find()?.text ?? '').replaceAll(/\s/g, '');
  for (const { name, value } of wanted) {
    expect(text).toContain(name);
    expect(text).toContain(value.replaceAll(' ', ''));
  }
  expect(find()?.from?.text).toContain('Nordlicht');
}

test('with Resend: a wrong key said, the right one, somebody else’s domain, what it verified, its silence, and the removal there', async ({
  browser,
}) => {
  const settings = { ...names, ...sender, RESEND_BASE_URL: resend.url };
  const server = await startServer({ environment: { ...settings, RESEND_API_KEY: KEY } });
  try {
    const { context, page } = await makeOwner(browser, server, 'resend');
    const { domain, add, verify, remove, records, card } = parts(page);
    await page.goto(`${server.origin}/app/na/agency?activeTabIndex=2`);
    await domain.fill('mail.hafen.example');
    await add.click();
    await expect(page.getByText('The domain could not be added')).toBeVisible();
    await expect(page.getByText('This is not available right now.')).toBeVisible();
    await expect(domain).toHaveValue('mail.hafen.example');
    await picture(page, 'email-wrong-key');
    expect(await page.content()).not.toContain(KEY);

    account.apiKey = KEY;
    // What it made is found again where its answer was lost.
    resend.breakAfter();
    await add.click();
    await expect(page.getByText('The email service has not answered yet.')).toBeVisible();
    await expect(records).toHaveCount(3, { timeout: 60_000 });
    await expect(page.getByText('The domain could not be added')).toBeHidden();
    expect(resend.domains()).toMatchObject([{ name: 'mail.hafen.example', region: 'us-east-1', open_tracking: false }]);
    const other = await makeOwner(browser, server, 'other');
    await other.page.goto(`${server.origin}/app/na/agency?activeTabIndex=2`);
    await parts(other.page).domain.fill('mail.hafen.example');
    await parts(other.page).add.click();
    await expect(other.page.getByText('This domain is already added')).toBeVisible();
    await other.context.close();

    dns.addZone('hafen.example');
    dns.addZone('dkim.amazonses.com');
    const found = { status: 'partially_verified', records: 'verified' } as const;
    resend.find('mail.hafen.example', { ...found, of: 'SPF' });
    await verify.click();
    await expect(page.getByText('Domain verification pending..')).toBeVisible();
    await expect(page.getByText('2 of 3 records verified')).toBeVisible({ timeout: 30_000 });
    await expect(card('DKIM CNAME')).toContainText('Not found yet.');
    await picture(page, 'email-resend-partly');
    resend.find('mail.hafen.example', found);
    await expect(page.getByText('Domain verification successful..')).toBeVisible({ timeout: 60_000 });

    account.apiKey = 're_another_key';
    const dialog = page.getByRole('dialog', { name: 'Remove this domain?' });
    await remove.click();
    await dialog.getByRole('button', { name: 'Remove domain' }).click();
    await expect(page.getByText('Error canceling domain.')).toBeVisible();
    expect(resend.domains()).toHaveLength(1);
    account.apiKey = KEY;
    await dialog.getByRole('button', { name: 'Remove domain' }).click();
    await expect(page.getByText('Domain deleted successfully..')).toBeVisible();
    await expect(domain).toBeVisible();
    expect(resend.domains()).toEqual([]);
    await context.close();
  } finally {
    await server.dispose();
  }
});

const label = 'donaudampfschifffahrtsgesellschaftskapitaensmuetzenfabrik-nord';
const long = `${label}.${label}.${label}.example`;
const OWN_WORDS = ['Antiphon', 'Nordlicht', 'Ann Example', 'Personal', 'SPF', 'DKIM', 'TXT', 'MX', 'CNAME', 'TTL'];

type Shown = { status: string; records: readonly { state: string; code?: string }[]; domain: string };

/** As the server would answer: the real answer, with what differs in the state that `shown` tells of. */
const showAs = (page: Page, shown: () => Shown) =>
  page.route('**/resend/domains/*', async (route) => {
    const { status, records, domain } = shown();
    const { data } = await (await route.fetch()).json();
    const changed = data.records.flatMap((record: object, at: number) => {
      const differs = records[at % records.length];
      if (differs === undefined) return [];
      const { state, code } = differs;
      const why = code === undefined ? null : { code, params: { name: long, zone: long, short: 'send' } };
      const found = state === 'wrong' ? [`v=DKIM1; k=rsa; p=${'QUJD'.repeat(60)}`] : [];
      return { ...record, status, state, why, found };
    });
    const checkedAt = new Date().toISOString();
    await route.fulfill({ json: { data: { ...data, domain, status, records: changed, checkedAt } } });
  });

/** The page asks again by itself; the last one is then asked about less often. */
const STATES = {
  awaited: ['not_started', []],
  wrong: ['pending', [{ state: 'wrong', code: 'other_key' }]],
  unknown: ['not_started', [{ state: 'unknown', code: 'no_answer' }]],
  unasked: ['not_started', [{ state: 'right' }]],
  lost: ['temporary_failure', [{ state: 'missing', code: 'not_found' }]],
  failed: ['failure', [{ state: 'wrong', code: 'zone_added' }]],
  verified: ['verified', [{ state: 'right' }]],
} as const;

// Planted: `white-space: nowrap` on values -> the page is wider than the phone.
test('each state stands in the dark, on a phone and in Arabic, translated, with names as long as they can be', async ({
  browser,
}) => {
  const { owner, context } = await makeOwner(browser, server, 'looks');
  const storageState = await context.storageState();
  let shown: Shown = { status: 'not_started', records: [], domain: long };
  const open = async (language: string, width: number) => {
    const viewport = { width, height: 800 };
    const own = await browser.newContext({ storageState, viewport, colorScheme: 'dark', reducedMotion: 'reduce' });
    await own.addInitScript((code) => localStorage.setItem('language', code), language);
    const page = await own.newPage();
    await showAs(page, () => shown);
    await page.goto(`${server.origin}/app/na/agency?activeTabIndex=2`);
    await expect(page.locator('section[data-section]').first()).toBeVisible();
    return page;
  };
  // The texts in brackets are longer than any, and judged as every other.
  const wide = await open('en-XA', 1280);
  const phone = await open('ar', 360);
  const judge = async (name: string) => {
    const words = (await untranslated(wide, OWN_WORDS)).filter((text) => !/^Personal /.test(text));
    expect(words, name).toEqual([]);
    expect(await seriousFaults(wide), name).toEqual([]);
    await picture(wide, `email-${name}-en-1280-dark`);
    expect(await seriousFaults(phone), name).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(360);
    for (const value of await phone.locator('dd code, p[dir=ltr]').all())
      await expect(value).toHaveCSS('direction', 'ltr');
    await picture(phone, `email-${name}-ar-360-dark`);
  };
  await judge('empty');
  await owner.call('post', `/resend/domains/${long}`, { uid: owner.uid });
  await Promise.all([wide.reload(), phone.reload()]);
  for (const [at, [name, [status, records]]] of Object.entries(STATES).entries()) {
    // Another name of the same length tells that this state has come.
    shown = { status, records, domain: `${at}${long.slice(1)}` };
    for (const page of [wide, phone]) await expect(page.getByText(shown.domain, { exact: true })).toBeVisible();
    await judge(name);
  }
  // They ask again and again.
  for (const page of [wide, phone]) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  }
  await context.close();
});

// Planted: the page goes on in the workspace that was open last -> nobody is asked.
test('what could not be read is read again; the link of a reminder asks at once, in the workspace that it is about', async ({
  browser,
}) => {
  const { owner, context, page } = await makeOwner(browser, server, 'reminded');
  const domain = 'mail.reminded.example';
  await owner.call('post', `/resend/domains/${domain}`, { uid: owner.uid });
  const at = `${server.origin}/app/na/agency?activeTabIndex=2`;
  await page.route('**/resend/domains/*', (route) => route.fulfill({ status: 400, body: '' }));
  await page.goto(at);
  await expect(page.getByText('The sending domain could not be read')).toBeVisible();
  await picture(page, 'email-unread');
  await page.unroute('**/resend/domains/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(domain, { exact: true })).toBeVisible();
  // Another workspace was open last.
  const [own, other] = [owner.uid, (await owner.call('post', '/v2/workspaces', { workspaceName: 'Other' })).uid];
  await page.evaluate((uid) => localStorage.setItem('selected-workspace-na', uid), other);
  await page.goto(`${at}&workspace=${own}&stopReminder=true`);
  const asked = page.getByRole('dialog', { name: 'Stop the reminders?' });
  await expect(asked).toContainText(addressFor('reminded'));
  await picture(page, 'email-reminder');
  await asked.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByText('No more reminders are sent.')).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(page.getByText(/is reminded by mail/)).toHaveCount(0);
  await expect(page).not.toHaveURL(/stopReminder|workspace/);
  await context.close();
});
