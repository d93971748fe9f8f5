import { randomText } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { makeFurtherWorkspace, makePeople, makeTenant, type Tenant } from '../factories/tenant.ts';
import { makeDraftThings, PARTS } from '../factories/tenant-parts.ts';
import { amount, oneOf } from '../harness/amounts.ts';
import {
  type Answer,
  type Caller,
  callerHeaders,
  fetchFrom,
  originFor,
  readAnswer,
  type TestApi,
} from '../harness/api.ts';
import { policyMatrix, routeOf } from './policy-matrix.ts';
import type { Needs, ProcedureName, Row } from './policy-row.ts';

/** A finding says who called what and what came instead of what was expected. None is the goal. */
export type Walk = { findings: string[]; calls: number };

export type World = {
  api: TestApi;
  baseURL: string;
  own: Tenant;
  other: Tenant;
  elsewhere: Owner;
  member: Owner;
  findings: string[];
  calls: number;
};
/** `is`: one of those who may call. */
type Role = { is?: string; name: string; caller: Caller; expected: number; region?: string };

const names = Object.keys(policyMatrix) as ProcedureName[];
const nounOf = (name: ProcedureName) => name.split('.')[0] ?? '';
const nouns = [...new Set(names.map(nounOf))];

/** All of them on PostgreSQL and in the long run; those of each third noun on the embedded database, which takes longer. */
export const namesToWalk = ({ kind }: Pick<Database, 'kind'>): ProcedureName[] =>
  names.filter((name) => kind === 'postgres' || nouns.indexOf(nounOf(name)) % amount(1, 3) === 0);
const withParams = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));

/** Two tenants, a member of the first with few permissions, and a person of another region. */
export async function makeWorld(api: TestApi, baseURL: string): Promise<World> {
  const [own, other] = [await makeTenant(api, baseURL), await makeTenant(api, baseURL)];
  const elsewhere = await signUp(api, { region: 'eu' });
  const member = await signUp(api);
  return { api, baseURL, own, other, elsewhere, member, findings: [], calls: 0 };
}

/**
 * Every procedure as every role: the refusals first, over the two tenants' things, which must stand as they were, and no
 * answer may hold what is the tenant's alone. Then those who may, so that a walk of refusals alone cannot look green.
 */
export async function walkTenancy(world: World, walked: readonly ProcedureName[] = names): Promise<Walk> {
  const before = await fingerprint(world);
  for (const name of walked) for (const role of await strangers(world, name)) await visit(world, name, role);
  for (const name of walked) await visitForeignThings(world, name);
  await visitRawRoutes(world);
  if ((await fingerprint(world)) !== before) world.findings.push('refused calls changed rows of a tenant');
  for (const name of walked) for (const role of await insiders(world, name)) await visit(world, name, role);
  return { findings: world.findings, calls: world.calls };
}

