import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { startEdge } from '../../server/test/harness/start-edge.ts';
import { seriousFaults } from '../world/axe.ts';
import { domainParts } from '../world/domain-parts.ts';
import { callsOf, launchEdgeBrowser } from '../world/edge-browser.ts';
import { test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { startServer } from '../world/server.ts';

// A domain of an agency's own from wrong records to its removal, as its owner is led.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

// Planted: the card keeps the first reason that it was given -> the mended record is still called another value.
test('over real name servers: records wrong, told why, mended, verified, live over https; instructions; removed', async () => {
  test.setTimeout(240_000);
  const inbox = await startSmtpInbox();
  const edge = await startEdge(async (settings) => {
    const mail = { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' };
    const own = await startServer({ environment: { ...settings, ...mail } });
    return { origin: own.origin, stop: own.dispose };
  });
  const browser = await launchEdgeBrowser(edge);
  try {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const own = edge.urlOf(edge.ownHost);
    await page.goto(`${own}/login`);
    const owner = await signUpOwner(callsOf(page) as never, own, 'ann@example.com');
    await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
    await owner.call('post', `/v2/workspaces/${owner.uid}/agency`, { name: 'Nordlicht' });
    const { field, verify, remove, removing, records } = domainParts(page);
    const [zone, host] = ['nordlicht.example', 'portal.nordlicht.example'];
    edge.dns.addZone(zone);
    const sub = `nordlicht.${edge.rootDomain}`;
    edge.addSubdomain(sub);
    await owner.call('post', '/hosting/custom-domain', {
      uid: owner.uid,
      customDomain: 'nordlicht',
      isVGSubdomain: true,
    });
    await page.goto(`${own}/app/na/agency?activeTabIndex=1`);
    await field.fill(host);
    await field.press('Enter');
    await expect(page.getByText('Domain verification pending..')).toBeVisible();
    await expect(page.getByText('Not verified')).toBeVisible();
    await expect(records).toHaveCount(2);
    const [txt, cname] = [records.filter({ hasText: 'TXT' }), records.filter({ hasText: 'CNAME' })];
    await expect(page.getByText('ann@example.com is reminded by mail while records are missing.')).toBeVisible();

    // As people set them up: the zone typed once too often, and the old address.
    const proof = (await txt.getByText(/^agency=/).textContent()) ?? '';
    edge.dns.set(`_domain-check.${host}.${zone}`, 'TXT', proof);
    edge.dns.set(host, 'CNAME', 'old-shop.example');
    await expect(txt).toContainText(
      /Your provider adds .*nordlicht\.example.* by itself\. Enter only .*_domain-check\.portal/,
      {
        timeout: 20_000,
      },
    );
    await expect(cname).toContainText('old-shop.example', { timeout: 20_000 });
    await expect(cname).toContainText('Another value was found.');
    await expect(page.getByText('0 of 2 records found')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await picture(page, 'domains-real-wrong');
    await cname.getByRole('button', { name: /^Copy Value wanted/ }).press('Enter');
    await expect(page.getByText('Copied to Clipboard').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(edge.edgeHost);
    await page.getByRole('button', { name: 'Copy instructions' }).press('Enter');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`Name: _domain-check.${host}\nValue: ${proof}\n`);
    await page.getByRole('button', { name: 'Email instructions' }).press('Enter');
    await page.getByLabel('Recipient email').fill('admin@reader.example');
    await page.getByLabel('Recipient email').press('Enter');
    await expect(page.getByText('DNS instructions sent successfully!')).toBeVisible();
    const mailed = () => inbox.mails.find(({ recipients }) => recipients.includes('admin@reader.example'))?.text ?? '';
    await expect.poll(() => mailed().replaceAll(/\s/g, ''), { timeout: 20_000 }).toContain(proof);
    await page.getByRole('button', { name: 'Do not remind me' }).click();
    await page.getByRole('button', { name: 'Stop reminders' }).click();
    await expect(page.getByText('No more reminders are sent.')).toBeVisible();
    await expect(page.getByText(/is reminded by mail/)).toBeHidden();

    edge.dns.set(`_domain-check.${host}`, 'TXT', proof);
    await expect(txt).toContainText('What is wanted', { timeout: 20_000 });
    await expect(page.getByText('1 of 2 records found')).toBeVisible();
    edge.dns.set(host, 'CNAME', edge.edgeHost);
    const since = Date.now();
    await verify.press('Enter');
    await expect(page.getByText('Domain verification successful..')).toBeVisible({ timeout: 20_000 });
    console.info(`verified ${Date.now() - since} ms after the record was mended`);
    await expect(cname).toContainText('What is wanted');
    await expect(page.getByText('Another value was found.')).toBeHidden();
    await expect(page.getByText('Domain is live')).toBeVisible({ timeout: 60_000 });
    const link = page.getByRole('link', { name: host });
    await expect(link).toHaveAttribute('href', edge.urlOf(host));
    // Clients are sent to the new one; the subdomain goes on, at its own address.
    await expect
      .poll(async () => (await owner.call('get', `/v2/workspaces/${owner.uid}/agency`)).clientUrl)
      .toBe(edge.urlOf(host));
    await page.reload();
    await expect(page.getByRole('link', { name: sub })).toHaveAttribute('href', edge.urlOf(sub));
    await expect(verify).toBeHidden();
    await picture(page, 'domains-real-live');
    const visitor = await context.newPage();
    await visitor.goto(edge.urlOf(host));
    await expect(visitor.getByRole('heading', { name: 'Nordlicht' })).toBeVisible();
    await expect(visitor.getByLabel('Email', { exact: true })).toBeVisible();

    await remove.press('Enter');
    await removing.getByLabel(/^Type .* to confirm$/).fill(host);
    await removing.getByLabel(/^Type .* to confirm$/).press('Enter');
    await expect(page.getByText('Domain deleted successfully..')).toBeVisible();
    const removed = Date.now();
    await expect.poll(async () => (await visitor.goto(edge.urlOf(host)))?.status(), { intervals: [100] }).toBe(404);
    expect(Date.now() - removed).toBeLessThan(2_000);
    await expect(field).toBeVisible();
    await context.close();
  } finally {
    await browser.close();
    await edge.stop();
    await inbox.close();
  }
});
