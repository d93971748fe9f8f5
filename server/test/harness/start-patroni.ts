import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { until } from './api.ts';
import { freePort } from './free-port.ts';
import { findBinaries, killTree, makePostgresFolder, unprivilegedUser } from './postgres-server.ts';

type Node = { name: string; port: number; asked: number; data: string; child: ChildProcess };

/** As `docs/scale-out.md` says. */
const CLUSTER = {
  ttl: 20,
  loop_wait: 3,
  retry_timeout: 3,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  failsafe_mode: true,
  postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', max_connections: 200, fsync: 'off' } },
};

const UNHEARD_MS = 500;

const postmasterOf = ({ data }: Node) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function findReceiver({ port }: Node): Promise<number> {
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
  await client.connect();
  const { rows } = await client.query('select pid from pg_stat_wal_receiver').finally(() => client.end());
  return rows[0].pid;
}

async function leadsToPrimary(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby').finally(() => client.end());
    return !rows[0].standby;
  } catch {
    return false;
  }
}

/** Three PostgreSQL of which one is written to, Patroni with etcd, which say which, and HAProxy, which leads there. */
export async function startPatroni(changed: Record<string, unknown> = {}) {
  const user = unprivilegedUser();
  const folder = makePostgresFolder('patroni-');
  const children: ChildProcess[] = [];
  const run = (command: string, args: string[]) => {
    const log = openSync(join(folder, `${command}-${children.length}.log`), 'a');
    const child = spawn(command, args, {
      ...user,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    });
    children.push(child);
    process.once('exit', () => child.kill('SIGKILL'));
    return child;
  };
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  const [store, peers, front] = [await freePort(), await freePort(), await freePort()];
  const [storeUrl, peersUrl] = [`http://127.0.0.1:${store}`, `http://127.0.0.1:${peers}`];
  const etcd = run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
    ...['--listen-client-urls', storeUrl, '--advertise-client-urls', storeUrl],
    ...['--listen-peer-urls', peersUrl, '--initial-advertise-peer-urls', peersUrl],
    ...['--initial-cluster', `default=${peersUrl}`],
  ]);
  const answers = (url: string) =>
    fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.status === 200,
      () => false,
    );
  await until(() => answers(`${storeUrl}/health`), Boolean, 30_000);
  const nodes: Node[] = [];
  for (const name of ['one', 'two', 'three']) {
    const [port, asked, data] = [await freePort(), await freePort(), join(folder, name)];
    mkdirSync(data, { mode: 0o700 });
    if (user) chownSync(data, user.uid, user.gid);
    const people = { superuser: { username: 'postgres' }, replication: { username: 'replicator' } };
    const file = {
      scope: 'chaos',
      name,
      restapi: { listen: `127.0.0.1:${asked}`, connect_address: `127.0.0.1:${asked}` },
      etcd3: { hosts: `127.0.0.1:${store}` },
      bootstrap: {
        dcs: { ...CLUSTER, ...changed },
        initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, 'no-sync'],
        pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        // Where the program itself lies: a link beside others has no `pg_controldata` at its side.
        bin_dir: dirname(realpathSync(join(findBinaries(), 'postgres'))),
        pgpass: join(folder, `${name}.pass`),
        authentication: people,
        parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
      },
    };
    // What is JSON is YAML.
    const child = run('patroni', [write(`${name}.yml`, JSON.stringify(file))]);
    nodes.push({ name, port, asked, data, child });
    // The first one makes the cluster, the others copy it.
    if (name === 'one') await until(() => answers(`http://127.0.0.1:${asked}/primary`), Boolean, 120_000);
  }
  for (const { asked } of nodes.slice(1))
    await until(() => answers(`http://127.0.0.1:${asked}/replica`), Boolean, 120_000);
  const isSynchronous = { ...CLUSTER, ...changed }.synchronous_mode;
  await until(
    async () =>
      !isSynchronous ||
      (await Promise.all(nodes.map(({ asked }) => answers(`http://127.0.0.1:${asked}/sync`)))).some(Boolean),
    Boolean,
    60_000,
  );
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen primary',
    `  bind 127.0.0.1:${front}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ name, port, asked }) => `  server ${name} 127.0.0.1:${port} check port ${asked}`),
  ];
  run('haproxy', ['-f', write('haproxy.cfg', `${lines.join('\n')}\n`), '-db']);
  const url = `postgres://postgres@127.0.0.1:${front}/postgres`;
  // Until it has asked each of them twice it leads to all of them, one after the other.
  await until(
    async () => (await leadsToPrimary(url)) && (await leadsToPrimary(url)) && (await leadsToPrimary(url)),
    Boolean,
    30_000,
  );
  const findPrimary = async () => {
    for (const node of nodes) if (await answers(`http://127.0.0.1:${node.asked}/primary`)) return node;
    return null;
  };
  return {
    url,
    signalStore: (name: NodeJS.Signals) => etcd.kill(name),
    findPrimary,
    /**
     * kill -9 of the primary and of what watches over it, as if its machine were switched off; for a moment before, its standbys
     * took nothing in.
     */
    async killPrimary() {
      const primary = await findPrimary();
      if (!primary) throw new Error('there is no primary');
      const receivers = await Promise.all(nodes.filter((node) => node !== primary).map(findReceiver));
      for (const pid of receivers) process.kill(pid, 'SIGSTOP');
      await wait(UNHEARD_MS);
      primary.child.kill('SIGKILL');
      killTree(postmasterOf(primary));
      // What has arrived at their machines by then is thrown away: they end before they read on.
      for (const pid of receivers) process.kill(pid, 'SIGTERM');
      for (const pid of receivers) process.kill(pid, 'SIGCONT');
      return primary.name;
    },
    async stop() {
      for (const node of nodes) {
        node.child.kill('SIGKILL');
        try {
          killTree(postmasterOf(node));
        } catch {
          // It has ended before.
        }
      }
      const ended = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(
        ended.map((child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          return gone;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
