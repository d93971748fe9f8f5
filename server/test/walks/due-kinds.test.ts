import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../src/db/database.ts';
import { DUE_KINDS, type DueKind } from '../../src/db/due-work.ts';
import type { Claim } from '../../src/db/run-leased.ts';
import { claimTargets } from '../../src/domain/blueprints/blueprints.system.queries.ts';
import { claimDue as claimRecordings } from '../../src/domain/call-recordings/call-recordings.system.queries.ts';
import { claimLapsed } from '../../src/domain/calls/calls.system.queries.ts';
import { claimDue as claimCampaigns } from '../../src/domain/campaigns/campaigns.system.queries.ts';
import { claimThreads } from '../../src/domain/channel-threads/channel-threads.system.queries.ts';
import { claimPolled } from '../../src/domain/channels/channels.system.queries.ts';
import { claimDue as claimHosts } from '../../src/domain/custom-domains/custom-domains.system.queries.ts';
import { claimDue as claimCalls } from '../../src/domain/function-calls/function-calls.system.queries.ts';
import { claimDue as claimObjects } from '../../src/domain/payment-events/payment-events.system.queries.ts';
import { claimDue as claimDomains } from '../../src/domain/sending-domains/sending-domains.system.queries.ts';
import { claimResults } from '../../src/domain/suites/suites.system.queries.ts';
import { claimDue as claimDeliveries } from '../../src/domain/webhooks/webhooks.system.queries.ts';
import { openBothDatabases, testSystemScope } from '../harness/database.ts';

// Whatever a runner would claim is seen by the look that all runners share.

const PAST = "now() - interval '1 minute'";
const LATER = "now() + interval '1 hour'";

type Values = Record<string, string>;
type Kind = {
  table: string;
  /** As SQL: of a row that is due, and what makes it one that is not. */
  due: Values;
  notDue: Values;
  /** Rows that it belongs to, and what makes it one that is not due. */
  beside?: [string, Values][];
  notDueBeside?: [string, Values];
  claim(tx: Tx, claim: Claim): Promise<unknown[]>;
};

const share = { perWorkspace: 5 };
const KINDS: Record<DueKind, Kind> = {
  blueprintTarget: {
    table: 'blueprint_targets',
    due: { state: "'waiting'", wave: '1', due_at: PAST },
    notDue: { wave: '2' },
    beside: [
      ['agents', {}],
      ['blueprint_pushes', { state: "'running'", wave: '1' }],
    ],
    notDueBeside: ['blueprint_pushes', { state: "'done'" }],
    claim: (tx, claim) => claimTargets(tx, testSystemScope, { ...claim, ...share }),
  },
  callRecording: {
    table: 'call_recordings',
    due: { next_at: PAST },
    notDue: { next_at: LATER },
    claim: (tx, claim) => claimRecordings(tx, testSystemScope, claim),
  },
  campaign: {
    table: 'campaigns',
    due: { state: "'running'", due_at: PAST },
    notDue: { state: "'ended'" },
    claim: (tx, claim) => claimCampaigns(tx, testSystemScope, claim),
  },
  channelThread: {
    table: 'channel_threads',
    due: { due_at: PAST },
    notDue: { due_at: LATER },
    claim: (tx, claim) => claimThreads(tx, testSystemScope, { ...claim, ...share }),
  },
  functionCall: {
    table: 'function_calls',
    due: { status: "'confirmed'" },
    notDue: { status: "'done'" },
    claim: (tx, claim) => claimCalls(tx, testSystemScope, claim),
  },
  host: {
    table: 'agency_hosts',
    due: { next_check_at: PAST },
    notDue: { next_check_at: LATER },
    claim: (tx, claim) => claimHosts(tx, testSystemScope, claim),
  },
  lapsedCall: {
    table: 'calls',
    due: { state: "'active'", lease_until: PAST },
    notDue: { state: "'ended'" },
    claim: (tx, claim) => claimLapsed(tx, testSystemScope, claim),
  },
  paymentObject: {
    table: 'payment_objects',
    due: { next_at: PAST },
    notDue: { next_at: LATER },
    claim: (tx, claim) => claimObjects(tx, testSystemScope, claim),
  },
  polledConnection: {
    table: 'channel_connections',
    due: { poll_offset: '0', state: "'connected'" },
    notDue: { state: "'removed'" },
    claim: (tx, claim) => claimPolled(tx, testSystemScope, claim),
  },
  sendingDomain: {
    table: 'sending_domains',
    due: { next_check_at: PAST },
    notDue: { next_check_at: LATER },
    claim: (tx, claim) => claimDomains(tx, testSystemScope, claim),
  },
  suiteResult: {
    table: 'suite_results',
    due: {},
    notDue: { verdict: "'passed'" },
    claim: (tx, claim) => claimResults(tx, testSystemScope, { ...claim, ...share }),
  },
  webhookDelivery: {
    table: 'webhook_deliveries',
    due: { state: "'pending'", next_attempt_at: PAST },
    notDue: { next_attempt_at: LATER },
    beside: [['webhook_endpoints', { created_at: "now() - interval '1 day'" }]],
    notDueBeside: ['webhook_endpoints', { paused_at: PAST }],
    claim: (tx, claim) => claimDeliveries(tx, testSystemScope, { ...claim, flakyMs: 1_000, perEndpoint: 5, busy: [] }),
  },
};

