// The stand-in of the payment provider beside the server, for whoever has set no key of it: no money moves (stand-in/README.md).
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const REGIONS = ['na', 'eu'];
const KINDS = ['platform', 'connect', 'accounts'];
/** Addresses of its pages stand in what it keeps: it has the same one at each start, where nobody else took it. */
const PORT = 4010;
const HOST = '127.0.0.1';

/** What is set, as the server will read it: the environment counts before the file. */
export const readSettings = (environment, file = '.env') => ({
  ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}),
  ...environment,
});

/** A key is the real provider; in production nobody gets credits for a test card, unless that is wanted. */
export function wantsStandIn(settings) {
  if (settings.STRIPE_SECRET_KEY_NA || settings.STRIPE_SECRET_KEY_EU) return false;
  return settings.NODE_ENV !== 'production' || settings.PAYMENTS_TEST_MODE === '1';
}

/**
 * Starts it on this machine alone where it is wanted, and returns what the server has to know of it. It ends with the process
 * that called this.
 */
export async function startStandIn(environment, settings = readSettings(environment)) {
  if (!wantsStandIn(settings)) return {};
  const journal = join(settings.DATA_DIR || './data', 'stand-in', 'journal.jsonl');
  const port = (await isFree(PORT)) ? PORT : 0;
  const child = fork('dist/stand-in.js', {
    execPath: 'node',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...environment, PORT: String(port), HOST, JOURNAL: journal },
  });
  const url = await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message.url));
    child.once('exit', () => reject(new Error('The stand-in of the payment provider did not start.')));
  });
  // It is told to end by this process, after the server: Ctrl+C reaches all of them at once.
  child.unref();
  child.channel.unref();
  const handed = { STRIPE_API_URL: url };
  for (const region of REGIONS) Object.assign(handed, await joinRegion(url, region, settings.PORT || '3000'));
  return handed;
}

/** An account of its own, whose events go to the server with secrets of this start. */
async function joinRegion(url, region, port) {
  const key = `sk_test_${region}`;
  const suffix = region.toUpperCase();
  const handed = {
    [`STRIPE_SECRET_KEY_${suffix}`]: key,
    [`STRIPE_PUBLISHABLE_KEY_${suffix}`]: `pk_test_${region}`,
  };
  for (const kind of KINDS) {
    const secret = `whsec_${randomBytes(24).toString('base64url')}`;
    const answer = await fetch(`${url}/_knobs/endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({
        kind,
        url: `http://${HOST}:${port}/api/${region}/stripe/events/${kind}`,
        secret,
        isOnly: true,
      }),
    });
    if (!answer.ok) throw new Error(`The stand-in of the payment provider refused an endpoint: ${await answer.text()}`);
    handed[`STRIPE_${kind.toUpperCase()}_SECRETS_${suffix}`] = secret;
  }
  return handed;
}

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