/** Whoever must be refused, and how. */
async function strangers(world: World, name: ProcedureName): Promise<Role[]> {
  const { own, other, elsewhere } = world;
  const { access, needs } = policyMatrix[name];
  const at = names.indexOf(name);
  const nobodies: Role[] = [
    { name: 'a made-up key', caller: { bearer: `vg_${randomText(17)}` }, expected: 401 },
    { name: 'a made-up visitor token', caller: { bearer: `vt_${randomText(32)}` }, expected: 401 },
    { name: 'a made-up session', caller: { cookie: `app-na.session_token=${randomText(40)}` }, expected: 401 },
    { name: 'anonymous', caller: {}, expected: 401 },
  ];
  const nobody = oneOf(nobodies, at);
  const foreigners: Role[] = [
    { name: "this region's session in the other region", caller: own.caller, expected: 401, region: 'eu' },
    { name: "this region's key in the other region", caller: own.key, expected: 401, region: 'eu' },
  ];
  const abroad = oneOf(foreigners, at);
  const elsewhereMember: Role = {
    name: "the other region's member there, with this region's ids",
    caller: elsewhere.caller,
    expected: 404,
    region: 'eu',
  };
  if (access === 'anybody') return [];
  // On an agency's host they are walked by `client-walk.ts`.
  if (access === 'host' || access === 'client')
    return [{ caller: {} }, { caller: own.caller }, { caller: own.key }].map((role) => ({
      ...role,
      name: 'on the wrong host',
      expected: 404,
    }));
  if (access === 'local')
    return [
      { name: 'somebody behind a proxy', caller: { isForwarded: true }, expected: 404 },
      { name: "the owner's session behind a proxy", caller: { ...own.caller, isForwarded: true }, expected: 404 },
    ];
  if (access === 'embed' || access === 'owner' || access === 'link')
    return [...nobodies.slice(3), ...foreigners.slice(0, 1), elsewhereMember].map((role) => ({
      ...role,
      region: 'eu',
      expected: 404,
    }));
  if (access === 'invitee')
    return [
      ...nobody,
      ...abroad,
      elsewhereMember,
      { name: 'the owner', caller: own.caller, expected: 403 },
      { name: "another tenant's owner", caller: other.caller, expected: 403 },
      { name: 'the key', caller: own.key, expected: 401 },
    ];
  const visitorHere: Caller = { bearer: own.visitorToken };
  if (access === 'user')
    return [
      ...nobody,
      ...abroad,
      { name: 'a key', caller: own.key, expected: 401 },
      { name: 'a visitor', caller: visitorHere, expected: 401 },
    ];
  if (access === 'visitor') {
    const chat = ok(await world.api.call('POST', `/public/agents/${own.agentId}/conversations`, { body: {} }));
    return [
      { name: 'anonymous', caller: {}, expected: 401 },
      { name: 'a made-up visitor token', caller: { bearer: `vt_${randomText(32)}` }, expected: 404 },
      { name: "the owner's session", caller: own.caller, expected: 401 },
      { name: "the owner's key", caller: own.key, expected: 404 },
      {
        name: 'the visitor of another conversation of the agent',
        caller: { bearer: chat.visitorToken },
        expected: 404,
      },
      { name: "another tenant's visitor", caller: { bearer: other.visitorToken }, expected: 404 },
      { name: 'the visitor in the other region', caller: visitorHere, expected: 404, region: 'eu' },
    ];
  }
  const outside: Role[] = [
    ...nobody,
    ...abroad,
    elsewhereMember,
    { name: "another tenant's owner", caller: other.caller, expected: 404 },
    {
      name: "another tenant's owner who names the workspace",
      caller: { ...other.caller, workspace: own.uid },
      expected: 404,
    },
    { name: "another tenant's key", caller: other.key, expected: 404 },
    { name: 'a visitor', caller: visitorHere, expected: 401 },
  ];
  const isWrite = routeOf(name).method !== 'GET';
  if (isWrite)
    outside.push({
      name: "a foreign page with the owner's session",
      caller: { ...own.caller, site: 'cross-site' },
      expected: 403,
    });
  if (needs) {
    const caller = await memberWith(world, lackOf(needs), policyMatrix[name].workspace?.(own));
    outside.push({ name: `a member without ${needs}`, caller, expected: 403 });
  }
  return outside;
}

/** The most that a member can have who must be refused, and the least of one who must not. */
function lackOf(needs: Needs): readonly Permission[] {
  if (needs === 'ownership') return PERMISSIONS;
  return needs === 'all' ? PERMISSIONS.slice(1) : PERMISSIONS.filter((permission) => permission !== needs);
}
const leastOf = (needs: Needs | null): readonly Permission[] =>
  needs === null || needs === 'ownership' ? [] : needs === 'all' ? PERMISSIONS : [needs];

