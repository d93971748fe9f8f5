import { expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// The agency looks at a client's dashboard: from its clients' screen, and by the admin link of its own screen.

let server: RunningServer;
let world: AgencyWorld;

test.beforeAll(async ({ browser, shared }) => {
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'overlook' });
});
test.afterAll(async () => {
  await world?.context.close();
});

/** What a dashboard is made of: its pages in their order, and its brand. */
async function readShell(page: Page) {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return {
    pages: await links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])),
    colours: await page.locator('#brand-css').textContent(),
    title: await page.title(),
    footers: await page.getByRole('contentinfo').count(),
  };
}

test('"Open as client" opens in a tab of its own what the client has, page by page, and a way out', async ({
  browser,
}) => {
  const { uid, call } = world.owner;
  const tab = (label: string, href: string, more = {}) => ({
    ...{ ID: `tab_${href.slice(1).padEnd(15, '0')}`, label, href, htmlContent: `<p>${label}</p>`, ...more },
  });
  const customTabs = [
    tab('Offers', '/offers'),
    tab('Terms', '/terms', { alwaysVisible: true }),
    tab('Inside', '/inside'),
  ];
  await call('post', `/v2/workspaces/${uid}/agency`, { customTabs });
  const canAccess = ['/offers', '/leads', '/home'];
  const { email } = await world.addClient({ email: 'watched@example.com', name: 'Wanda Watched', canAccess });
  const own = await browser.newContext();
  const client = await own.newPage();
  await signInClient(client, world.clientUrl, email);
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/clients`);
  await page.getByRole('button', { name: 'Actions for Wanda Watched' }).click();
  const opened = world.context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'Open as client' }).click();
  const watched = await opened;
  await watched.waitForURL((url) => url.href.startsWith(world.clientUrl));
  await expect(watched.getByText('You are viewing as Wanda Watched')).toBeVisible();
  expect(await watched.evaluate(() => window.opener)).toBeNull();
  const shell = await readShell(client);
  expect(shell.pages.map(([label]) => label)).toEqual(['Offers', 'Leads', 'Home', 'Terms']);
  expect(await readShell(watched)).toEqual(shell);
  for (const hidden of [`agents/${world.agentIds[0]}/analytics`, `agents/${world.agentIds[0]}/kb`, 'c/inside']) {
    await watched.goto(`${world.clientUrl}/app/na/${hidden}`);
    await expect(watched).toHaveURL(`${world.clientUrl}/app/na/c/offers`);
  }
  await own.close();
  await watched.close();
  await page.close();
});

test('the admin link is shown once, opens every agent, and ends with the next one', async () => {
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/agency`);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new admin link' });
  const link = await dialog.getByLabel('Admin link', { exact: true }).inputValue();
  expect(link).toMatch(new RegExp(`^${world.clientUrl}/\\?secret=\\w{25}$`));
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue(`${'•'.repeat(21)}${link.slice(-4)}`);
  const tab = await world.context.newPage();
  await tab.goto(link);
  await expect(tab.getByText('You are viewing as Nordlicht')).toBeVisible();
  expect(tab.url()).not.toContain('secret');

  await page.getByRole('button', { name: 'Regenerate' }).click();
  const question = page.getByRole('dialog', { name: 'Make a new key?' });
  await question.getByRole('button', { name: 'Regenerate' }).click();
  await expect(dialog.getByLabel('Admin link', { exact: true })).not.toHaveValue(link);
  await tab.context().clearCookies({ domain: new URL(world.clientUrl).hostname });
  await tab.goto(link);
  await expect(tab.getByText('Error occurred signing in with admin access.')).toBeVisible();
  await tab.close();
  await page.close();
});

const attacks = `nav a { letter-spacing: 3px }
@import url(https://attacker.test/a.css);
html body { background: rgb(200, 0, 0) !important }
main::before { content: ''; position: fixed; inset: 0; z-index: 2147483647; background: rgb(0, 0, 0) }
.card { background: url(https://attacker.test/p.png) }
:root { position: fixed !important; inset: -100px !important; z-index: 2147483647 !important }
section, button { display: none !important }
} body { display: none }
`;

test('the agency’s CSS dresses the dashboard: it reaches neither what stands above it, nor the sign-in, nor another host', async () => {
  const page = await world.context.newPage();
  const asked: string[] = [];
  world.context.on('request', (request) => void asked.push(new URL(request.url()).hostname));
  await page.goto(`${server.origin}/app/na/agency?activeTabIndex=3`);
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill(attacks);
  const left = page.getByRole('status').filter({ hasText: 'Left out' });
  await expect(left).toContainText('Line 2: @import url(https://attacker.test/a.css);');
  await expect(left).toContainText('Line 5: background: url(https://attacker.test/p.png)');
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole('navigation').getByRole('link').first()).toHaveCSS('letter-spacing', '3px');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { secret } = await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/agency/secret`, {});

  const tab = await world.context.newPage();
  await tab.goto(`${world.clientUrl}/?secret=${secret}`);
  const banner = tab.getByRole('region', { name: /viewing/i });
  await expect(banner).toBeVisible();
  await expect(tab.getByRole('navigation').getByRole('link').first()).toHaveCSS('letter-spacing', '3px');
  const exit = banner.getByRole('button');
  const isOnTop = await exit.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await exit.click();
  await expect(tab.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(tab.locator('body')).not.toHaveCSS('background-color', 'rgb(200, 0, 0)');
  expect(asked.filter((host) => host.includes('attacker'))).toEqual([]);
  await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/agency`, { customCSS: '' });
  await tab.close();
  await page.close();
});
