import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import arabic from '../../web/src/texts/ar/agency-domains.json' with { type: 'json' };
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';

// The domains at which an agency's clients reach it, as its owner sets them up: what is typed, and every state there is.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
  if (pictures) mkdirSync(pictures, { recursive: true });
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

async function makeOwner(browser: Browser, name: string) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const owner = await signUpOwner(context.request, server.origin, addressFor(name));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await owner.call('post', `/v2/workspaces/${owner.uid}/agency`, { name: 'Fahrradhaus Nordlicht am Hafen' });
  const page = await context.newPage();
  const open = () => page.goto(`${server.origin}/app/na/agency?activeTabIndex=1`);
  return { owner, context, page, open };
}

const parts = (page: Page) => ({
  field: page.getByLabel('Custom domain', { exact: true }),
  setUp: page.getByRole('button', { name: 'Set up domain' }),
  /** That of the domain of one's own stands after the subdomain's, where there is one. */
  remove: page.getByRole('button', { name: 'Remove domain' }).last(),
  removing: page.getByRole('dialog', { name: 'Remove this domain?' }),
});

const refused: [typed: string, said: string][] = [
  ['', 'Please enter a custom domain'],
  ['nordlicht.example', 'Please input a subdomain: "www.nordlicht.example"'],
  ['Fahrräder.example', 'Please input a subdomain: "www.xn--fahrrder-4za.example"'],
  ['пример.example', 'Please input a subdomain: "www.xn--e1afmkfd.example"'],
  ['nordlicht.co.uk', 'Please input a subdomain: "www.nordlicht.co.uk"'],
  ['github.io', "github.io is nobody's own. Enter a domain below it."],
  ['*.nordlicht.example', 'A wildcard is no domain. Enter a whole one, such as portal.example.com.'],
  ['192.0.2.7', 'Enter a domain, not an IP address.'],
  ['https://portal.nordlicht.example:8443/', 'Enter the domain without a port.'],
  ['portal_nordlicht', 'This is no domain. Enter a whole one, such as portal.example.com.'],
  [`${'a.'.repeat(144)}nordlicht.ex`, 'A domain has at most 253 characters.'],
  // Caught here: it was called live at once, and clients were invited to where nobody answers.
  ['portal.nordlicht.example', 'Only names below localhost lead to this machine. Enter one such as portal.localhost.'],
  ['localhost', 'This is no domain. Enter a whole one, such as portal.example.com.'],
];

