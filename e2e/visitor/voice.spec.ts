import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';

// A visitor talks with an agent. What listens and speaks in a browser asks a service, or the machine, for it: here it is the test that
// speaks, and what is spoken takes the time of its words and makes no sound.

declare global {
  interface Window {
    /** What the visitor says now, as the browser understands it. */
    sayAloud(text: string): boolean;
    spoken: string[];
    ears: number;
  }
}

function giveEarsAndMouth() {
  window.spoken = [];
  window.ears = 0;
  const listening = new Set<{ onresult(event: object): void }>();
  window.sayAloud = (text) => {
    for (const one of listening) {
      const result = (isFinal: boolean) => Object.assign([{ transcript: text }], { isFinal });
      one.onresult({ resultIndex: 0, results: [result(false)] });
      one.onresult({ resultIndex: 0, results: [result(true)] });
    }
    return listening.size > 0;
  };
  class Recognition {
    onresult = (_event: object) => {};
    onend = () => {};
    start() {
      listening.add(this);
      window.ears += 1;
    }
    abort() {
      listening.delete(this);
      setTimeout(() => this.onend(), 5);
    }
  }
  Object.assign(window, { webkitSpeechRecognition: Recognition, SpeechRecognition: Recognition });
  let current: { timer: number; words: SpeechSynthesisUtterance } | null = null;
  const mouth = {
    speak(words: SpeechSynthesisUtterance) {
      words.onstart?.(new Event('start') as never);
      let at = 0;
      const step = () => {
        at += 1;
        if (at % 8 === 0) words.onboundary?.(Object.assign(new Event('boundary'), { charIndex: at }) as never);
        if (at < words.text.length) return;
        clearInterval(current?.timer);
        current = null;
        window.spoken.push(words.text);
        words.onend?.(new Event('end') as never);
      };
      current = { timer: window.setInterval(step, 30), words };
    },
    cancel() {
      clearInterval(current?.timer);
      current = null;
    },
    pause() {},
    resume() {},
    getVoices: () => [],
  };
  Object.defineProperty(window, 'speechSynthesis', { value: mouth });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', {
    value: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
}

async function openSpeaking(owner: Owner): Promise<string> {
  const id = await createAgent(owner, 'Harbour Bikes', prices);
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  const voice = { ...settings.voice, isEnabled: true, greeting: 'Harbour Bikes here. How can I help?' };
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, voice }, draftRevision });
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  return id;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Call' });
const spoken = (page: Page) => page.evaluate(() => window.spoken.join(' '));
const say = (page: Page, text: string) =>
  expect.poll(() => page.evaluate((words) => window.sayAloud(words), text), { timeout: 15_000 }).toBe(true);

test('a visitor asks by voice, interrupts, types, comes back after a reload, and hears a person', async ({
  page,
  shared: server,
}) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('vera'));
  const id = await openSpeaking(owner);
  await page.addInitScript(giveEarsAndMouth);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`${server.origin}/na/prototype/${id}`);
  await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
  expect(loaded.filter((url) => url.includes('open-voice'))).toEqual([]);

  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(panel(page)).toContainText('Your browser listens and speaks.');
  expect(await look(page)).toEqual([]);
  expect(await page.evaluate(() => window.ears)).toBe(0);
  await panel(page).getByRole('button', { name: 'Start the call' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Speaking');
  await expect.poll(() => spoken(page), { timeout: 15_000 }).toContain('How can I help?');
  await expect(panel(page).getByRole('status')).toHaveText('Listening');

  await say(page, 'What does an electric bike cost?');
  await expect(page.getByRole('log')).toContainText('28 euros a day', { timeout: 15_000 });
  await expect(panel(page).getByRole('status')).toHaveText('Speaking');
  expect(await look(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Interrupt' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Listening');
  // What was not heard is not said to have been said.
  await expect(page.getByRole('log')).not.toContainText('28 euros a day');

  await page.getByRole('textbox').fill('How much is a city bike?');
  await page.keyboard.press('Enter');
  await expect.poll(() => spoken(page), { timeout: 15_000 }).toContain('12 euros');

  await page.reload();
  await page.evaluate(giveEarsAndMouth);
  await panel(page).getByRole('button', { name: 'Go on with the call' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Listening');

  await owner.call('post', `/v2/workspaces/${owner.uid}/operator-status`, { status: 'online' });
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/conversations?limit=1`);
  const path = `/v2/workspaces/${owner.uid}/inbox/${items[0].id}`;
  await say(page, 'I want to talk to a person');
  await expect.poll(async () => (await owner.call('get', path)).state, { timeout: 15_000 }).toBe('waiting');
  await owner.call('post', `${path}/claim`, {});
  await owner.call('post', `${path}/messages`, { id: crypto.randomUUID(), text: 'Olga here. I am happy to help.' });
  await expect.poll(() => spoken(page), { timeout: 15_000 }).toContain('Olga here. I am happy to help.');
  await panel(page).getByRole('button', { name: 'End the call' }).click();
  await expect(panel(page)).toContainText('The call has ended.');
  await expect
    .poll(async () => (await owner.call('get', `/v2/conversations/${items[0].id}/calls`)).items[0].endReason)
    .toBe('caller');
});

test('a browser that cannot listen says so, and reads the answers aloud', async ({ page, shared: server }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('viggo'));
  const id = await openSpeaking(owner);
  await page.addInitScript(giveEarsAndMouth);
  await page.addInitScript(() =>
    Object.assign(window, { webkitSpeechRecognition: undefined, SpeechRecognition: undefined }),
  );
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${server.origin}/na/prototype/${id}`);
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect(panel(page)).toContainText('This browser cannot listen.');
  await panel(page).getByRole('button', { name: 'Start the call' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Type your question', { timeout: 15_000 });
  await page.getByRole('textbox').fill('What does an electric bike cost?');
  await page.keyboard.press('Enter');
  await expect.poll(() => spoken(page), { timeout: 15_000 }).toContain('28 euros');
  expect(await look(page)).toEqual([]);
});

test('an owner talks with the working copy, in the test chat and for free', async ({ page, shared: server }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('tova'));
  const id = await openSpeaking(owner);
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  const voice = { ...settings.voice, greeting: 'The new greeting.' };
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, voice }, draftRevision });
  await page.addInitScript(giveEarsAndMouth);
  await page.goto(`${server.origin}/app/na/agents/${id}`);
  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  const chat = page.frameLocator('iframe[title="Test chat"]');
  await chat.getByRole('button', { name: 'Call', exact: true }).click();
  await chat.getByRole('button', { name: 'Start the call' }).click();
  const frame = () => page.frames().find((one) => one.url().includes('/widget/frame/'));
  await expect
    .poll(() => frame()?.evaluate(() => window.spoken.join(' ')), { timeout: 15_000 })
    .toContain('The new greeting.');
  await chat.getByRole('button', { name: 'End the call' }).click();
  const calls = async () => (await owner.call('get', `/v2/workspaces/${owner.uid}/calls`)).items;
  await expect.poll(async () => (await calls())[0]?.state).toBe('ended');
  expect((await calls())[0]).toMatchObject({ isTest: true, credits: 0 });
});
