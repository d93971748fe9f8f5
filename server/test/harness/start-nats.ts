import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './api.ts';
import { freePort } from './free-port.ts';

/** One account a region, and in it whoever may speak of that region alone: as `docs/scale-out.md` says. */
const ACCOUNTS = ['na', 'eu']
  .map((region) => {
    const own = `["antiphon.${region}.>"]`;
    const user = `{ user: ${region}, password: ${region}-secret, permissions: { publish: ${own}, subscribe: ${own} } }`;
    return `  ${region.toUpperCase()}: { users: [ ${user} ] }`;
  })
  .join('\n');

/** A NATS server on a free port of loopback. It keeps its port over `kill` and `start`. */
export async function startNats() {
  const folder = mkdtempSync(join(tmpdir(), 'nats-'));
  const port = await freePort();
  const file = join(folder, 'nats.conf');
  writeFileSync(file, `listen: "127.0.0.1:${port}"\nwrite_deadline: "2s"\naccounts {\n${ACCOUNTS}\n}\n`);
  /** It greets whoever connects. */
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const end = (isThere: boolean) => {
        socket.destroy();
        resolve(isThere);
      };
      socket.once('data', () => end(true)).once('error', () => end(false));
    });
  const launch = async () => {
    const child = spawn('nats-server', ['-c', file], {
      env: { PATH: process.env.PATH, GOMAXPROCS: '1' },
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    await until(accepts, (isThere) => isThere);
    return child;
  };
  let child = await launch();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    urlOf: (user: 'na' | 'eu') => `nats://${user}:${user}-secret@127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    signal: (name: NodeJS.Signals) => child.kill(name),
    kill,
    async start() {
      child = await launch();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