/** Whoever must succeed. */
async function insiders(world: World, name: ProcedureName): Promise<Role[]> {
  const { own } = world;
  const { access, needs, only = ['the owner', 'the key', 'a member'] } = policyMatrix[name];
  const expected = policyMatrix[name].status ?? routeOf(name).status;
  if (access === 'anybody' || access === 'local') return [{ name: 'anonymous', caller: {}, expected }];
  if (access === 'host' || access === 'client') return [];
  if (access === 'invitee') return [{ name: 'the invited person', caller: {}, expected }];
  if (access === 'visitor') return [{ name: 'the visitor', caller: { bearer: own.visitorToken }, expected }];
  if (access === 'embed' || access === 'owner' || access === 'link')
    return [
      { name: 'anonymous', caller: {}, expected },
      { name: "another tenant's owner", caller: world.other.caller, expected },
    ];
  if (access === 'user') return [{ name: 'a person', caller: own.caller, expected }];
  const member: Caller = { ...world.member.caller, workspace: own.uid };
  return [
    { is: 'the owner', name: 'the owner', caller: own.caller, expected },
    { is: 'the key', name: 'the key', caller: own.key, expected },
    { is: 'a member', name: `a member with ${needs ?? 'nothing'} alone`, caller: member, expected },
  ].filter(({ is }) => (only as string[]).includes(is));
}

async function visit(world: World, name: ProcedureName, role: Role) {
  const row = policyMatrix[name];
  const isRefusal = role.expected >= 400;
  // Whoever may call is refused where the example names what is not there.
  if (!isRefusal || role.is) await memberWith(world, leastOf(row.needs));
  const tenant = row.isOnce && !isRefusal ? await renewed(world, row.isOnce) : world.own;
  const caller = row.access === 'invitee' && !isRefusal ? tenant.invitee : role.caller;
  const answer = await callAs(world, name, tenant, { ...role, caller });
  const said = (what: string) =>
    world.findings.push(`${name} as ${role.name}: ${what} (${answer.status} ${answer.text.slice(0, 120)})`);
  if (answer.status !== role.expected) said(`expected ${role.expected}`);
  if (isRefusal && answer.text.includes(world.own.canary)) said("holds the tenant's own data");
  if (name === 'workspaces.rotateSecret' && answer.status === 200) world.own.key.bearer = answer.body.workspaceSecret;
}

/** The owner in their own workspace, with one id of the path, body or query of another tenant's. */
async function visitForeignThings(world: World, name: ProcedureName) {
  const row = policyMatrix[name];
  const { own, other } = world;
  const isForPeople = row.only !== undefined && !row.only.includes('the key');
  const insider = isForPeople ? own.caller : own.key;
  const caller = row.access === 'visitor' ? { bearer: own.visitorToken } : row.access === 'member' ? insider : null;
  if (!caller) return;
  const foreign = row.params(other);
  for (const param of Object.keys(foreign)) {
    // Names that mean the same to everybody.
    if (['number', 'domain', 'position'].includes(param)) continue;
    const params = { ...row.params(own), [param]: foreign[param] ?? '' };
    const answer = await callAs(world, name, own, { caller }, { params });
    check(world, answer, 404, `${name} with another tenant's ${param}`);
  }
  for (const [what, named] of Object.entries(row.alsoNames ?? {})) {
    const answer = await callAs(world, name, own, { caller }, named(own, other));
    // A list that is filtered by a stranger's id is empty, which tells as little as not-found.
    if (answer.status === 200 && answer.body.items?.length === 0) continue;
    check(world, answer, AS_UNKNOWN.has(what) ? 400 : 404, `${name} with another tenant's ${what}`);
  }
}

/** Refused as one that does not exist would be, with the field at fault. */
const AS_UNKNOWN = new Set(['fileIds', 'callCredentialId']);

function check(world: World, answer: Answer, expected: number, what: string) {
  if (answer.status !== expected)
    world.findings.push(`${what}: expected ${expected} (${answer.status} ${answer.text.slice(0, 120)})`);
  if (answer.text.includes(world.other.canary)) world.findings.push(`${what}: holds the other tenant's data`);
}

/** Files are opened by their id alone (131 random bits): it must not open them in another region, nor guessed. */
async function visitRawRoutes({ api, own, findings }: World) {
  const statusOf = async (region: string, id: string) => (await api.call('GET', `/files/${id}`, { region })).status;
  const expectations: [string, number, number][] = [
    ['its own region', await statusOf('na', own.fileId), 200],
    ['the other region', await statusOf('eu', own.fileId), 404],
    ['a made-up id', await statusOf('na', `fil_${randomText(22)}`), 404],
    ['a region that does not exist', await statusOf('us', own.fileId), 404],
  ];
  for (const [where, status, expected] of expectations)
    if (status !== expected) findings.push(`a file by ${where}: ${status} instead of ${expected}`);
}

