// P9: from a clone in an empty folder to the first answered message, with one command and npm's cache as it is; beside `npm ci`
// alone in another clone.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './runtime.mjs';

const [folder, floorFolder] = [mkdtempSync(join(tmpdir(), 'fresh-')), mkdtempSync(join(tmpdir(), 'floor-'))];
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

for (const place of [folder, floorFolder]) execFileSync('git', ['clone', '--quiet', root, place]);
const port = await freePort();
// Nothing of this project's own installation may be found: only what the machine had before.
const { ANTIPHON_HANDED_OVER, ...inherited } = process.env;
const PATH = inherited.PATH.split(':')
  .filter((part) => !part.startsWith(root))
  .join(':');
const floorMs = Date.now();
execFileSync('npm', ['ci', '--silent'], { cwd: floorFolder, env: { ...inherited, PATH }, stdio: 'inherit' });
const floorSeconds = ((Date.now() - floorMs) / 1000).toFixed(1);
rmSync(floorFolder, { recursive: true, force: true });
const startedMs = Date.now();
const child = spawn('npm', ['start'], {
  cwd: folder,
  env: { ...inherited, PATH, PORT: String(port), LOG_LEVEL: 'error' },
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const seconds = () => ((Date.now() - startedMs) / 1000).toFixed(1);

try {
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('is ready') && resolve());
    child.on('exit', () => reject(new Error('npm start ended')));
  });
  const readySeconds = seconds();
  await answerOnce(`http://localhost:${port}`);
  console.log(
    `P9 fresh clone: server ready after ${readySeconds} s, first answered message after ${seconds()} s (target <= 120 s); npm ci alone ${floorSeconds} s`,
  );
} finally {
  process.kill(-child.pid, 'SIGTERM');
  await new Promise((resolve) => child.on('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}

async function answerOnce(origin) {
  const api = `${origin}/api/na`;
  let cookie = '';
  const call = async (path, body, headers = {}) => {
    const method = body ? 'POST' : 'GET';
    const sent = { 'content-type': 'application/json', origin, cookie, ...headers };
    const response = await fetch(`${api}${path}`, {
      method,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    cookie ||= response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return response.json();
  };
  await call('/auth/sign-up/email', { email: 'fresh@example.com', password: 'correct-horse', name: 'Fresh' });
  const { uid } = await call('/v2/me');
  const { ID } = await call(`/v2/workspaces/${uid}/agents`, { title: 'Fresh' });
  await call(`/v2/agents/${ID}/knowledge`, {
    kind: 'text',
    title: 'Hours',
    text: 'The shop is open from nine to six.',
  });
  while ((await call(`/v2/agents/${ID}/knowledge`)).items[0].state !== 'SUCCESS') await pause(200);
  await call(`/v2/agents/${ID}/publish`, {});
  const { conversationId, visitorToken } = await call(`/public/agents/${ID}/conversations`, {});
  const visitor = { authorization: `Bearer ${visitorToken}` };
  const path = `/public/conversations/${conversationId}`;
  await call(`${path}/messages`, { id: crypto.randomUUID(), text: 'When is the shop open?' }, visitor);
  for (;;) {
    const { messages } = await call(path, undefined, visitor);
    if (messages.some(({ role, text }) => role === 'agent' && text.includes('nine to six'))) return;
    await pause(100);
  }
}
