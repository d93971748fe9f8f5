import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';

const RATE = 48_000;
const SYLLABLE_MS = 180;

/** Something that browsers take for speech: syllables of changing pitch, without a pause of more than a breath. */
function voiceWav(seconds: number): Buffer {
  const data = Buffer.alloc(44 + seconds * RATE * 2);
  data.write('RIFF', 0);
  data.writeUInt32LE(data.length - 8, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(RATE, 24);
  data.writeUInt32LE(RATE * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36);
  data.writeUInt32LE(data.length - 44, 40);
  for (let at = 0; at < seconds * RATE; at += 1) {
    const ms = (at * 1_000) / RATE;
    const syllable = Math.floor(ms / SYLLABLE_MS);
    const pitch = 130 + ((syllable * 37) % 90);
    const swell = 0.35 + 0.65 * Math.sin((Math.PI * (ms % SYLLABLE_MS)) / SYLLABLE_MS);
    let sum = 0;
    for (let overtone = 1; overtone <= 6; overtone += 1)
      sum += Math.sin((2 * Math.PI * pitch * overtone * at) / RATE) / overtone;
    data.writeInt16LE(Math.round(8_000 * swell * sum), 44 + at * 2);
  }
  return data;
}

declare global {
  interface Window {
    /** Lets the microphone hear, or not. */
    openMicrophone(isOpen: boolean): void;
  }
}

/** A browser whose microphone hears somebody who speaks on and on, behind a valve that a test opens; or one in which it is forbidden. */
export async function openVoiceBrowser({ isForbidden = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'voice-browser-'));
  const path = join(folder, 'voice.wav');
  writeFileSync(path, voiceWav(300));
  const fake = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${path}%noloop`,
  ];
  const browser: Browser = await chromium.launch({
    executablePath: process.env.HEADLESS_SHELL_PATH || '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', ...(isForbidden ? ['--deny-permission-prompts'] : fake)],
  });
  const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(() => {
    let isOpen = false;
    let valve: GainNode | undefined;
    window.openMicrophone = (next) => {
      isOpen = next;
      if (valve) valve.gain.value = next ? 1 : 0;
    };
    const media = navigator.mediaDevices;
    const ask = media?.getUserMedia.bind(media);
    if (!media || !ask) return;
    media.getUserMedia = async (wish) => {
      const stream = await ask(wish);
      const context = new AudioContext();
      valve = new GainNode(context, { gain: isOpen ? 1 : 0 });
      const through = context.createMediaStreamDestination();
      context.createMediaStreamSource(stream).connect(valve).connect(through);
      return through.stream;
    };
  });
  return {
    page,
    /** The visitor speaks for so long. */
    async talk(ms: number) {
      await page.evaluate(
        (length) =>
          new Promise<void>((done) => {
            window.openMicrophone(true);
            setTimeout(() => {
              window.openMicrophone(false);
              done();
            }, length);
          }),
        ms,
      );
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export const callPanel = (page: Page) => page.getByRole('region', { name: 'Call' });