const DUMMIES: Record<string, string> = { ARRAY: "'{}'", bytea: "''", boolean: 'false', integer: '1', jsonb: "'{}'" };
const TIME = 'timestamp with time zone';

describe.each(await openBothDatabases())('what is due, on $name', ({ database }) => {
  const rowsOf = async <Row>(statement: string) =>
    ((await database.unscoped.execute(sql.raw(statement))) as unknown as { rows: Row[] }).rows;
  const set = (table: string, values: Values) =>
    rowsOf(
      `update ${table} set ${Object.entries(values)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', ')}`,
    );
  /** With anything in the columns that want something. */
  async function store(table: string, values: Values) {
    const wanted = await rowsOf<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public'
       and table_name = '${table}' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`,
    );
    const dummies = wanted.map(({ name, type }) => [name, DUMMIES[type] ?? (type === TIME ? 'now()' : "'x'")]);
    const all = { ...Object.fromEntries(dummies), ...values };
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      const statement = `insert into ${table} (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
      await tx.execute(sql.raw(statement));
    });
  }
  const look = () => database.call<Record<DueKind, boolean>>(testSystemScope, 'due_work', []);
  const claimNow = ({ claim }: Kind) =>
    database.transaction(testSystemScope, (tx) => claim(tx, { owner: 'worker', leaseMs: 60_000, limit: 5 }));

  test('is nothing where there is nothing', async () => {
    expect(await look()).toEqual(Object.fromEntries(DUE_KINDS.map((kind) => [kind, false])));
  });

  // Planted: a condition of a kind left out, or turned round -> its line fails.
  test.each(DUE_KINDS)('%s: is due whenever a claim finds it, and not otherwise', async (name) => {
    const kind = KINDS[name];
    for (const [table, values] of kind.beside ?? []) await store(table, values);
    await store(kind.table, kind.due);
    expect((await look())[name]).toBe(true);
    expect(await claimNow(kind)).toHaveLength(1);
    expect((await look())[name]).toBe(false);
    expect(await claimNow(kind)).toEqual([]);

    await set(kind.table, { lease_until: PAST });
    expect((await look())[name]).toBe(true);
    expect(await claimNow(kind)).toHaveLength(1);

    for (const [table, values] of [
      [kind.table, kind.notDue],
      ...(kind.notDueBeside ? [kind.notDueBeside] : []),
    ] as const) {
      await set(kind.table, { lease_until: PAST, ...kind.due });
      await set(table, values);
      expect((await look())[name]).toBe(false);
      expect(await claimNow(kind)).toEqual([]);
    }
    const used = [kind.table, ...(kind.beside ?? []).map(([table]) => table)];
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const table of used) await tx.execute(sql.raw(`delete from ${table}`));
    });
  });
});
