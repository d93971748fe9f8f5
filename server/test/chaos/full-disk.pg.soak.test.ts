import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/api.ts';
import {
  initCluster,
  makePostgresFolder,
  type PostgresServer,
  startPostgresServer,
  unprivilegedUser,
} from '../harness/postgres-server.ts';
import { mountSmallDisk } from '../harness/small-disk.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';
import { expectAllThere, startTurns } from './load/steady-turns.ts';

const CHATS = 10;
const FULL_MS = 20_000;
const ANSWER_MS_MAX = 10_000;

let postgres: PostgresServer;
let rows: ReturnType<typeof mountSmallDisk>;
let log: ReturnType<typeof mountSmallDisk>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;
const folder = makePostgresFolder('disks-');

beforeAll(async () => {
  const logPath = join(folder, 'log');
  mkdirSync(logPath);
  const user = unprivilegedUser();
  if (user) chownSync(logPath, user.uid, user.gid);
  log = mountSmallDisk(logPath, 150);
  // Without recycling, every megabyte of the log asks the disk for room. A checkpoint on a full disk ends PostgreSQL.
  const settings = { fsync: 'off', wal_recycle: 'off', min_wal_size: '2MB', checkpoint_timeout: '30min' };
  postgres = await startPostgresServer(settings, (data) => {
    rows = mountSmallDisk(data, 200);
    initCluster(data, ['--wal-segsize=1', '-X', join(logPath, 'wal')]);
  });
  world = await startServersWithAgent(postgres.url, [{ ROLE: 'web' }, {}]);
}, 300_000);

afterAll(async () => {
  await world?.stop();
  rows?.unmount();
  log?.unmount();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What whoever looks asks for while nothing can be written. */
async function read() {
  const [one, two] = world.servers as [(typeof world.servers)[0], (typeof world.servers)[0]];
  const { uid, caller, key } = world.owner;
  const begun = Date.now();
  const answers = await Promise.all([
    one.call('GET', '/v2/me', { caller }),
    two.call('GET', `/v2/workspaces/${uid}`, { caller }),
    one.call('GET', `/v2/workspaces/${uid}/conversations`, { caller: key }),
    two.call('GET', `/v2/agents/${world.agentId}`, { caller: key }),
  ]);
  const ready = await fetch(`${one.origin}/readyz`);
  return { statuses: [...answers.map(({ status }) => status), ready.status], tookMs: Date.now() - begun };
}

test('the disk of the rows is full: what is stored is read, nothing taken is lost, and it goes on when there is room', async () => {
  const turns = await startTurns(() => world.servers, world.agentId, CHATS);
  await wait(3_000);
  rows.fill();
  const fullAt = Date.now();
  const reads: Awaited<ReturnType<typeof read>>[] = [];
  while (Date.now() - fullAt < FULL_MS) {
    reads.push(await read());
    await wait(500);
  }
  const takenWhileFull = turns.taken.length;
  rows.empty();
  const emptyAt = Date.now();
  await until(
    async () => turns.taken.length,
    (count) => count > takenWhileFull + CHATS,
    30_000,
  );
  const backMs = Date.now() - emptyAt;
  await wait(3_000);
  await turns.stop();
  console.log(`rows' disk full: ${turns.refused.count} refused, ${reads.length} reads, going on after ${backMs} ms`);
  expect(turns.refused.count).toBeGreaterThan(CHATS);
  expect(reads.flatMap(({ statuses }) => statuses).filter((status) => status !== 200)).toEqual([]);
  expect(Math.max(...reads.map(({ tookMs }) => tookMs))).toBeLessThan(ANSWER_MS_MAX);
  expect(turns.readers.filter((reader) => !reader.isOpen())).toEqual([]);
  await expectAllThere(turns, world, postgres.url);
  await turns.leave();
}, 300_000);

test('the disk of the log is full: PostgreSQL ends, nothing taken is lost, and it goes on when it is started with room', async () => {
  const turns = await startTurns(() => world.servers, world.agentId, CHATS);
  await wait(3_000);
  log.fill();
  await until(
    async () => turns.refused.count,
    (count) => count > CHATS,
    60_000,
  );
  for (const { origin } of world.servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  log.empty();
  await postgres.crash();
  await postgres.restart();
  const taken = turns.taken.length;
  await until(
    async () => turns.taken.length,
    (count) => count > taken + CHATS,
    30_000,
  );
  await turns.stop();
  expect(turns.readers.filter((reader) => !reader.isOpen())).toEqual([]);
  await expectAllThere(turns, world, postgres.url);
  await turns.leave();
}, 300_000);
