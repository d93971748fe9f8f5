import { CLIENT_PAGES } from '@antiphon/contract/client-pages';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { ableClient, setAccess } from '../walks/client-walk.ts';
import { policyMatrix, routeOf } from '../walks/policy-matrix.ts';
import type { ProcedureName } from '../walks/policy-row.ts';
import { callAs, makeWorld, renewed, type World } from '../walks/tenancy-walk.ts';

/** R27: who did what. The audit log with one act left out, which the walk must notice. */
const planted = vi.hoisted(() => ({ dropped: '', doubled: '' }));
vi.mock('../../src/domain/audit/record-audit.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/audit/record-audit.ts')>();
  const recordAudit: typeof real.recordAudit = async (tx, scope, act) => {
    if (act.action === planted.dropped) return;
    await real.recordAudit(tx, scope, act);
    if (act.action === planted.doubled) await real.recordAudit(tx, scope, act);
  };
  return { ...real, recordAudit };
});

/** A call that needs a permission and changes something; the matrix says of the others why they leave no row. */
function isPrivileged(name: ProcedureName): boolean {
  const { access, needs, unaudited } = policyMatrix[name];
  return access === 'member' && needs !== null && routeOf(name).method !== 'GET' && unaudited === undefined;
}
const privileged = (Object.keys(policyMatrix) as ProcedureName[]).filter(isPrivileged);

/** The action of each. The crawler's come when they come: once pages are approved it has the tests run by itself. */
async function auditRows({ api }: World): Promise<Map<string, string>> {
  const answer = (await api.database.unscoped.execute(
    sql`select id, action from audit_entries where actor <> 'crawler'`,
  )) as unknown as { rows: { id: string; action: string }[] };
  return new Map(answer.rows.map(({ id, action }) => [id, action]));
}

/** Calls it as the owner, who may, and says when it did not leave exactly one row. */
async function findGap(world: World, name: ProcedureName): Promise<string[]> {
  const { isOnce } = policyMatrix[name];
  const tenant = isOnce ? await renewed(world, isOnce) : world.own;
  const before = await auditRows(world);
  const answer = await callAs(world, name, tenant, { caller: world.own.caller });
  if (name === 'workspaces.rotateSecret') world.own.key.bearer = answer.body.workspaceSecret;
  const added = [...(await auditRows(world))].filter(([id]) => !before.has(id)).map(([, action]) => action);
  if (answer.status >= 300) return [`${name}: ${answer.status} ${answer.text.slice(0, 120)}`];
  return added.length === 1 ? [] : [`${name}: ${added.join(', ') || 'nothing'}`];
}

/** What clients do that is privileged, and what the agency does in a client's place. */
const ofClients = (Object.keys(policyMatrix) as ProcedureName[]).filter((name) => {
  const { access, unaudited } = policyMatrix[name];
  return access === 'client' && routeOf(name).method !== 'GET' && unaudited === undefined;
});
const inTheirPlace = privileged.filter((name) => {
  const { client } = policyMatrix[name];
  return client !== undefined && (client.opened ?? client.status ?? 200) < 300;
});

/** Says when a client's call, or the agency's in the client's place, did not leave exactly one row with who it was. */
async function findClientGap(world: World, name: ProcedureName, way: 'code' | 'opening'): Promise<string[]> {
  const { isOnce } = policyMatrix[name];
  const tenant = isOnce ? await renewed(world, isOnce) : world.own;
  await setAccess(world, tenant.clientId, CLIENT_PAGES);
  const caller = await ableClient(world, tenant, way);
  const before = await auditRows(world);
  const answer = await callAs(world, name, tenant, { caller });
  if (answer.status >= 300) return [`${name}: ${answer.status} ${answer.text.slice(0, 120)}`];
  const rows = (await world.api.database.unscoped.execute(
    sql`select id, actor from audit_entries where actor <> 'crawler'`,
  )) as unknown as { rows: { id: string; actor: string }[] };
  const actors = rows.rows.filter(({ id }) => !before.has(id)).map(({ actor }) => actor);
  const expected = way === 'opening' ? `key as client:${tenant.clientId}` : `client:${tenant.clientId}`;
  return actors.join() === expected ? [] : [`${name}: rows of ${actors.join() || 'nobody'}`];
}

describe.each(await openJourneyDatabases())('the audit log on $name', async ({ name, database }) => {
  const host = await startModelServer();
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort }, undefined, europe);
  const world = await makeWorld(api, host.baseURL);
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  // Before the members, who claim another host for the agency.
  test('what clients do, and what is done in their place, leaves one row with every name', async () => {
    const gaps: string[] = [];
    for (const name of ofClients) gaps.push(...(await findClientGap(world, name, 'code')));
    for (const name of inTheirPlace) gaps.push(...(await findClientGap(world, name, 'opening')));
    expect(gaps).toEqual([]);
    expect(ofClients.length).toBeGreaterThanOrEqual(4);
    expect(inTheirPlace.length).toBeGreaterThan(2);
    console.info(`${ofClients.join(', ')}; in their place: ${inTheirPlace.join(', ')}`);
  }, 300_000);

  test('planted: an act of a client that is not written down is found', async () => {
    planted.dropped = 'client.change_password';
    const [gap] = await findClientGap(world, 'clientSessions.changePassword', 'code');
    planted.dropped = '';
    expect(gap).toBe('clientSessions.changePassword: rows of nobody');
  });

  test('every privileged procedure leaves exactly one row', async () => {
    const gaps: string[] = [];
    for (const name of privileged) gaps.push(...(await findGap(world, name)));
    expect(gaps).toEqual([]);
    expect(privileged.length).toBeGreaterThan(10);
    console.info(`${privileged.length} privileged procedures: ${privileged.join(', ')}`);
  }, 900_000);

  test('planted: an act that is not written down, or twice, is found', async () => {
    planted.dropped = 'member.update';
    planted.doubled = 'invitation.resend';
    const gaps = [...(await findGap(world, 'members.update')), ...(await findGap(world, 'invitations.resend'))];
    planted.dropped = planted.doubled = '';
    expect(gaps).toEqual(['members.update: nothing', 'invitations.resend: invitation.resend, invitation.resend']);
  });
});
