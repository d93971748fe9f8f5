import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { until } from '../../../test/harness/api.ts';
import { openTestPostgres } from '../../../test/harness/database.ts';
import { makeSignals } from './make-signals.ts';

const log = pino({ level: 'silent' });
const [one, other] = ['workspace-one', 'workspace-two'] as WorkspaceUid[] as [WorkspaceUid, WorkspaceUid];

test('signals that the database did not take are told of as a gap as soon as it takes one', async () => {
  const database = await openTestPostgres();
  const { broadcast } = database;
  if (!broadcast) throw new Error('PostgreSQL tells other processes.');
  let refusals = 2;
  const send: typeof broadcast.send = (...told) => {
    refusals -= 1;
    return refusals >= 0 ? Promise.reject(new Error('connection lost')) : broadcast.send(...told);
  };
  const here = makeSignals({ database: { ...database, broadcast: { ...broadcast, send } }, log });
  const there = makeSignals({ database, log });
  const heard: (Signal | null)[] = [];
  there.subscribe(one, (signal) => heard.push(signal));
  await until(
    async () => heard.length,
    (count) => count === 1,
  );
  heard.length = 0;
  here.tell(one, { kind: 'delivery', id: 'msg_1' });
  await until(
    async () => heard.length,
    (count) => count === 1,
  );
  expect({ heard, refusals }).toEqual({ heard: [null], refusals: -1 });
  here.tell(one, { kind: 'delivery', id: 'msg_2' });
  await until(
    async () => heard.length,
    (count) => count === 2,
  );
  expect(heard[1]).toEqual({ kind: 'delivery', id: 'msg_2' });
  await Promise.all([here.stop(), there.stop()]);
}, 300_000);

test('signals reach the other processes of a database, each once, and only their workspace', async () => {
  const database = await openTestPostgres();
  const [here, there] = [makeSignals({ database, log }), makeSignals({ database, log })];
  const heard: (Signal | null)[] = [];
  there.subscribe(one, (signal) => heard.push(signal));
  there.subscribe(other, (signal) => heard.push(signal));
  // Connecting is a gap: what was told before is unknown.
  await until(
    async () => heard.length,
    (count) => count === 2,
  );
  heard.length = 0;
  for (let n = 0; n < 100; n += 1) here.tell(one, { kind: 'delivery', id: `msg_${n % 50}` });
  await until(
    async () => heard.length,
    (count) => count === 50,
  );
  expect(new Set(heard.map((signal) => signal?.id)).size).toBe(50);

  // A connection that breaks is made anew, and the gap is told.
  heard.length = 0;
  await database.unscoped.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and pid <> pg_backend_pid()`,
  );
  await until(
    async () => heard.filter((signal) => signal === null).length,
    (count) => count >= 2,
  );
  heard.length = 0;
  here.tell(other, { kind: 'agent', id: 'agt_1' });
  await until(
    async () => heard.length,
    (count) => count === 1,
  );
  expect(heard).toEqual([{ kind: 'agent', id: 'agt_1' }]);

  // So many that they are one gap.
  heard.length = 0;
  for (let n = 0; n < 1_500; n += 1) here.tell(one, { kind: 'delivery', id: `msg_${n}` });
  await until(
    async () => heard.length,
    (count) => count === 2,
  );
  expect(heard).toEqual([null, null]);
  await Promise.all([here.stop(), there.stop()]);
}, 300_000);
