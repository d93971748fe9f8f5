import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './api.ts';
import { freePort } from './free-port.ts';
import { makePostgresFolder, unprivilegedUser } from './postgres-server.ts';

/** As `docs/scale-out.md` says. */
export const POOLER_SETTINGS = {
  pool_mode: 'transaction',
  max_client_conn: 2_000,
  default_pool_size: 60,
  reserve_pool_size: 10,
  max_db_connections: 80,
  query_wait_timeout: 10,
  server_login_retry: 1,
};

/** PgBouncer on a free port of loopback before the server that `server` names, for all of its databases. It runs as no root, either. */
export async function startPgBouncer(server: string, settings: Record<string, string | number> = {}) {
  const user = unprivilegedUser();
  const folder = makePostgresFolder('pgbouncer-');
  const port = await freePort();
  const behind = new URL(server);
  const file = join(folder, 'pgbouncer.ini');
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    // No socket in the file system.
    unix_socket_dir: '',
    auth_type: 'any',
    admin_users: 'pgbouncer',
    ...POOLER_SETTINGS,
    ...settings,
  };
  const host = decodeURIComponent(behind.hostname);
  const text = [
    '[databases]',
    `* = host=${host} port=${behind.port || 5432} user=${behind.username}`,
    '[pgbouncer]',
    ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
  ];
  writeFileSync(file, `${text.join('\n')}\n`, { mode: 0o644 });
  const child = spawn('pgbouncer', [file], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000);
  });
  const ended = once(child, 'exit');
  const removeOnExit = () => child.kill('SIGKILL');
  process.once('exit', removeOnExit);
  /** What its console answers. */
  const ask = async (question: string) => {
    // It takes words alone: no named statement, no parameters.
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'pgbouncer', database: 'pgbouncer' });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(question)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${said}`);
      return ask('show version').then(
        () => true,
        () => false,
      );
    },
    (isThere) => isThere,
  );
  return {
    port,
    ask,
    /** The same database through the pooler. */
    urlOf: (url: string) => `postgres://${behind.username}@127.0.0.1:${port}${new URL(url).pathname}`,
    async stop() {
      process.off('exit', removeOnExit);
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
