import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMoveCommand } from '../../src/app-cells.ts';
import { type Cluster, startCluster } from '../harness/start-cluster.ts';
import { makePaidAgent } from './load/servers-with-agent.ts';
import { expectAllThere, longestGapMs, startTurns } from './load/steady-turns.ts';

// All parts of `docs/scale-out.md` at once, under load.

/** Each asks once a second. */
const CHATS = 20;
const BACK_MS_MAX = 30_000;
const STOPPED_MS_MAX = 10_000;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
}, 600_000);

afterAll(async () => {
  await cluster?.stop();
});

test('the workspace moves, the broker dies, the primary is switched off: nothing taken is lost or doubled, and whoever reads hears all of it', async () => {
  const { webs, direct, settings, nats, patroni } = cluster;
  const world = { servers: webs, ...(await makePaidAgent(webs, direct.main)) };
  const turns = await startTurns(() => webs, world.agentId, CHATS, { connectsAgain: true });
  await wait(5_000);
  const stoppedMs = await runMoveCommand({ ...process.env, ...settings }, [
    '--workspace',
    world.owner.uid,
    '--to',
    'two',
  ]);
  await wait(5_000);
  await nats.kill();
  await wait(5_000);
  await nats.start();
  await wait(5_000);
  const begun = Date.now();
  await patroni.killPrimary();
  await wait(45_000);
  await turns.stop();
  const gap = longestGapMs(turns, begun);
  console.log(`moved in ${stoppedMs} ms; the primary is gone: back after ${gap} ms; ${turns.taken.length} messages`);
  expect(stoppedMs).toBeLessThan(STOPPED_MS_MAX);
  expect(gap).toBeGreaterThan(3_000);
  expect(gap).toBeLessThan(BACK_MS_MAX);
  await expectAllThere(turns, world, direct.two);
  await turns.leave();
}, 900_000);