/** Calls a procedure over a tenant's things, or those of `instead`. */
export async function callAs(
  world: Pick<World, 'api' | 'calls'>,
  name: ProcedureName,
  tenant: Tenant,
  { caller, region = 'na' }: Pick<Role, 'caller' | 'region'>,
  instead: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  world.calls++;
  const row: Row = policyMatrix[name];
  const { method, path } = routeOf(name);
  const query = new URLSearchParams(instead.query ?? row.query?.(tenant) ?? {});
  const address = `${withParams(path, instead.params ?? row.params(tenant))}${query.size > 0 ? `?${query}` : ''}`;
  if (name === 'visitors.streamEvents' || name === 'handoffs.streamEvents' || name === 'signals.stream')
    return readBeginning(`${originFor(world.api.origin, caller)}/api/${region}${address}`, caller);
  const body = instead.body ?? row.body?.(tenant);
  return world.api.call(method, address, { caller, region, ...(body === undefined ? {} : { body }) });
}

/** A stream has no end: its first piece is enough. */
async function readBeginning(url: string, caller: Caller): Promise<Answer> {
  const left = new AbortController();
  const response = await fetchFrom(url, { headers: callerHeaders(caller), signal: left.signal });
  if (!response.ok || !response.body) return readAnswer(response);
  const { value } = await response.body.getReader().read();
  left.abort();
  const text = new TextDecoder().decode(value);
  return { status: response.status, text, body: text, headers: response.headers };
}

/** What the call uses up, anew. */
export async function renewed(
  world: Pick<World, 'api' | 'own' | 'baseURL'>,
  what: NonNullable<Row['isOnce']>,
): Promise<Tenant> {
  const { api, own, baseURL } = world;
  if (what === 'people') return { ...own, ...(await makePeople(api, own)) };
  if (what === 'further') return { ...own, furtherUid: await makeFurtherWorkspace(api, own, own) };
  if (what === 'agent') return { ...own, ...(await makeDraftThings(api, own, { canary: own.canary, baseURL })) };
  return { ...own, ...(await PARTS[what](api, own, own)) };
}

/** One member of the first tenant, with exactly these permissions. */
async function memberWith(
  { api, own, member }: World,
  permissions: readonly Permission[],
  uid = own.uid,
): Promise<Caller> {
  await api.database.unscoped.execute(sql`
    insert into workspace_members (workspace_uid, user_id, permissions)
    values (${uid}, ${member.uid}, ${JSON.stringify(permissions)}::jsonb)
    on conflict (workspace_uid, user_id) do update set permissions = excluded.permissions`);
  return { ...member.caller, workspace: uid };
}

/** Of all rows of both tenants, but for what grows by looking: conversations that the walk itself starts, and counts. */
export async function fingerprint({ api, own, other }: World, except: readonly string[] = []): Promise<string> {
  const { database } = api;
  const tables = (await database.unscoped.execute(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_uid'
      and table_name not in ('workspace_members', 'outbox', 'conversations', 'conversation_events', 'agent_daily_counts', 'messages',
        'webhook_deliveries', 'notifications', 'limit_uses')
    order by 1`)) as unknown as { rows: { name: string }[] };
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    if (except.includes(name)) continue;
    const answer = (await database.unscoped.execute(sql`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.identifier(name)} t
      where workspace_uid in (${own.uid}, ${other.uid})`)) as unknown as { rows: { sum: string }[] };
    parts.push(`${name}:${answer.rows[0]?.sum}`);
  }
  const answer = (await database.unscoped.execute(sql`
    select md5(string_agg(row, '|' order by row)) as sum from (
      select m::text from messages m where conversation_id in (${own.conversationId}, ${other.conversationId})
      union all select d::text from webhook_deliveries d where id in (${own.deliveryId}, ${other.deliveryId})
      union all select n::text from notifications n where id in (${own.notificationId}, ${other.notificationId})
    ) rows(row)`)) as unknown as {
    rows: { sum: string }[];
  };
  return [...parts, `messages:${answer.rows[0]?.sum}`].join('\n');
}
