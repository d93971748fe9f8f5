import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './api.ts';
import { freePort } from './free-port.ts';

const CADDYFILE = join(import.meta.dirname, '../../../ops/Caddyfile');

/** The proxy of `compose.yaml` with the file that it has there, on a free port, in front of `origins`. */
export async function startCaddy(origins: readonly string[]) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', CADDYFILE], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: `http://127.0.0.1:${port}`,
      WEB_UPSTREAMS: origins.map((origin) => new URL(origin).host).join(' '),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${origin}/livez`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  return {
    origin,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
