import { sql } from 'drizzle-orm';
import { hostOf } from '../factories/client-factory.ts';
import type { Tenant } from '../factories/tenant.ts';
import type { Caller } from '../harness/api.ts';
import { testSystemScope } from '../harness/database.ts';
import { ableClient, openEverything } from './client-walk.ts';
import { policyMatrix, routeOf } from './policy-matrix.ts';
import type { ProcedureName, Row } from './policy-row.ts';
import { callAs, renewed, type World } from './tenancy-walk.ts';

const TRIES = 3;

type Scans = Map<string, { scans: number; rows: number }>;
export type YearCall = { name: ProcedureName; ms: number; status: number; scanned: string[] };

/** Those that may take longer than the limit, and why. */
export const SLOW: Partial<Record<ProcedureName, string>> = {
  'clientSessions.signIn': 'a password is checked, slowly by design',
  'clientSessions.changePassword': 'a password is hashed, slowly by design',
  'clients.create': 'a password is hashed, slowly by design',
  'clients.update': 'a password is hashed, slowly by design',
  'conversations.exportAll': 'thousands of conversations are written out, piece by piece',
  'leads.export': 'thousands of leads are written out, piece by piece',
  'billing.exportUsage': 'thousands of entries are written out, piece by piece',
  'credentials.test': 'waits for the provider of the model',
};

/** PostgreSQL's own counts of the product's tables. The server's connections, one of each kind, hand over what they counted first. */
async function countScans({ api }: World): Promise<Scans> {
  const handOver = sql`select pg_stat_force_next_flush()`;
  await api.database.background.transaction(testSystemScope, (tx) => tx.execute(handOver));
  await api.database.unscoped.execute(handOver);
  await api.database.unscoped.execute(sql`select pg_stat_clear_snapshot()`);
  const answer = (await api.database.unscoped.execute(sql`
    select relname as name, seq_scan::int as scans, n_live_tup::int as rows from pg_stat_user_tables
    where schemaname = 'public'`)) as unknown as { rows: { name: string; scans: number; rows: number }[] };
  return new Map(answer.rows.map(({ name, ...counts }) => [name, counts]));
}

/**
 * Calls every procedure of the contract once, as whoever it belongs to, over the large workspace. Of each: how long it took,
 * and which tables of more than `rowsMin` rows were read whole meanwhile. The database has one connection.
 */
export async function walkYear(world: World, names: readonly ProcedureName[], rowsMin: number): Promise<YearCall[]> {
  const { own } = world;
  await openEverything({ ...world, sibling: own });
  const calls: YearCall[] = [];
  for (const name of hostFirst(names)) {
    const call = await callOnce(world, name, rowsMin);
    // A job of the server may have read beside it: what the call itself reads whole, it reads whole again.
    for (let again = 1; again < TRIES && call.scanned.length > 0 && !READS_ALL[name]; again += 1) {
      const { scanned } = await callOnce(world, name, rowsMin);
      call.scanned = call.scanned.filter((table) => scanned.includes(table));
    }
    calls.push(call);
  }
  return calls;
}

async function callOnce(world: World, name: ProcedureName, rowsMin: number): Promise<YearCall> {
  const { own } = world;
  const row: Row = policyMatrix[name];
  const tenant = row.isOnce && !OF_LARGE.includes(name) ? await renewed(world, row.isOnce) : own;
  const caller = await ownerOf(world, name, tenant);
  const before = await countScans(world);
  const begun = performance.now();
  const { status, body } = await callAs(world, name, tenant, { caller });
  const ms = performance.now() - begun;
  if (name === 'workspaces.rotateSecret') own.key.bearer = body.workspaceSecret;
  const scanned = [...(await countScans(world))].flatMap(([table, { scans, rows }]) =>
    rows > rowsMin && scans > (before.get(table)?.scans ?? 0) ? [table] : [],
  );
  return { name, ms, status, scanned };
}

/** Saving and publishing are of the large agent: what the other calls use up is of a new one. */
export const OF_LARGE: readonly ProcedureName[] = ['agents.update', 'agents.publish'];

/** On the agency's host first, which the agency's own calls take away. */
const hostFirst = (names: readonly ProcedureName[]) =>
  names.toSorted((one, other) => Number(isOnHost(other)) - Number(isOnHost(one)));
const isOnHost = (name: ProcedureName) => ['host', 'client'].includes(policyMatrix[name].access);

async function ownerOf(world: World, name: ProcedureName, tenant: Tenant): Promise<Caller> {
  const { access } = policyMatrix[name];
  if (access === 'visitor') return { bearer: tenant.visitorToken };
  if (access === 'invitee') return tenant.invitee;
  if (access === 'host') return { host: hostOf(tenant.uid) };
  if (access === 'client') return ableClient(world, tenant, 'code');
  return access === 'member' || access === 'user' ? tenant.caller : {};
}

/** Those that read a large table whole because most of it is what they are asked for, and why. */
const READS_ALL: Partial<Record<ProcedureName, string>> = {
  'leads.export': 'every lead of an agent that has half of them, with the conversations that it was heard of in',
  'conversations.exportAll': 'every conversation of a workspace that has half of them',
  'leads.restore': 'how many leads an agent has that has half of them',
  'leads.listDuplicates': 'the same addresses among all leads of an agent that has half of them',
  // They follow `exports.create`: the job that it began counts and reads a workspace that has half of everything.
  'exports.download': 'the archive is being made',
  'exports.delete': 'the archive is being made',
  'notifications.readAll': 'every one of a workspace that has most of them gets its mark',
};

/** Sentences about calls that read a large table whole, took too long or did not succeed. */
export const findSlow = (calls: readonly YearCall[], msMax: number): string[] =>
  calls.flatMap(({ name, ms, status, scanned }) => [
    ...(READS_ALL[name] ? [] : scanned.map((table) => `${name} reads ${table} whole`)),
    ...(ms > msMax && SLOW[name] === undefined ? [`${name} takes ${ms.toFixed(0)} ms`] : []),
    // What is not the owner's to do is refused, at the same cost.
    ...(hasFailed(name, status) ? [`${name} answers ${status}`] : []),
  ]);

function hasFailed(name: ProcedureName, status: number): boolean {
  const { only, status: expected = routeOf(name).status }: Row = policyMatrix[name];
  return status >= 500 || ((only?.includes('the owner') ?? true) && status !== expected);
}
