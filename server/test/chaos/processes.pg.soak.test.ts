import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';
import { expectAllThere, startTurns } from './load/steady-turns.ts';

const CHATS = 12;
/** A reply takes five seconds, so that whatever is harmed writes one. */
const REPLY = Array.from({ length: 100 }, (_, at) => `${at}é漢😀`).join(' ');
const STOPPED_MS = 60_000;

let host: Awaited<ReturnType<typeof startModelServer>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;
let environment: Record<string, string>;

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => REPLY, gapMs: 50 });
  environment = { OUTBOUND_ALLOW: host.hostAndPort };
  world = await startServersWithAgent(made.url, [environment, environment, environment], {
    model: { baseURL: host.baseURL, name: 'slow-tokens' },
  });
}, 300_000);

afterAll(async () => {
  await world?.stop();
  await host?.close();
  await made?.drop();
});

test('one process is killed and another stands still for a minute under load: each reply ends once', async () => {
  const [, , reading] = world.servers as [ChildServer, ChildServer, ChildServer];
  const turns = await startTurns(() => world.servers, world.agentId, CHATS, { readAt: reading });
  await wait(4_000);
  const [killed, stopped] = world.servers as [ChildServer, ChildServer];
  stopped.signal('SIGSTOP');
  await killed.kill();
  await wait(2_000);
  world.servers[0] = await world.start(environment);
  await wait(STOPPED_MS - 2_000);
  stopped.signal('SIGCONT');
  await wait(10_000);
  await turns.stop();
  console.log(`a process killed, one stopped for a minute: ${turns.taken.length} messages`);
  expect(turns.readers.filter((reader) => !reader.isOpen())).toEqual([]);
  await expectAllThere(turns, world, made.url);
  await turns.leave();
}, 300_000);
