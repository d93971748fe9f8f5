// START: what the embedded default costs: its modules on the disk, the time until it is ready, its memory then. Another copy of the
// repository may be named: `node server/bench/start.bench.ts /path/to/copy`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TIMES = 5;
const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const bundle = join(root, 'dist/server.js');
const program = existsSync(bundle) && process.argv[2] === undefined ? bundle : join(root, 'server/src/main.ts');

function sizeOf(folder: string): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += sizeOf(path);
    else if (entry.isFile()) sum += statSync(path).size;
  }
  return sum;
}

async function startOnce(folder: string) {
  const begun = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it ended: ${said}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('is ready')) resolve();
    });
  });
  const ms = performance.now() - begun;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const cpu = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  child.kill('SIGKILL');
  await ended;
  const memory = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  return { ms, memory, cpu: (Number(cpu[11]) + Number(cpu[12])) / 100 };
}

const folder = mkdtempSync(join(tmpdir(), 'start-'));
const middle = (all: number[]) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
// The first one makes the database and the cache of what is compiled.
await startOnce(folder);
const all = [];
for (let at = 0; at < TIMES; at += 1) all.push(await startOnce(folder));
rmSync(folder, { recursive: true, force: true });
console.log(
  `START embedded, of ${TIMES}: modules ${(sizeOf(join(root, 'node_modules')) / 1e6).toFixed(1)} MB, ready after ${(middle(all.map(({ ms }) => ms)) / 1_000).toFixed(2)} s ` +
    `(${middle(all.map(({ cpu }) => cpu)).toFixed(2)} s of processor), ${middle(all.map(({ memory }) => memory)).toFixed(0)} MB`,
);
