import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { silentMp3 } from '../../server/test/harness/twilio-recordings.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';

// Recordings are switched on, and one is heard beside what was said, by those who may. How one comes to be is told in
// server/test/journeys/call-recordings.test.ts.

const SECONDS = 20;
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänspatent'.repeat(3);
const SAID = [
  { after: 0, role: 'agent', text: 'Harbour Bikes, hello.' },
  { after: 8, role: 'visitor', text: 'What does an electric bike cost?' },
  { after: 10, role: 'agent', text: `An electric bike costs 28 euros a day. ${LONG}` },
  { after: 15, role: 'visitor', text: 'هل لديكم دراجات للأطفال؟' },
];

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;
let owner: Page;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'recordings', titles: ['Harbour Bikes'] });
  for (const id of world.agentIds) await world.owner.call('post', `/v2/agents/${id}/publish`, {});
  owner = await world.context.newPage();
});
test.afterAll(() => world?.context.close());

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};
const ownerPlace = (rest: string) => `${server.origin}/app/na/agents/${world.agentIds[0]}/${rest}`;
const id = (kind: string) => `${kind}_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;

/** A call of a minute ago with what was said, and its sound in the file store. */
async function recordedCall(caller: string): Promise<{ callId: string; conversationId: string }> {
  const agentId = world.agentIds[0];
  const { conversationId } = await world.owner.call('post', `/public/agents/${agentId}/conversations`, {});
  const [callId, fileId, key] = [id('call'), id('fil'), `na/${id('k').replace('_', '').padEnd(22, '0')}`];
  const bytes = silentMp3(SECONDS);
  mkdirSync(join(server.dataDir, 'uploads/na'), { recursive: true });
  writeFileSync(join(server.dataDir, 'uploads', key), bytes);
  const from = `now() - interval '1 minute'`;
  const of = `from conversations where id = '${conversationId}'`;
  await runSql(
    server,
    `insert into calls (id, workspace_uid, agent_id, conversation_id, channel, mode, caller, state, secret_hash, secret_until, seconds,
      started_at, ended_at, end_reason, consent, consent_at) select '${callId}', workspace_uid, agent_id, id, 'phone', 'relay', '${caller}', 'ended',
      'none', now(), ${SECONDS}, ${from}, ${from} + interval '${SECONDS} seconds', 'caller', 'agreed', ${from} ${of}`,
    `insert into files (id, workspace_uid, agent_id, conversation_id, is_recording, name, type, bytes, storage_key)
      select '${fileId}', workspace_uid, agent_id, id, true, 'call.mp3', 'audio/mpeg', ${bytes.length}, '${key}' ${of}`,
    `insert into call_recordings (id, workspace_uid, agent_id, conversation_id, call_id, part, state, file_id, bytes, started_at, expires_at)
      select '${id('rec')}', workspace_uid, agent_id, id, '${callId}', 1, 'stored', '${fileId}', ${bytes.length}, ${from}, now() + interval '30 days' ${of}`,
    ...SAID.map(
      (
        { after, role, text },
        at,
      ) => `insert into messages (id, workspace_uid, agent_id, conversation_id, position, role, state, text, created_at)
        select '${crypto.randomUUID()}', workspace_uid, agent_id, id, ${at + 10}, '${role}', 'complete', '${text}', ${from} + interval '${after} seconds' ${of}`,
    ),
  );
  return { callId, conversationId };
}

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Recording' });
const timeOf = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
const isPlaying = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => !audio.paused);

test('calls are recorded once somebody switched it on, and the screen says what that is and is not', async () => {
  await owner.goto(ownerPlace('voice'));
  const recording = owner.getByRole('switch', { name: 'Record calls' });
  await expect(recording).not.toBeChecked();
  await recording.press('Space');
  await owner.getByRole('textbox', { name: 'Days kept' }).fill('400');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByText('Please enter 365 or less.', { exact: true })).toBeVisible();
  await expect(owner.getByText('is no legal advice')).toBeVisible();
  await expect(owner.getByText('Calls from the chat are not')).toBeVisible();
  expect(await look(owner, LOOKS)).toEqual([]);
  await owner.getByText('is no legal advice').scrollIntoViewIfNeeded();
  await picture(owner, 'recording-settings-dark');
  await owner.emulateMedia({ colorScheme: 'light' });
  await owner.setViewportSize({ width: 1280, height: 900 });
  await picture(owner, 'recording-settings');
  await owner.getByRole('textbox', { name: 'Days kept' }).fill('14');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByText('All changes saved')).toBeVisible();
  const { settings } = await world.owner.call('get', `/v2/agents/${world.agentIds[0]}`);
  expect(settings.voice).toMatchObject({ recording: 'on', recordingDays: 14 });
});

test('a recording is heard from a line on, by keys too, faster, saved, and deleted once it is asked', async () => {
  const { callId } = await recordedCall('+12025550161');
  await owner.goto(ownerPlace('voice?tab=calls'));
  await owner.locator(`[data-call="${callId}"]`).getByRole('button', { name: 'Listen' }).click();
  const shown = drawer(owner);
  await expect(shown.getByText('The caller agreed to the recording.')).toBeVisible();
  await expect(shown.getByText(/0:00 \/ 0:(19|20|21)/)).toBeVisible();

  await shown.getByRole('button', { name: /An electric bike costs/ }).click();
  await expect.poll(() => timeOf(owner)).toBeGreaterThan(9.9);
  await expect.poll(() => isPlaying(owner)).toBe(true);
  await expect(shown.locator('[aria-current]')).toContainText('An electric bike');
  await shown.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect.poll(() => isPlaying(owner)).toBe(false);
  await shown.getByRole('slider', { name: 'Place in the recording' }).press('Home');
  await expect.poll(() => timeOf(owner)).toBe(0);
  await expect(shown.locator('[aria-current]')).toContainText('Harbour Bikes, hello.');
  await shown.getByRole('slider').press('ArrowRight');
  await expect.poll(() => timeOf(owner)).toBe(1);
  await shown.getByText('2.0×', { exact: true }).click();
  expect(await owner.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(2);
  expect(await look(owner, LOOKS)).toEqual([]);
  await picture(owner, 'recording-dark');
  await owner.emulateMedia({ colorScheme: 'light' });
  await owner.setViewportSize({ width: 1280, height: 900 });
  await picture(owner, 'recording');

  const saving = owner.waitForEvent('download');
  await shown.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe(`${callId}.mp3`);

  await shown.getByRole('button', { name: 'Delete recording' }).click();
  const asked = owner.getByRole('dialog', { name: 'Delete this recording?' });
  await asked.getByRole('button', { name: 'Delete recording' }).click();
  await expect(owner.getByText('The recording was deleted.')).toBeVisible();
  await expect(owner.locator(`[data-call="${callId}"]`).getByRole('button', { name: 'Listen' })).toHaveCount(0);
});

test('it is heard from its conversation as well; one whose sound is lost says so', async () => {
  const { conversationId } = await recordedCall('+12025550162');
  await owner.route('**/recording', (route) => route.fulfill({ status: 404, body: '' }));
  await owner.goto(ownerPlace(`convos?convo=${conversationId}`));
  await owner.getByRole('button', { name: 'Listen' }).click();
  await expect(drawer(owner).getByText('The recording could not be played.')).toBeVisible();
  await owner.unroute('**/recording');
  await picture(owner, 'recording-lost');
});

async function clientPage(browser: Browser, email: string, canAccess: string[], language = 'en') {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await world.addClient({ email, canAccess });
  await signInClient(page, world.clientUrl, email);
  return page;
}

test('a client hears it in Arabic, without the words where they were given no conversations, and deletes none', async ({
  browser,
}) => {
  const { callId } = await recordedCall('+12025550163');
  const page = await clientPage(browser, 'amal.recordings@example.com', ['/voice', '/convos'], 'ar');
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/voice`);
  await page.locator(`[data-call="${callId}"]`).getByRole('button', { name: 'استماع' }).click();
  const shown = page.getByRole('dialog', { name: 'التسجيل' });
  await expect(shown.getByRole('list', { name: 'ما قيل' }).getByRole('button')).toHaveCount(4);
  await expect(shown.getByText(/0:00 \/ 0:(19|20|21)/)).toBeVisible();
  await expect(shown.getByRole('button', { name: 'حذف التسجيل' })).toHaveCount(0);
  expect(await look(page, LOOKS)).toEqual([]);
  await picture(page, 'recording-ar-dark');

  const other = await clientPage(browser, 'vera.recordings@example.com', ['/voice']);
  await other.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/voice`);
  await other.locator(`[data-call="${callId}"]`).getByRole('button', { name: 'Listen' }).click();
  await expect(drawer(other).getByText(/0:00 \/ 0:(19|20|21)/)).toBeVisible();
  await expect(drawer(other).getByRole('list', { name: 'What was said' })).toHaveCount(0);
  await picture(other, 'recording-wordless');
});
