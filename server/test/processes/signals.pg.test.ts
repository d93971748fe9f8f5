import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { makeBroker } from '../../src/app-broker.ts';
import { makeSignals } from '../../src/domain/signals/make-signals.ts';
import type { Settings } from '../../src/settings.ts';
import { until } from '../harness/api.ts';
import { openTestPostgres } from '../harness/database.ts';

const log = pino({ level: 'silent' });
const [one, other] = ['workspace-one', 'workspace-two'] as WorkspaceUid[] as [WorkspaceUid, WorkspaceUid];
const settings = { brokers: { na: { urls: '', cell: 'main' } } } as Settings;

test('signals reach the other processes of a region, each once, and only their workspace', async () => {
  const database = await openTestPostgres();
  const [near, far] = await Promise.all([1, 2].map(() => makeBroker(settings, database, log)));
  if (!near || !far) throw new Error('PostgreSQL tells other processes.');
  await until(async () => near.isUp() && far.isUp(), Boolean);
  const [here, there] = [makeSignals({ broker: near }), makeSignals({ broker: far })];
  const heard: (Signal | null)[] = [];
  const leave = there.subscribe(one, (signal) => heard.push(signal));
  there.subscribe(other, (signal) => heard.push(signal));
  const count = (of: number) =>
    until(
      async () => heard.length,
      (length) => length >= of,
    );
  for (let n = 0; n < 100; n += 1) here.tell(one, { kind: 'delivery', id: `msg_${n % 50}` });
  await count(50);
  expect(new Set(heard.map((signal) => signal?.id)).size).toBe(50);
  expect(heard).toHaveLength(50);

  // A connection that breaks is made anew, and the gap is told.
  heard.length = 0;
  await database.unscoped.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and pid <> pg_backend_pid()`,
  );
  await count(2);
  expect(heard.every((signal) => signal === null)).toBe(true);
  await until(async () => near.isUp() && far.isUp(), Boolean);
  heard.length = 0;
  here.tell(other, { kind: 'agent', id: 'agt_1' });
  await count(1);
  expect(heard).toEqual([{ kind: 'agent', id: 'agt_1' }]);

  // So many that they are one gap of theirs alone.
  heard.length = 0;
  for (let n = 0; n < 1_500; n += 1) here.tell(one, { kind: 'delivery', id: `msg_${n}` });
  here.tell(other, { kind: 'agent', id: 'agt_2' });
  await count(2);
  expect(heard).toEqual([null, { kind: 'agent', id: 'agt_2' }]);

  // Who has left is told nothing, and what is told last is still sent.
  heard.length = 0;
  leave();
  here.tell(one, { kind: 'agent', id: 'agt_3' });
  here.tell(other, { kind: 'agent', id: 'agt_4' });
  await here.stop();
  await count(1);
  expect(heard).toEqual([{ kind: 'agent', id: 'agt_4' }]);
  await there.stop();
  await Promise.all([near.stop(), far.stop()]);
}, 300_000);
