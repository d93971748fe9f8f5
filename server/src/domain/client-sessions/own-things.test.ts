import { afterAll, describe, expect, test } from 'vitest';
import { startTestApi } from '../../../test/api.ts';
import { ok } from '../../../test/api-factory.ts';
import { makeAgency, startClientSession } from '../../../test/client-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/database.ts';
import { purgeSessions } from './purge-sessions.ts';

describe.each(await openTestDatabases())('what is a client’s own on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const agency = await makeAgency(api);
  const enter = async (more: Record<string, unknown> = {}, of = agency) => {
    const client = await of.newClient(more);
    const caller = await startClientSession(api, { uid: of.owner.uid, clientId: client.ID });
    const post = (path: string, body: unknown) => api.call('POST', path, { caller, body });
    return { client, caller, post };
  };

  test('name, photo, address, status and how one is told are one’s own to change, and nothing else', async () => {
    const { client, post } = await enter();
    const change = {
      name: 'Cleo Brandt',
      status: 'offline',
      preferredLanguage: 'de',
      notificationsSettings: { notifyThrough: 'email', notifyIf: 'all' },
      // None of these is a field of it.
      canAccess: ['/kb'],
      isOrgAdmin: true,
      orgId: 'org_made-up',
    };
    const me = ok(await post('/client/me', change));
    expect(me.client).toMatchObject({
      name: 'Cleo Brandt',
      status: 'offline',
      preferredLanguage: 'de',
      orgId: agency.orgId,
    });
    expect(me.client.isOrgAdmin).toBe(false);
    expect(me.pages).not.toContain('/kb');
    expect((await post('/client/me', { email: 'no address' })).status).toBe(400);
    const { client: neighbour } = await enter();
    const taken = await post('/client/me', { email: neighbour.email.toUpperCase() });
    expect(taken).toMatchObject({ status: 409, body: { issues: [{ path: 'email' }] } });
    expect(taken.text).not.toContain(agency.orgId);
    expect(await agency.audit()).toContainEqual(`client:${client.ID} client.update_own ${client.ID}`);
  });

  test('one’s own address may be changed five times a day, everything else as often as one likes', async () => {
    const bounded = await startTestApi(database, { RATE_LIMIT_FACTOR: '1' });
    const { client, caller } = await enter();
    const change = (body: object) => bounded.call('POST', '/client/me', { caller, body });
    const address = (turn: number) => `${turn}-${client.email}`;
    for (const turn of [1, 2, 3, 4, 5]) {
      expect(ok(await change({ email: address(turn) })).client.email).toBe(address(turn));
      ok(await change({ email: address(turn), name: 'The same address is no change' }));
    }
    const refused = {
      status: 429,
      body: { code: 'rate_limited', message: expect.stringMatching(/^Too many requests/) },
    };
    expect(await change({ email: address(6), name: 'Not saved' })).toMatchObject(refused);
    const me = ok(await change({ name: 'Cleo Brandt' })).client;
    expect(me).toMatchObject({ name: 'Cleo Brandt', email: address(5) });
    const neighbour = await enter();
    const body = { email: `new-${neighbour.client.email}` };
    ok(await bounded.call('POST', '/client/me', { caller: neighbour.caller, body }));
    await bounded.stop();
  });

  test('a status alone leaves no row in the audit log', async () => {
    const { client, post } = await enter();
    ok(await post('/client/me', { status: 'offline' }));
    expect((await agency.audit()).join('\n')).not.toContain(`client.update_own ${client.ID}`);
  });

  test('an org is its admins’ to rename and to add people to', async () => {
    const plain = await enter();
    // 'You are not an admin'
    for (const [path, body] of [
      ['/client/org', { name: 'Ours' }],
      ['/client/org/users', { name: 'Noor', email: 'noor@example.com', dashboardPassword: 'a-new-password' }],
    ] as const)
      expect(await plain.post(path, body)).toMatchObject({ status: 403, body: { message: 'You are not an admin' } });
    const admin = await enter({ isOrgAdmin: true });
    expect(ok(await admin.post('/client/org', { name: 'Harbour Bikes Ltd' })).name).toBe('Harbour Bikes Ltd');
    expect((await admin.post('/client/org', { name: ' ' })).body.message).toBe('Organization name is required.');
    const user = { name: 'Noor', email: `n${admin.client.email}`, dashboardPassword: 'a-new-password' };
    const added = ok(await admin.post('/client/org/users', { ...user, isOrgAdmin: true, allowCreateAgents: true }));
    const stored = ok(await agency.asOwner('GET', `/clients/${added.ID}`));
    expect(stored).toMatchObject({ orgId: agency.orgId, isOrgAdmin: false, allowCreateAgents: false });
    expect(stored.widgetIDs).toEqual([agency.agentId]);
    expect(stored.internal.hasChangedPassword).toBe(false);
    // 'Client already exists to org: {orgId}'
    expect((await admin.post('/client/org/users', user)).body.message).toBe(
      `Client already exists to org: ${agency.orgId}`,
    );
    expect((await admin.post('/client/org/users', { ...user, name: '' })).body.message).toBe(
      'Please fill out all fields',
    );
    const wide = { ...user, email: `w${admin.client.email}`, canAccess: ['/home', '/kb'] };
    expect((await admin.post('/client/org/users', wide)).status).toBe(403);
    expect(await agency.audit()).toContainEqual(`client:${admin.client.ID} client.create ${added.ID}`);
  });

  test('what has ended is taken away, what lives stays', async () => {
    const { caller } = await enter();
    const gone = await enter();
    await purgeSessions({ database }, testSystemScope, new Date());
    expect((await api.call('GET', '/client/me', { caller })).status).toBe(200);
    await purgeSessions({ database }, testSystemScope, new Date(Date.now() + 15 * 86_400_000));
    expect((await api.call('GET', '/client/me', { caller: gone.caller })).status).toBe(401);
  });
});
