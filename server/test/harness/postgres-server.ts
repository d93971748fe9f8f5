import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export type PostgresServer = {
  /** Its data, inside the temporary folder. */
  readonly data: string;
  /** Of the maintenance database, without a password: it listens on loopback only. */
  readonly url: string;
  /** The same by its socket in the file system, which takes a tenth less of both ends' processor. */
  readonly socketUrl: string;
  readonly port: number;
  /** kill -9 of the postmaster and of every process it started, at once, as a power switch would; the disk's cache stays. */
  crash(): Promise<void>;
  /** After a crash: recovers and returns when it accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS = 30_000;

/**
 * A PostgreSQL of one's own in a temporary folder on a free port, gone after `stop`. `settings` are its command line's
 * (`{ fsync: 'off' }`). PostgreSQL refuses to run as root; started by root it runs as the user `postgres`. `fill` puts something
 * else than a new cluster into the empty folder that it is given.
 */
export async function startPostgresServer(
  settings: Record<string, string> = {},
  fill: (data: string) => void | Promise<void> = (data) => initCluster(data),
): Promise<PostgresServer> {
  const bin = findBinaries();
  const user = unprivilegedUser();
  const folder = makePostgresFolder('postgres-');
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  await fill(data);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '400',
    shared_buffers: '128MB',
    ...settings,
  };
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const launch = () =>
    spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

  let server = await launchUntilReady(launch, url);
  const removeOnExit = () => {
    if (server.pid) killTree(server.pid);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', removeOnExit);
  return {
    data,
    url,
    socketUrl: `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`,
    port,
    async crash() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, 'exit');
      if (server.pid) killTree(server.pid);
      await gone;
    },
    async restart() {
      server = await launchUntilReady(launch, url);
    },
    async stop() {
      process.off('exit', removeOnExit);
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit');
        server.kill('SIGINT');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A temporary folder that PostgreSQL may write to. Whoever calls this removes it. */
export function makePostgresFolder(prefix: string): string {
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

export function initCluster(data: string, more: readonly string[] = []) {
  const init = spawnSync(
    join(findBinaries(), 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', ...more],
    { ...unprivilegedUser(), cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);
}

async function launchUntilReady(launch: () => ChildProcess, url: string): Promise<ChildProcess> {
  const deadline = Date.now() + START_MS;
  let server = launch();
  let log = collectLog(server);
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return server;
    } catch {
      // What was set or what is recovered does not get better.
      if (Date.now() > deadline || /FATAL: .*(recovery|configuration)/.test(log()))
        throw new Error(`PostgreSQL did not start:\n${log()}`);
      // Right after a crash the old shared memory may still be in use for a moment; then the new one ends and is started again.
      if (server.exitCode !== null) {
        server = launch();
        log = collectLog(server);
      }
      await wait(50);
    }
  }
}

function collectLog(server: ChildProcess) {
  let text = '';
  server.stderr?.on('data', (chunk) => {
    text = (text + chunk).slice(-2_000);
  });
  return () => text;
}

/** Children first noticed, then all killed: a backend that lives on would still write its WAL. */
export function killTree(pid: number) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
  for (const id of [pid, ...children.map(Number)]) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It ended by itself between the look and the kill.
    }
  }
}

export function findBinaries(program = 'initdb'): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const found = folders.find((folder) => folder && existsSync(join(folder, program)));
  if (!found)
    throw new Error(`PostgreSQL 15 or newer is needed here (${program} was not found): install postgresql-15.`);
  return found;
}

/** `pg_basebackup` and the like. */
export const programOfPostgres = (name: string): string => join(findBinaries(name), name);

/** The one that runs PostgreSQL, where this process is root; undefined where it is not. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
