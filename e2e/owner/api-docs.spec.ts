import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { WEBHOOK_EVENT_TYPES } from '@antiphon/contract/webhooks';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { freePort } from '../world/server.ts';

// A developer with nothing but the address: what stands in the reference is pasted, and works.

/** The guides stand in its HTML. Listing all calls below them takes ten seconds of processor time: `owner-shell.spec.ts` looks at those. */
async function openGuides(page: Page, origin: string, at = '') {
  await page.route('**/swagger-ui-bundle.js', (route) => route.abort());
  await page.goto(`${origin}/api/docs${at}`);
}

test('the receiver of events that is pasted knows ours from a forged one', async ({ page, shared }, info) => {
  await openGuides(page, shared.origin, '#events');
  const guide = page.locator('#events');
  await expect(guide.getByText('Standard Webhooks')).toBeVisible();
  for (const type of WEBHOOK_EVENT_TYPES)
    await expect(guide.getByRole('cell', { name: type, exact: true })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  const port = await freePort();
  const file = info.outputPath('receiver.mjs');
  await writeFile(file, ((await guide.locator('pre').textContent()) ?? '').replace('8080', String(port)));
  const secret = `whsec_${Buffer.from('an endpoint of our own, 32 bytes').toString('base64')}`;
  const receiver = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret }, stdio: 'ignore' });
  const send = async (signedWith: string, at = new Date()) => {
    const body = JSON.stringify({ type: 'test', payload: { message: 'Grüße' } });
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(signedWith).sign('msg_1', at, body),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).catch(() => null);
    return answer?.status;
  };
  await expect.poll(() => send(secret)).toBe(204);
  expect(await send(`whsec_${Buffer.from('somebody else').toString('base64')}`)).toBe(401);
  expect(await send(secret, new Date(Date.now() - 3_600_000))).toBe(401);
  receiver.kill();
});

test('the calls that it lists are those that the script has', async ({ page, shared }) => {
  await openGuides(page, shared.origin);
  await page.getByText('The chat on a page').click();
  const listed = await page.locator('#page tbody td:first-child').allTextContents();
  const names = listed.flatMap((cell) => [...cell.matchAll(/(\w+)\(/g)].map(([, name]) => name));
  await page.setContent(`<script src="${shared.origin}/widget.js" data-id="agt_nobody"></script>`);
  const has = await page.evaluate(() => Object.keys((window as unknown as { AgentChat: object }).AgentChat));
  expect([...names, 'identify'].sort()).toEqual(has.sort());
});

test('the page that is pasted, with the tag where it says so, hears that its chat was opened', async ({
  page,
  shared,
}) => {
  const owner = await signUpOwner(page.request, shared.origin, addressFor('pasted'));
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  await openGuides(page, shared.origin);
  const sample = (await page.locator('#page pre').textContent()) ?? '';
  const tag = `<script async src="${shared.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const body = sample.replace(/<!--.*-->/, tag);
  await page.route('**/pasted', (route) => route.fulfill({ contentType: 'text/html', body }));
  const heard = page.waitForEvent('console', (message) => message.text() === 'opened');
  await page.goto(`${shared.origin}/pasted`);
  await page.getByRole('button', { name: 'Ask us' }).click();
  await heard;
});
