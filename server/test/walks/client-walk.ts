import { CLIENT_PAGES, type ClientPage } from '@antiphon/contract/client-pages';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { untilRead } from '../factories/api-factory.ts';
import { hostOf, startClientSession } from '../factories/client-factory.ts';
import { joinDirectly } from '../factories/people.ts';
import type { Tenant } from '../factories/tenant.ts';
import { makeDraftThings } from '../factories/tenant-parts.ts';
import { oneOf } from '../harness/amounts.ts';
import { type Caller, until } from '../harness/api.ts';
import { policyMatrix, routeOf } from './policy-matrix.ts';
import type { ProcedureName } from './policy-row.ts';
import { callAs, fingerprint, renewed, type Walk, type World } from './tenancy-walk.ts';

/** The world with an org beside the client's own: `sibling` has things of its own in the same workspace, and `canary` too. */
export type ClientWorld = World & { sibling: Tenant; clientManagerId: string };
type Role = { name: string; caller: Caller; expected: number };

const REFUSALS = [401, 403, 404];

export async function makeClientWorld(world: World): Promise<ClientWorld> {
  const { api, own, baseURL } = world;
  const canary = `sibling${own.canary}`;
  const things = await makeDraftThings(api, own, { canary, baseURL });
  // What is still being read would change beside the walk.
  await untilRead(api, own, things.agentId, things.documentId);
  await until(
    async () =>
      (
        await api.database.unscoped.execute(
          sql`select from knowledge_documents where state not in ('SUCCESS', 'ERROR')`,
        )
      ).rows.length,
    (reading) => reading === 0,
    60_000,
  );
  const { userId } = await joinDirectly(api.database, own.uid as WorkspaceUid, ['clients.write']);
  return {
    ...world,
    clientManagerId: userId,
    sibling: { ...own, ...things, conversationId: things.testConversationId, canary },
  };
}

/**
 * Every procedure as every kind of client on an agency's host: first those who must be refused, over things that must stand
 * as they were; then those who may. A row without `client` is closed to all of them.
 */
export async function walkClients(world: ClientWorld, walked: readonly ProcedureName[]): Promise<Walk> {
  await openEverything(world);
  const before = await fingerprint(world, OWN_TABLES);
  for (const name of walked) {
    for (const role of await strangers(world, name)) await visit(world, name, world.own, role);
    await visitSiblingThings(world, name);
  }
  const after = (await fingerprint(world, OWN_TABLES)).split('\n');
  for (const line of after)
    if (!before.includes(line)) world.findings.push(`refused calls changed rows: ${line.split(':')[0]}`);
  for (const name of walked) for (const way of INSIDERS) await visitAsInsider(world, name, way);
  return { findings: world.findings, calls: world.calls };
}

const isDashboard = (name: ProcedureName) => policyMatrix[name].client !== undefined;
const isClients = (name: ProcedureName) => isDashboard(name) || policyMatrix[name].access === 'client';
/** What whoever is kept out of the dashboard may still do. */
const ALWAYS = ['clientSessions.getMe', 'clientSessions.signOut'];

/** The walk begins sessions itself, and whoever reads signals is there. */
const OWN_TABLES = ['client_sessions', 'operator_presence'];

/** All pages for those who knock, and what orgs and agencies must have switched on before a call can succeed. */
export async function openEverything(world: Pick<ClientWorld, 'api' | 'own' | 'other' | 'sibling'>) {
  const { own, other, sibling, api } = world;
  for (const { clientId } of [own, other, sibling]) {
    await setAccess(world, clientId, CLIENT_PAGES);
    await api.database.unscoped.execute(sql`update clients set status = 'online' where id = ${clientId}`);
  }
  // Somebody asked for a person.
  for (const { uid, conversationId, agentId } of [own, other])
    await api.database.unscoped.execute(
      sql`select open_inbox_item(${uid}, ${conversationId}, ${agentId}, true, null, date_trunc('milliseconds', now()))`,
    );
  await api.database.unscoped.execute(sql`
    update orgs set settings = settings || '{"enableCannedResponses": true}' where workspace_uid = ${own.uid}`);
  await api.database.unscoped.execute(
    sql`update agencies set support_email = 'help@example.com' where workspace_uid = ${own.uid}`,
  );
}

export async function setAccess({ api }: Pick<World, 'api'>, clientId: string, pages: readonly string[]) {
  await api.database.unscoped.execute(
    sql`update clients set can_access = ${JSON.stringify(pages)}::jsonb where id = ${clientId}`,
  );
}

