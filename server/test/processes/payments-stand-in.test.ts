import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readSettings as readServerSettings } from '../../src/settings.ts';

// Plain Node without types, as `npm start` has it.
const { readSettings, wantsStandIn } = await import(
  new URL('../../../scripts/payments-stand-in.mjs', import.meta.url).href
);
const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm start` does before it starts the server. */
async function launch() {
  const script = `import('./scripts/payments-stand-in.mjs').then(async ({ startStandIn }) => {
    const handed = await startStandIn({ PATH: process.env.PATH, DATA_DIR: process.env.DATA_DIR, PORT: '3999' });
    console.log(JSON.stringify(handed));
    setInterval(() => {}, 1_000);
  }).catch((error) => { console.log(JSON.stringify({ said: error.message })); process.exit(1); });`;
  const child = spawn(process.execPath, ['-e', script], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, handed: JSON.parse(String(line)) as Record<string, string> };
}

const isThere = (url = '') =>
  fetch(`${url}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );

test('it is started where no key is set, and never in production unless that is wanted', () => {
  expect(wantsStandIn({})).toBe(true);
  expect(wantsStandIn({ STRIPE_SECRET_KEY_NA: '', NODE_ENV: 'development' })).toBe(true);
  expect(wantsStandIn({ STRIPE_SECRET_KEY_EU: 'sk_live_0123' })).toBe(false);
  expect(wantsStandIn({ NODE_ENV: 'production' })).toBe(false);
  expect(wantsStandIn({ NODE_ENV: 'production', PAYMENTS_TEST_MODE: '1' })).toBe(true);
});

test('a key in the file is one, and the environment counts before it', () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'STRIPE_SECRET_KEY_NA=sk_live_0123\nDATA_DIR=/there\n');
  expect(readSettings({ DATA_DIR: '/here' }, file)).toEqual({
    STRIPE_SECRET_KEY_NA: 'sk_live_0123',
    DATA_DIR: '/here',
  });
});

test('the server takes what it is handed; the stand-in is on this machine alone, one a folder, and ends with who started it', async () => {
  const { child, handed } = await launch();
  const { payments } = readServerSettings({ SECRET_KEY: 'only-for-tests-0123456789-abcdefghij', ...handed });
  expect([payments.na?.isLive, payments.eu?.isLive]).toEqual([false, false]);
  expect(payments.na?.secrets.accounts[0]).not.toBe(payments.na?.secrets.platform[0]);
  expect(new URL(handed.STRIPE_API_URL ?? '').hostname).toBe('127.0.0.1');
  expect(await isThere(handed.STRIPE_API_URL)).toBe(true);

  const second = await launch();
  expect(second.handed).toEqual({ said: 'The stand-in of the payment provider did not start.' });

  child.kill('SIGKILL');
  await expect.poll(() => isThere(handed.STRIPE_API_URL), { timeout: 5_000 }).toBe(false);
  const third = await launch();
  expect(await isThere(third.handed.STRIPE_API_URL)).toBe(true);
});
