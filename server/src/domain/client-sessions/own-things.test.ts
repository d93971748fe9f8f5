import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../../../test/factories/api-factory.ts';
import { makeAgency, startClientSession } from '../../../test/factories/client-factory.ts';
import { mailedProps } from '../../../test/factories/people.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
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
    expect(await agency.audit()).toContainEqual(`client:${client.ID} client.update_own ${client.ID}`);
  });

  /** The codes that were mailed to an address. */
  const codesTo = async (email: string) => (await mailedProps(database, email)).map(({ code }) => String(code));

  test('whoever borrows a session cannot make the account theirs: an address is proved on both sides', async () => {
    const dashboardPassword = 'chosen-by-the-agency';
    const { client, post } = await enter({ dashboardPassword });
    const before = new Date(Date.now() - 16 * 60_000).toISOString();
    await database.unscoped.execute(
      sql`update client_sessions set created_at = ${before}::timestamptz where client_id = ${client.ID}`,
    );
    const email = `new-${client.email}`;
    const mine = async () => ok(await post('/client/me', {})).client.email;
    // The way that it was: the profile takes no address any more.
    await post('/client/me', { email });
    expect(await mine()).toBe(client.email);
    const ask = (more: object = {}) => post('/client/email', { email, ...more });
    const confirm = (code: string, to = email) => post('/client/email/confirm', { email: to, code });
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect(await ask({ currentPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_credentials', issues: [{ path: 'currentPassword' }] },
    });
    expect(await codesTo(email)).toEqual([]);
    ok(await ask({ currentPassword: dashboardPassword }));
    const [code = ''] = await codesTo(email);
    expect(code).toMatch(/^\d{6}$/);
    expect(await mine(), 'nothing counts before the code came back').toBe(client.email);
    // It confirms the address that it went to, and no other.
    expect((await confirm(code, `other-${client.email}`)).body.code).toBe('token_invalid');
    expect((await confirm(code === '000000' ? '000001' : '000000')).body.code).toBe('token_invalid');
    expect(ok(await confirm(code)).client.email).toBe(email);
    expect((await confirm(code)).status).toBe(400);
    expect(await agency.audit()).toContainEqual(`client:${client.ID} client.update_own ${client.ID}`);
    const [notice] = await mailedProps(database, client.email);
    expect(notice).toMatchObject({ clientName: 'Cleo', byAgency: false });
  });

  test('a code of a quarter of an hour stands for the password; a new password ends the code for an address', async () => {
    const dashboardPassword = 'chosen-by-the-agency';
    const { client, caller, post } = await enter({ dashboardPassword });
    const email = `new-${client.email}`;
    ok(await post('/client/email', { email }));
    const [code = ''] = await codesTo(email);
    ok(await api.call('POST', '/client/password', { caller, body: { newPassword: 'a-password-of-my-own' } }));
    const again = await startClientSession(api, { uid: agency.owner.uid, clientId: client.ID }, 'code', 'key', 2);
    const body = { email, code };
    expect((await api.call('POST', '/client/email/confirm', { caller: again, body })).status).toBe(400);
    expect((await post('/client/email', { email: 'no address' })).status).toBe(401);
    const ask = (given: string) => api.call('POST', '/client/email', { caller: again, body: { email: given } });
    expect((await ask('no address')).status).toBe(400);
    const { client: neighbour } = await enter();
    const taken = await ask(neighbour.email.toUpperCase());
    expect(taken).toMatchObject({ status: 409, body: { issues: [{ path: 'email' }] } });
    expect(taken.text).not.toContain(agency.orgId);
  });

  test('a code for an address is asked for five times a day, everything else as often as one likes', async () => {
    const bounded = await startTestApi(database, { RATE_LIMIT_FACTOR: '1' });
    const { client, caller } = await enter();
    const ask = (turn: number) =>
      bounded.call('POST', '/client/email', { caller, body: { email: `${turn}-${client.email}` } });
    for (const turn of [1, 2, 3, 4, 5]) ok(await ask(turn));
    expect(await ask(6)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', message: expect.stringMatching(/^Too many requests/) },
    });
    ok(await bounded.call('POST', '/client/me', { caller, body: { name: 'Cleo Brandt' } }));
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