async function setOrgBlocked({ api }: World, orgId: string, isBlocked: boolean) {
  await api.database.unscoped.execute(sql`
    update orgs set settings = jsonb_set(settings, '{disableClientAccess}', to_jsonb(${isBlocked}::boolean)) where id = ${orgId}`);
}

/** Whoever must be refused, and how; 0 stands for any refusal, where the row is closed to all clients. */
async function strangers(world: ClientWorld, name: ProcedureName): Promise<Role[]> {
  const { own, other, api } = world;
  const row = policyMatrix[name];
  if (['anybody', 'local', 'embed', 'owner', 'link', 'host'].includes(row.access)) return [];
  const session = (tenant: { uid: string; clientId: string }, way?: 'password' | 'opening' | 'code') =>
    startClientSession(api, tenant, way);
  if (!isClients(name)) {
    const asClient = () => session(own, 'opening');
    const kinds: { name: string; begin: () => Promise<Caller> }[] = [
      { name: 'a client', begin: () => session(own) },
      { name: 'a client on the platform', begin: async () => ({ cookie: (await asClient()).cookie ?? '' }) },
      { name: 'the agency as a client', begin: asClient },
      {
        name: "the agency's key",
        begin: () => startClientSession(api, { uid: own.uid, clientId: null }, 'agency_secret'),
      },
    ];
    const some = oneOf(kinds, Object.keys(policyMatrix).indexOf(name));
    return Promise.all(some.map(async ({ name, begin }) => ({ name, caller: await begin(), expected: 0 })));
  }
  const isAlways = ALWAYS.includes(name);
  const elsewhere = await session(other);
  const roles: Role[] = [
    { name: 'anonymous', caller: { host: hostOf(own.uid) }, expected: 401 },
    {
      name: "the owner's session on the agency's host",
      caller: { ...own.caller, host: hostOf(own.uid) },
      expected: 401,
    },
    { name: "another agency's cookie", caller: { ...elsewhere, host: hostOf(own.uid) }, expected: 401 },
    {
      name: 'a client on the platform',
      caller: { cookie: elsewhere.cookie ?? '' },
      expected: isDashboard(name) ? 401 : 404,
    },
  ];
  if (routeOf(name).method !== 'GET')
    roles.push({ name: 'a foreign page', caller: { ...(await session(own)), site: 'cross-site' }, expected: 403 });
  if (isDashboard(name) && Object.keys(row.params(own)).length > 0)
    roles.push({ name: "another agency's client there", caller: elsewhere, expected: 404 });
  if (isDashboard(name) && row.needs !== null && row.needs !== 'clients.write') {
    const opened = await startClientSession(api, own, 'opening', world.clientManagerId);
    roles.push({ name: 'a member who may manage clients alone, as the client', caller: opened, expected: 403 });
  }
  if (!isAlways && name !== 'clientSessions.changePassword')
    roles.push({ name: 'who has the first password', caller: await session(own, 'password'), expected: 403 });
  return roles;
}

async function visit(world: ClientWorld, name: ProcedureName, tenant: Tenant, role: Role) {
  const answer = await callAs(world, name, tenant, role);
  const said = (what: string) =>
    world.findings.push(`${name} as ${role.name}: ${what} (${answer.status} ${answer.text.slice(0, 160)})`);
  const isRight = role.expected === 0 ? REFUSALS.includes(answer.status) : answer.status === role.expected;
  if (!isRight) said(`expected ${role.expected || 'a refusal'}`);
  const isRefusal = role.expected === 0 || role.expected >= 400;
  if (isRefusal && answer.text.includes(world.own.canary)) said("holds the tenant's own data");
  if (/"credits\\?"\s*:/.test(answer.text)) said('tells what an answer cost');
}