test('what is no domain of one’s own is refused with its reason, in the language of the screen', async ({
  browser,
}) => {
  const { context, page, open } = await makeOwner(browser, 'typed');
  const { field } = parts(page);
  await open();
  for (const [typed, said] of refused) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(field, typed).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.mantine-InputWrapper-error'), typed).toHaveText(said);
    await expect(field, typed).toHaveValue(typed);
  }
  await picture(page, 'domains-refused');
  expect(await seriousFaults(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  const german = page.getByLabel('Eigene Domain', { exact: true });
  await german.fill('nordlicht.example');
  await german.press('Enter');
  await expect(page.locator('.mantine-InputWrapper-error')).toHaveText(
    'Bitte geben Sie eine Subdomain ein: „www.nordlicht.example“',
  );
  const longest = `${'n'.repeat(63)}.example`;
  await page.setViewportSize({ width: 360, height: 800 });
  await german.fill(longest);
  await german.press('Enter');
  await expect(page.locator('.mantine-InputWrapper-error')).toContainText(`www.${longest}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await context.close();
});

test('a domain is set up and removed by the keyboard, its name typed; another agency’s names the record that shows whose it is', async ({
  browser,
}) => {
  const { owner, context, page, open } = await makeOwner(browser, 'keys');
  const { field, setUp, remove, removing } = parts(page);
  await open();
  await picture(page, 'domains-empty');
  await field.focus();
  await page.keyboard.type(' https://Portal.Keys.localhost/login ');
  await page.keyboard.press('Tab');
  await expect(setUp).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Domain verification successful..')).toBeVisible();
  await expect(page.getByText('Domain is live')).toBeVisible();
  await expect(page.getByText('Fahrradhaus Nordlic…', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'portal.keys.localhost' });
  await expect(link).toHaveAttribute('href', `http://portal.keys.localhost:${new URL(server.origin).port}`);
  const visitor = await context.newPage();
  await visitor.goto((await link.getAttribute('href')) as string);
  await expect(visitor).toHaveTitle('Fahrradhaus Nordlicht am Hafen');
  await visitor.close();

  const { context: theirs, page: their, open: openTheirs } = await makeOwner(browser, 'rival');
  await openTheirs();
  await parts(their).field.fill('portal.keys.localhost');
  await parts(their).field.press('Enter');
  await expect(their.locator('.mantine-InputWrapper-error')).toHaveText(
    'This domain already exists on another account.',
  );
  const card = their.getByRole('status').filter({ hasText: 'If it is yours, add this record and set it up again.' });
  await expect(card).toContainText('_domain-check.portal.keys.localhost');
  await card.getByRole('button', { name: /^Copy Value of / }).click();
  await expect(their.getByText('Copied to Clipboard')).toBeVisible();
  expect(await their.evaluate(() => navigator.clipboard.readText())).toMatch(/^agency=[0-9a-f]{40}$/);
  expect(await seriousFaults(their)).toEqual([]);
  await picture(their, 'domains-taken');
  await theirs.close();

  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(removing).toContainText('_domain-check.portal.keys.localhost');
  await page.keyboard.type('portal.keys');
  await page.keyboard.press('Enter');
  await expect(removing.getByRole('button', { name: 'Remove domain' })).toBeDisabled();
  await page.keyboard.type('.localhost');
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'domains-removing');
  // The page also asks there how far the domain is.
  let removals = 0;
  await page.route('**/hosting/custom-domain?**', (route) => {
    if (route.request().method() === 'DELETE') removals += 1;
    return removals === 1 && route.request().method() === 'DELETE' ? route.abort() : route.fallback();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Error canceling domain.')).toBeVisible();
  await removing.getByRole('button', { name: 'Remove domain' }).press('Enter');
  await expect(page.getByText('Domain deleted successfully..')).toBeVisible();
  await expect(field).toBeVisible();
  await page.route('**/hosting/custom-domain', (route) => route.abort(), { times: 1 });
  await field.fill('portal.keys.localhost');
  await field.press('Enter');
  await expect(page.getByText('Failed to set up custom domain. Please try again.')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByText('Domain is live')).toBeVisible();
  await expect(page.getByText('Failed to set up custom domain. Please try again.')).toBeHidden();
  const host = 'portal.keys.localhost';
  await runSql(server, `update agency_hosts set state = 'unverified', next_check_at = null where host = '${host}'`);
  await page.reload();
  await expect(page.getByText('Not verified')).toBeVisible();
  // Gone by another hand, while it is looked at.
  await owner.call('delete', '/hosting/custom-domain?domain=portal.keys.localhost&domainType=customDomain');
  await expect(page.getByText(/portal\.keys\.localhost.* is no longer set up here\./)).toBeVisible();
  await expect(field).toBeVisible();
  await picture(page, 'domains-lost');
  const given = (abilities: object) =>
    page.route(
      '**/v2/workspaces/*/agency',
      async (route) => {
        const view = await (await route.fetch()).json();
        await route.fulfill({ json: { ...view, abilities: { ...view.abilities, ...abilities } } });
      },
      { times: 1 },
    );
  for (const [abilities, said] of [
    [{ canEdit: false }, 'Members who may change the agency can set one up.'],
    [{ customDomain: 'not_offered' }, 'This installation serves no custom domains.'],
  ] as const) {
    await given(abilities);
    await page.reload();
    await expect(page.getByText(said)).toBeVisible();
    await expect(field).toBeHidden();
  }
  await runSql(server, trialOf(owner.uid, '-1 day'));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Upgrade Plan ($20/month)' })).toHaveAttribute(
    'href',
    '/app/na/account/billing?upgrade=true',
  );
  await expect(field).toBeHidden();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'domains-upgrade');
  await context.close();
});

const LONG = `${'portal-der-fahrradwerkstaetten-am-hafen.'.repeat(4)}nordlicht-fahrradhaus.example`;
const proof = {
  type: 'TXT',
  short: '_domain-check.portal',
  zone: 'nordlicht.example',
  value: `agency=${'0f'.repeat(20)}`,
};
const leads = { type: 'CNAME', short: 'portal', zone: 'nordlicht.example', value: 'edge.example' };
const right = (record: { value: string }, name: string) => ({
  ...record,
  name,
  found: [record.value],
  state: 'right',
  why: null,
});
const unseen = (record: object, name: string) => ({ ...record, name, found: [], state: 'unknown', why: null });
const wrong = (record: object, name: string, found: string[], code: string, params = {}) => ({
  ...{ ...record, name, found },
  ...{ state: found.length > 0 ? 'wrong' : 'missing', why: { code, params } },
});

type Given = { state: string; said: string; records: (host: string) => object[]; problem?: object; isLooked?: boolean };
const good = (host: string) => [right(proof, `_domain-check.${host}`), right(leads, host)];
const states: Record<string, Given> = {
  unseen: {
    ...{ state: 'unverified', said: 'Not verified', isLooked: false },
    records: (host) => [unseen(proof, `_domain-check.${host}`), unseen(leads, host)],
  },
  wrong: {
    ...{ state: 'unverified', said: 'Not verified', problem: { code: 'records', params: {} } },
    records: (host) => [
      wrong(proof, `_domain-check.${host}`, [`agency=${'a1'.repeat(20)}`], 'zone_added', {
        zone: proof.zone,
        short: proof.short,
      }),
      wrong(leads, host, ['2001:db8::7', '192.0.2.4'], 'ipv6_elsewhere', { address: '2001:db8::7' }),
    ],
  },
  caa: {
    ...{ state: 'unverified', said: 'Not verified', records: good },
    problem: {
      code: 'caa',
      params: { name: proof.zone, issuers: 'other-authority.example', issuer: 'letsencrypt.org' },
    },
  },
  issuing: { state: 'issuing', said: 'Generating SSL certificate', records: good },
  live: { state: 'live', said: 'Domain is live', records: good },
  failing: {
    ...{ state: 'failing', said: 'Live, but failing', records: good },
    problem: { code: 'other_site', params: {} },
  },
  suspended: {
    ...{ state: 'suspended', said: 'Suspended', problem: { code: 'records', params: {} } },
    records: (host) => [wrong(proof, `_domain-check.${host}`, [], 'not_found'), right(leads, host)],
  },
  unpaid: {
    ...{ state: 'suspended', said: 'Suspended', records: good },
    problem: { code: 'no_plan', params: {} },
  },
};

const trialOf = (uid: string, left: string) =>
  `update user_profiles set whitelabel_trial_ends_at = now() + interval '${left}'
    where user_id in (select owner_user_id from workspaces where uid = '${uid}')`;
const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** As long as a name in the name system can be. */
const SUB = 'domain-states-'.padEnd(63, 'x');
const OWN_WORDS = ['Antiphon', 'Ann Example', `${SUB}.localhost`, 'Fahrradhaus Nordlicht am Hafen'];
/** Both questions before a domain is removed, with names as long as they can be. */
async function judgeRemovals(page: Page) {
  const removals = page.getByRole('button', { name: arabic.remove.action, exact: true });
  await expect(removals).toHaveCount(2);
  for (const removal of [removals.first(), removals.last()]) {
    await removal.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/x{49}|nordlicht-fahrradhaus/);
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

/** Loaded once each: the texts in brackets are longer than any, and judged as every other. */
const LOOKS = [
  ['light', 'en-XA', 1280],
  ['dark', 'ar', 360],
] as const;

test('every state says what it means: light, dark, on a phone, in Arabic, with the longest names', async ({
  browser,
}) => {
  const { owner, context, page, open } = await makeOwner(browser, 'states');
  const { uid } = owner;
  await owner.call('post', '/hosting/custom-domain', { uid, customDomain: SUB, isVGSubdomain: true });
  await open();
  for (const host of ['portal.nordlicht.example', LONG]) {
    // This server takes names below localhost alone.
    const taken = 'portal.states.localhost';
    await owner.call('post', '/hosting/custom-domain', { uid, customDomain: taken, isCustomDomain: true });
    await runSql(server, `update agency_hosts set host = '${host}' where host = '${taken}'`);
    for (const [name, { state, said, records, problem = null, isLooked = true }] of Object.entries(states)) {
      if (host === LONG && name !== 'wrong' && name !== 'live') continue;
      await runSql(
        server,
        `update agency_hosts set state = '${state}', state_since = now(), next_check_at = null, records = ${quoted(records(host))},
          problem = ${problem ? quoted(problem) : 'null'}, checked_at = ${isLooked ? 'now()' : 'null'} where host = '${host}'`,
        trialOf(uid, name === 'unpaid' ? '-1 day' : '9 days'),
      );
      for (const [scheme, language, width] of LOOKS) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((code) => localStorage.setItem('language', code), language);
        await page.reload();
        await expect(page.getByRole('tab', { selected: true })).toBeVisible();
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
        if (language === 'en-XA') {
          await expect(page.getByText(`⟦${said}⟧`, { exact: true }).last()).toBeVisible();
          const words = (await untranslated(page, OWN_WORDS)).filter((text) => !/^Personal /.test(text));
          expect(words, name).toEqual([]);
        }
        expect(await seriousFaults(page), name).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
        if (host === LONG && name === 'live' && width === 360) await judgeRemovals(page);
        await picture(page, `domains-${host === LONG ? 'long-' : ''}${name}-${scheme}-${width}`);
      }
    }
    await runSql(server, `delete from agency_hosts where host = '${host}'`, trialOf(uid, '9 days'));
  }
  await context.close();
});
