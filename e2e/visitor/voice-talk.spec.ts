import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type DeepgramStandIn, startDeepgramStandIn } from '../../server/test/harness/deepgram-stand-in.ts';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openVoiceBrowser, callPanel as panel } from '../world/voice-browser.ts';

// A visitor talks with an agent that a provider of speech listens and speaks for: sound travels from their microphone, and back.

let deepgram: DeepgramStandIn;
let server: RunningServer;
test.beforeAll(async () => {
  deepgram = await startDeepgramStandIn();
  server = await startServer({ environment: { DEEPGRAM_API_URL: deepgram.url } });
});
test.afterAll(async () => {
  await server?.dispose();
  await deepgram?.close();
});

const pictures = process.env.PICTURES_DIR;
async function picture(page: Page, name: string) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/talk-${name}.png` });
}
const status = (page: Page) => panel(page).getByRole('status');
const spoken = () => deepgram.speaks.map(({ text }) => text).join(' ');

async function openSpeaking(owner: Owner): Promise<string> {
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  const key = { provider: 'deepgram', label: 'Speech', secret: deepgram.key };
  const { id: credentialId } = await owner.call('post', `/v2/workspaces/${owner.uid}/credentials`, key);
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  const greeting = 'Harbour Bikes here. How can I help?';
  const voice = { ...settings.voice, isEnabled: true, greeting, provider: 'deepgram', credentialId };
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, voice }, draftRevision });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  return id;
}

test('a visitor asks by voice, interrupts by voice, types, comes back after a reload, and hears a person', async ({
  request,
}) => {
  const owner = await signUpOwner(request, server.origin, addressFor('vera'));
  const id = await openSpeaking(owner);
  const { page, talk, close } = await openVoiceBrowser();
  const loaded: string[] = [];
  page.on('request', (one) => loaded.push(one.url()));
  const parts = () => loaded.filter((url) => /voice|sound|worklet|device/.test(url));
  await page.goto(`${server.origin}/na/prototype/${id}`);
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
  expect(parts()).toEqual([]);

  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(panel(page)).toContainText('What you say goes to a speech service');
  expect(await look(page)).toEqual([]);
  await picture(page, 'before');
  expect(deepgram.listens).toEqual([]);
  await panel(page).getByRole('button', { name: 'Start the call' }).click();
  await expect(status(page)).toHaveText('Speaking');
  await expect.poll(spoken).toContain('How can I help?');
  await expect(status(page)).toHaveText('Listening');
  await picture(page, 'listening');

  deepgram.say('What does an electric bike cost?', 'No, wait.');
  await talk(1_000);
  await expect(page.getByRole('log')).toContainText('28 euros a day');
  await expect(status(page)).toHaveText('Speaking');
  await picture(page, 'speaking');
  await talk(900);
  await expect(status(page)).not.toHaveText('Speaking');
  // What was not heard is not said to have been said.
  await expect(page.getByRole('log')).not.toContainText('28 euros a day');
  await expect(page.getByRole('log')).toContainText('No, wait.');

  await page.getByRole('textbox').fill('How much is a city bike?');
  await page.keyboard.press('Enter');
  await expect.poll(spoken).toContain('12 euros');

  deepgram.say('I want to talk to a person');
  await page.reload();
  await panel(page).getByRole('button', { name: 'Go on with the call' }).click();
  await expect(status(page)).toHaveText('Listening');
  await owner.call('post', `/v2/workspaces/${owner.uid}/operator-status`, { status: 'online' });
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/conversations?limit=1`);
  const path = `/v2/workspaces/${owner.uid}/inbox/${items[0].id}`;
  await talk(1_000);
  await expect.poll(async () => (await owner.call('get', path)).state).toBe('waiting');
  await owner.call('post', `${path}/claim`, {});
  await owner.call('post', `${path}/messages`, { id: crypto.randomUUID(), text: 'Olga here. I am happy to help.' });
  await expect.poll(spoken).toContain('I am happy to help.');
  await panel(page).getByRole('button', { name: 'End the call' }).click();
  await expect(panel(page)).toContainText('The call has ended.');
  await picture(page, 'ended');
  await expect
    .poll(async () => (await owner.call('get', `/v2/conversations/${items[0].id}/calls`)).items[0].endReason)
    .toBe('caller');
  await close();
});

test('a forbidden microphone is said in a sentence, and whoever types hears the answers', async ({ request }) => {
  const owner = await signUpOwner(request, server.origin, addressFor('fritz'));
  const id = await openSpeaking(owner);
  const { page, close } = await openVoiceBrowser({ isForbidden: true });
  await page.setViewportSize({ width: 360, height: 640 });
  const before = deepgram.listens.length;
  await page.goto(`${server.origin}/na/prototype/${id}`);
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Start the call' }).click();
  await expect(status(page)).toHaveText('Type your question');
  await expect(panel(page)).toContainText('The microphone may not be used. Allow it for this page, or type');
  expect(await look(page)).toEqual([]);
  await picture(page, 'forbidden');
  deepgram.speaks.length = 0;
  await page.getByRole('textbox').fill('What does an electric bike cost?');
  await page.keyboard.press('Enter');
  await expect.poll(spoken).toContain('28 euros');
  // Nobody is listened to.
  expect(deepgram.listens.length).toBe(before);
  await close();
});