/** The things of the other org of the same agency, and whoever may not open the page, or nothing at all. */
async function visitSiblingThings(world: ClientWorld, name: ProcedureName) {
  const { own, sibling, api } = world;
  const row = policyMatrix[name];
  if (!isDashboard(name)) {
    if (row.access === 'client') await visitBlocked(world, name);
    return;
  }
  const { page = 'any', of } = row.client ?? {};
  const mine = await startClientSession(api, own);
  const named = { params: row.params(own), ...(row.query ? { query: row.query(own) } : {}) };
  // What names nothing is theirs to call, and changes what is theirs.
  const namesNothing = of === 'list' && routeOf(name).method !== 'GET' && Object.keys(named.params).join() === 'uid';
  if (!namesNothing) await visitAsSibling(world, name, named);
  for (const [param, value] of Object.entries(row.params(sibling))) {
    if (value === named.params[param]) continue;
    const params = { ...named.params, [param]: value };
    const mixed = await callAs(world, name, own, { caller: mine }, { params });
    const isHidden = mixed.status === 404 || (param === 'number' && mixed.status < 500);
    if (!isHidden)
      world.findings.push(`${name} with the ${param} of another org: ${mixed.status} ${mixed.text.slice(0, 160)}`);
    // The own things named where nothing but the path counts must open nothing.
    const spoofed = await callAs(world, name, own, { caller: mine }, { params, ...spoof(world, name) });
    if (spoofed.status < 400)
      world.findings.push(`${name} with the ${param} of another org and own ones beside it: ${spoofed.status}`);
  }
  if (page !== 'any') {
    const pages = CLIENT_PAGES.filter((one) => !([page].flat() as ClientPage[]).includes(one));
    await setAccess(world, own.clientId, pages);
    await visit(world, name, own, { name: `a client without ${page}`, caller: mine, expected: 403 });
    const opened = await startClientSession(api, own, 'opening');
    await visit(world, name, own, { name: `the agency as a client without ${page}`, caller: opened, expected: 403 });
    await setAccess(world, own.clientId, CLIENT_PAGES);
  }
  await visitBlocked(world, name);
}

/** The own ids, in the query or the body, also as if they were the path's. */
function spoof({ own }: ClientWorld, name: ProcedureName) {
  const row = policyMatrix[name];
  const { agentId, conversationId, uid } = own;
  const ids = { id: agentId, agentId, conversationId, uid };
  const flat = Object.entries(ids).flatMap(([key, value]) => [
    [key, value],
    [`params[${key}]`, key === 'id' && row.client?.of === 'conversation' ? conversationId : value],
  ]);
  const query = { ...row.query?.(own), ...Object.fromEntries(flat) };
  const body = row.body?.(own);
  if (body === undefined || body instanceof FormData) return { query };
  return { query, body: { ...(body as object), agentId, params: ids } };
}

async function visitAsSibling(
  world: ClientWorld,
  name: ProcedureName,
  named: { params: Record<string, string>; query?: Record<string, string> },
) {
  const { own, sibling, api, findings } = world;
  const caller = await startClientSession(api, sibling);
  const answer = await callAs(world, name, own, { caller }, named);
  const said = (what: string) => findings.push(`${name} as the client of another org: ${what}`);
  if (policyMatrix[name].client?.of !== 'list' && answer.status !== 404)
    said(`expected 404 (${answer.status} ${answer.text.slice(0, 160)})`);
  if (answer.text.replaceAll(sibling.canary, '').includes(own.canary))
    said('holds data of an agent that is not theirs');
}

async function visitBlocked(world: ClientWorld, name: ProcedureName) {
  if (ALWAYS.includes(name)) return;
  const { own, api } = world;
  const caller = await startClientSession(api, own);
  await setOrgBlocked(world, own.orgId, true);
  await visit(world, name, own, { name: 'a blocked client', caller, expected: 403 });
  await setOrgBlocked(world, own.orgId, false);
}

const INSIDERS = ['code', 'opening'] as const;

/** The client, or the agency in their place, with everything switched on that a call may need. */
export async function ableClient(world: World, tenant: Tenant, way: 'code' | 'opening'): Promise<Caller> {
  const { database } = world.api;
  await database.unscoped.execute(sql`
    update orgs set settings = settings || '{"enableCannedResponses": true}' where id = ${tenant.orgId}`);
  await database.unscoped.execute(
    sql`update clients set is_org_admin = true, allow_create_agents = true where id = ${tenant.clientId}`,
  );
  return startClientSession(world.api, tenant, way);
}

/** The client with exactly the page that opens it, and the agency in that client's place; where any does, one without a page and one with all. */
async function visitAsInsider(world: ClientWorld, name: ProcedureName, way: (typeof INSIDERS)[number]) {
  const row = policyMatrix[name];
  const isOpened = way === 'opening';
  if (!isClients(name) && row.access !== 'host') return;
  if (isOpened && !isDashboard(name)) return;
  const tenant = row.isOnce ? await renewed(world, row.isOnce) : world.own;
  const { page = 'any' } = row.client ?? {};
  const any = isOpened ? CLIENT_PAGES : [];
  await setAccess(world, tenant.clientId, page === 'any' ? any : [page].flat().slice(0, 1));
  const caller = row.access === 'host' ? { host: hostOf(tenant.uid) } : await ableClient(world, tenant, way);
  const expected =
    (isOpened ? row.client?.opened : undefined) ?? row.client?.status ?? row.status ?? routeOf(name).status;
  await visit(world, name, tenant, { name: isOpened ? 'the agency as the client' : 'the client', caller, expected });
}
