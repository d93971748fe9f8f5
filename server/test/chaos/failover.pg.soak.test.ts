import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPatroni } from '../harness/start-patroni.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';
import { expectAllThere, longestGapMs, startTurns } from './load/steady-turns.ts';

/** Each asks once a second. */
const CHATS = 30;
const BACK_MS_MAX = 30_000;
const STORE_GAP_MS_MAX = 1_000;

let cluster: Awaited<ReturnType<typeof startPatroni>>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;

beforeAll(async () => {
  cluster = await startPatroni();
  world = await startServersWithAgent(cluster.url, [{ ROLE: 'web' }, {}]);
}, 600_000);

afterAll(async () => {
  await world?.stop();
  await cluster?.stop();
});

/** What whoever sends requests to the processes asks all the time. */
async function watchReady(forMs: number) {
  const isReady: boolean[] = [];
  const begun = Date.now();
  while (Date.now() - begun < forMs) {
    for (const { origin } of world.servers) isReady.push((await fetch(`${origin}/readyz`)).status === 200);
    await wait(500);
  }
  return isReady;
}

test('the store of who is the primary stands still for 30 s under load: nobody notices', async () => {
  const turns = await startTurns(() => world.servers, world.agentId, CHATS);
  // The first turns of a connection plan every function.
  await wait(5_000);
  const begun = Date.now();
  cluster.signalStore('SIGSTOP');
  const ready = await watchReady(30_000);
  cluster.signalStore('SIGCONT');
  await wait(3_000);
  await turns.stop();
  const gap = longestGapMs(turns, begun);
  console.log(`etcd away for 30 s: the longest gap was ${gap} ms, ${turns.taken.length} messages`);
  expect(ready).not.toContain(false);
  expect(gap).toBeLessThan(STORE_GAP_MS_MAX);
  await expectAllThere(turns, world, cluster.url);
  await turns.leave();
}, 600_000);

test('the primary is switched off under load: nothing taken is lost or doubled, no stream ends, it goes on within 30 s', async () => {
  const turns = await startTurns(() => world.servers, world.agentId, CHATS);
  await wait(5_000);
  const begun = Date.now();
  const watching = watchReady(45_000);
  const killed = await cluster.killPrimary();
  const ready = await watching;
  await turns.stop();
  const gap = longestGapMs(turns, begun);
  console.log(`the primary is gone: back after ${gap} ms, ${turns.taken.length} messages`);
  expect((await cluster.findPrimary())?.name).not.toBe(killed);
  expect(gap).toBeGreaterThan(3_000);
  expect(gap).toBeLessThan(BACK_MS_MAX);
  expect(ready).not.toContain(false);
  expect(turns.readers.filter((reader) => !reader.isOpen())).toEqual([]);
  await expectAllThere(turns, world, cluster.url);
  await turns.leave();
}, 600_000);
