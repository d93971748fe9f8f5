import { setTimeout as wait } from 'node:timers/promises';
import { newEventId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../test/harness/api.ts';
import { newTestScope, openBothDatabases, testSystemScope } from '../../test/harness/database.ts';
import { type Database, markEmitted, type Tx } from '../db/database.ts';
import { outbox } from '../db/schema/events.ts';
import type { Scope } from '../db/scope.ts';
import type { Job, Listener } from './job.ts';
import { claimEvents } from './outbox.queries.ts';
import { purgeOutbox } from './purge-outbox.ts';
import { startQueue } from './queue.ts';

const log = pino({ level: 'silent' });
const agentId = 'agt_1';

async function emit(tx: Tx, { workspaceUid }: Scope, event: { type: string; payload: object }) {
  await tx.insert(outbox).values({ id: newEventId(), workspaceUid, ...event });
  markEmitted(tx);
}

describe.each(await openBothDatabases())('the relay on $name', ({ name, database }) => {
  beforeEach(() => database.unscoped.execute(sql`delete from outbox`));

  const publish = (scope: Scope, version: number) =>
    database.transaction(scope, (tx) =>
      emit(tx, scope, { type: 'agent_published', payload: { agentId, version, environment: 'live' } }),
    );
  const start = async (listeners: Listener<null>[], jobs: Job<null>[] = []) => {
    const queue = await startQueue({ database, deps: null, jobs, listeners, schedules: [], log });
    onTestFinished(() => queue.stop());
  };

  test('what a listener wrote is undone when it fails, alone, and it is called again', async () => {
    const scope = newTestScope();
    const other = newTestScope();
    const calls: string[] = [];
    const writing = (from: string, fails: () => boolean): Listener<null> => ({
      name: from,
      on: ['agent_published'],
      async run(_deps, tx, of, { payload }) {
        calls.push(from);
        const key = `${from} ${payload.version}`;
        await tx.execute(
          sql`insert into idempotency_keys (workspace_uid, key, request_hash) values (${of.workspaceUid}, ${key}, '')`,
        );
        if (fails()) throw new Error('Not now.');
        return () => void calls.push(`${from} told`);
      },
    });
    let failures = 1;
    await start([writing('one', () => failures-- > 0), writing('two', () => false)]);
    await publish(scope, 1);
    await publish(other, 2);
    const found = await until(
      () => keysOf(database),
      (keys) => keys.length >= 4,
    );
    expect(found).toEqual(['one 1', 'one 2', 'two 1', 'two 2']);
    await until(
      async () => calls.filter((call) => call === 'one told').length,
      (told) => told === 2,
    );
    expect(calls.filter((call) => call === 'one')).toHaveLength(3);
    expect(calls.filter((call) => call === 'two')).toHaveLength(2);
  });

  test('a listener’s own events and jobs follow, and many jobs of one kind do not wait for the clock', async () => {
    const scope = newTestScope();
    const ran: number[] = [];
    const job = (on: string, run: () => void): Job<null> => ({
      name: `test_${on}`,
      on: [on],
      retriesMax: 0,
      timeoutSeconds: 60,
      parallel: 1,
      run: async () => run(),
    });
    const following: Listener<null> = {
      name: 'test.follow',
      on: ['agent_published'],
      run: (_deps, tx, of) => emit(tx, of, { type: 'agent_deleted', payload: { agentId } }),
    };
    await start([following], [job('agent_deleted', () => void ran.push(1))]);
    const since = performance.now();
    await database.transaction(scope, async (tx) => {
      for (let version = 1; version <= 20; version += 1)
        await emit(tx, scope, { type: 'agent_published', payload: { agentId, version, environment: 'live' } });
    });
    await until(
      async () => ran.length,
      (count) => count === 20,
    );
    // One worker that waited between two jobs would take 40 s.
    expect(performance.now() - since).toBeLessThan(15_000);
  });

  test('an event waits for those before it of the same conversation, and for no others', async () => {
    const scope = newTestScope();
    const tell = (id: string, type: 'conversation_started' | 'conversation_erased') =>
      database.transaction(scope, (tx) => emit(tx, scope, { type, payload: { agentId, conversationId: id } }));
    await tell('cnv_one', 'conversation_started');
    await tell('cnv_one', 'conversation_erased');
    await tell('cnv_two', 'conversation_started');
    const claim = () => database.transaction(testSystemScope, (tx) => claimEvents(tx, testSystemScope, 10));
    const subjects = (events: Awaited<ReturnType<typeof claim>>) =>
      events.map(({ type, payload }) => `${type} ${payload.conversationId}`);
    const first = database.transaction(testSystemScope, async (tx) => {
      const claimed = await claimEvents(tx, testSystemScope, 1);
      await wait(300);
      return claimed;
    });
    await wait(100);
    // With one connection the second waits for the first, which is done then.
    expect(subjects(await claim())).toEqual(
      name === 'postgres'
        ? ['conversation_started cnv_two']
        : ['conversation_erased cnv_one', 'conversation_started cnv_two'],
    );
    expect(subjects(await first)).toEqual(['conversation_started cnv_one']);
    if (name === 'postgres') expect(subjects(await claim())).toEqual(['conversation_erased cnv_one']);
    expect(await claim()).toEqual([]);
  });

  test('a relayed event is kept for a day; one that was not stays', async () => {
    const scope = newTestScope();
    for (const version of [1, 2, 3]) await publish(scope, version);
    await database.unscoped.execute(sql`update outbox set relayed_at = now() - make_interval(hours => case payload ->> 'version'
      when '1' then 25 else 23 end) where payload ->> 'version' <> '3'`);
    await purgeOutbox(database, testSystemScope, new Date());
    const { rows } = (await database.unscoped.execute(
      sql`select payload ->> 'version' as version from outbox order by position`,
    )) as unknown as { rows: { version: string }[] };
    expect(rows.map(({ version }) => version)).toEqual(['2', '3']);
  });
});

async function keysOf(database: Database): Promise<string[]> {
  const { rows } = (await database.unscoped.execute(
    sql`select key from idempotency_keys where key like 'one %' or key like 'two %' order by key`,
  )) as unknown as { rows: { key: string }[] };
  return rows.map(({ key }) => key);
}
