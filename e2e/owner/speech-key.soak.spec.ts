import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type DeepgramStandIn, startDeepgramStandIn } from '../../server/test/harness/deepgram-stand-in.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// An owner stores a key of a provider of speech, and chooses a voice of its list for an agent.

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
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `${pictures}/speech-${name}-${width}-${scheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('a wrong key is said plainly, a right one is kept, and the greeting is heard in the chosen voice', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('otto'));
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await page.goto(`${server.origin}/app/na/credentials?drawer=add`);
  const drawer = page.getByRole('dialog', { name: 'Add credential' });
  await drawer.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Deepgram' }).click();
  await expect(drawer.getByText('The key is checked there before')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Voices');
  await drawer.getByLabel('Key', { exact: true }).fill('dg-key-of-nobody-0123456789');
  await drawer.getByRole('button', { name: 'Add credential' }).click();
  await expect(drawer.getByText('The provider does not know this key.')).toBeVisible();
  await picture(page, 'wrong-key');
  await drawer.getByLabel('Key', { exact: true }).fill(deepgram.key);
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Credential added.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Credentials' })).toContainText('Deepgram');
  await page.getByRole('button', { name: 'Actions for Voices' }).click();
  await page.getByRole('menuitem', { name: 'Test credential' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('The provider answered')).toBeVisible();

  await page.goto(`${server.origin}/app/na/agents/${id}/voice`);
  await page.getByRole('combobox', { name: 'Who listens and speaks' }).click();
  await page.getByRole('option', { name: 'Deepgram' }).click();
  await expect(page.getByText('Deepgram understands and speaks English, German, French')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hear the greeting' })).toBeDisabled();
  await picture(page, 'no-key');
  await page.getByRole('combobox', { name: 'Key' }).click();
  await page.getByRole('option', { name: 'Voices, ends in 6789' }).click();
  await page.getByRole('combobox', { name: 'Voice', exact: true }).click();
  await picture(page, 'voices');
  await page.getByRole('option', { name: 'Viktoria' }).click();
  await page.getByRole('textbox', { name: 'Spoken greeting' }).fill('**Hallo** und willkommen.');
  await page.getByRole('button', { name: 'Hear the greeting' }).click();
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  expect(deepgram.speaks.at(-1)).toMatchObject({
    text: 'Hallo und willkommen.',
    query: { model: 'aura-2-viktoria-de' },
  });
  await expect(page.getByRole('button', { name: 'Hear the greeting' })).toBeVisible();
  deepgram.failSpeak('down', 'down');
  await page.getByRole('button', { name: 'Hear the greeting' }).click();
  await expect(page.getByText('Deepgram did not speak: The provider of speech did not answer')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture(page, 'failed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { settings } = await owner.call('get', `/v2/agents/${id}`);
  expect(settings.voice).toMatchObject({ provider: 'deepgram', voice: 'aura-2-viktoria-de' });

  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByRole('switch').first()).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture(page, 'arabic');
});
