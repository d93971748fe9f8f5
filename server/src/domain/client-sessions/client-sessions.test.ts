import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, ok } from '../../../test/factories/api-factory.ts';
import { cookieOf, type DashboardAgency, makeAgency } from '../../../test/factories/client-factory.ts';
import { mailedProps } from '../../../test/factories/people.ts';
import { type Caller, startTestApi, until } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

const PASSWORD = 'chosen-by-the-agency';
const OWN = 'a-password-of-my-own';

describe.each(await openTestDatabases())('sessions of clients on $name', async ({ database }) => {
  const api = await startTestApi(database, { RATE_LIMIT_FACTOR: '1000' });
  afterAll(() => api.stop());
  const agency = await makeAgency(api);
  const other = await makeAgency(api);

  /** Signed in by the first password, which is changed at once. */
  async function signedIn(of: DashboardAgency = agency, more: Record<string, unknown> = {}) {
    const client = await of.newClient({ dashboardPassword: PASSWORD, ...more });
    const entered = await of.post('/client/sign-in', { email: client.email, password: PASSWORD });
    ok(entered);
    const change = await of.post('/client/password', { newPassword: OWN }, { cookie: cookieOf(entered) });
    return { client, caller: { cookie: cookieOf(change), host: of.host }, me: ok(change).me };
  }
  const me = (caller: Caller) => api.call('GET', '/client/me', { caller });

  test('whoever signs in is told what there is, once the first password was changed', async () => {
    const client = await agency.newClient({ dashboardPassword: PASSWORD });
    const answer = await agency.post('/client/sign-in', { email: client.email.toUpperCase(), password: PASSWORD });
    const cookie = answer.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/^client-session=cs_\w{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(ok(answer).me).toMatchObject({
      client: { ID: client.ID, status: 'online', isAdmin: false },
      org: { ID: agency.orgId, dashboardLayout: 'vertical' },
      agents: [{ ID: agency.agentId }],
      pages: ['/home', '/convos', '/analytics', '/leads', '/campaigns'],
      isBlocked: null,
      mustChangePassword: true,
      openedBy: null,
      workspaceUid: agency.owner.uid,
    });
    expect(answer.text).not.toContain('cs_');
    const caller = { cookie: cookieOf(answer), host: agency.host };
    expect(await api.call('GET', '/client/sessions', { caller })).toMatchObject({
      status: 403,
      body: { code: 'password_change_needed' },
    });
    const changed = await api.call('POST', '/client/password', { caller, body: { newPassword: OWN } });
    expect(ok(changed).me.mustChangePassword).toBe(false);
    expect(cookieOf(changed)).not.toBe(caller.cookie);
    // The token of before is worth nothing.
    expect((await me(caller)).status).toBe(401);
    expect((await me({ ...caller, cookie: cookieOf(changed) })).status).toBe(200);
  });

  test('the words of a sign-in that fails', async () => {
    const client = await agency.newClient({ dashboardPassword: PASSWORD });
    const attempt = (body: unknown) => agency.post('/client/sign-in', body);
    expect((await attempt({ email: '', password: '' })).body.message).toBe('Please enter your email and password.');
    expect(await attempt({ email: 'nobody@example.com', password: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: "This email doesn't exist.", issues: [{ path: 'email' }] },
    });
    expect((await attempt({ email: client.email, password: 'wrong' })).body.message).toBe(
      'Password is incorrect please try again.',
    );
    // The owner gives them another one: whoever is signed in with the one before is told so.
    const { caller } = await signedIn();
    const { ID } = ok(await me(caller)).client;
    ok(await agency.asOwner('POST', `/clients/${ID}`, { dashboardPassword: 'yet-another-one' }));
    expect(await me(caller)).toMatchObject({ status: 401, body: { message: 'Please login again.' } });
  });

  test('a client of whom no language was chosen keeps that of the page of their first sign-in', async () => {
    const enter = async (client: { email: string }, language: string) => {
      const answer = await api.call('POST', '/client/sign-in', {
        caller: { host: agency.host },
        body: { email: client.email, password: PASSWORD },
        headers: { 'accept-language': language },
      });
      return ok(answer).me.client.preferredLanguage;
    };
    const newcomer = await agency.newClient({ dashboardPassword: PASSWORD });
    expect(await enter(newcomer, 'de')).toBe('de');
    expect(await enter(newcomer, 'fr')).toBe('de');
    // English that was chosen is no English by default.
    const chosen = await agency.newClient({ dashboardPassword: PASSWORD, preferredLanguage: 'en' });
    expect(await enter(chosen, 'de')).toBe('en');
    ok(await agency.asOwner('POST', `/clients/${newcomer.ID}`, { preferredLanguage: 'en' }));
    expect(await enter(newcomer, 'de')).toBe('en');
    ok(await agency.asOwner('POST', `/orgs/${agency.orgId}`, { preferredLanguage: 'es' }));
    expect(await enter(await agency.newClient({ dashboardPassword: PASSWORD }), 'de')).toBe('es');
    ok(await agency.asOwner('POST', `/orgs/${agency.orgId}`, { preferredLanguage: 'en' }));
  });

  test('where passwords are switched off the server refuses the right one too', async () => {
    const strict = await makeAgency(api);
    const client = await strict.newClient({ dashboardPassword: PASSWORD });
    ok(await strict.asOwner('POST', '/agency', { settings: { disablePasswordLogin: true } }));
    expect(ok(await strict.get('/client/sign-in')).hasPassword).toBe(false);
    expect((await strict.post('/client/sign-in', { email: client.email, password: PASSWORD })).status).toBe(403);
  });

  test('a code signs in once, within its tries; the link of the same mail too', async () => {
    const client = await agency.newClient();
    const ask = () => agency.post('/rpc/ssoClient', { email: client.email, agencyId: agency.agencyId });
    const enter = (code: string) =>
      agency.post('/rpc/ssoClient', { email: client.email, agencyId: agency.agencyId, code });
    const mailed = async (count: number) =>
      (
        await until(
          () => mailedProps(database, client.email),
          (mails) => mails.length === count,
        )
      ).at(-1) as {
        code: string;
        url: string;
      };
    expect(ok(await ask())).toEqual({ success: true, data: { clientData: null } });
    const first = await mailed(1);
    expect(first.code).toMatch(/^\d{6}$/);
    const wrong = first.code === '000000' ? '000001' : '000000';
    expect(await enter(wrong)).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
    const entered = await enter(first.code);
    expect(ok(entered).data.clientData).toMatchObject({ ID: client.ID, email: client.email });
    // Whoever shows that the mailbox is theirs never had the first password: none is asked of them.
    expect(ok(await me({ cookie: cookieOf(entered), host: agency.host })).mustChangePassword).toBe(false);
    expect((await enter(first.code)).status).toBe(400);
    ok(await ask());
    const second = await mailed(2);
    for (let tries = 0; tries < 5; tries++) await enter(second.code === wrong ? '000002' : wrong);
    expect((await enter(second.code)).status).toBe(400);
    ok(await ask());
    const link = new URL((await mailed(3)).url);
    expect(link.hostname).toBe(agency.host);
    const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    const byLink = () => agency.post('/rpc/validateClientLoginToken', { token });
    expect((await other.post('/rpc/validateClientLoginToken', { token })).status).toBe(400);
    expect(ok(await byLink()).clientData.ID).toBe(client.ID);
    expect((await byLink()).status).toBe(400);
    expect(await agency.post('/rpc/ssoClient', { email: client.email, agencyId: other.agencyId })).toMatchObject({
      status: 404,
    });
  });

  test('a link ends when the address that it went to, or the password, is replaced', async () => {
    const tokenOf = async (email: string) => {
      const mails = (await mailedProps(database, email)) as { url: string }[];
      return new URLSearchParams(new URL(mails.at(-1)?.url ?? '').hash.slice(1)).get('token') ?? '';
    };
    for (const change of [{ email: 'x' }, { dashboardPassword: 'yet-another-one' }]) {
      const client = await agency.newClient();
      ok(await agency.asOwner('POST', `/clients/${client.ID}/invite`, {}));
      const token = await tokenOf(client.email);
      const given = 'email' in change ? { email: `x${client.email}` } : change;
      ok(await agency.asOwner('POST', `/clients/${client.ID}`, given));
      expect((await agency.post('/rpc/validateClientLoginToken', { token })).status).toBe(400);
    }
  });

  test('over https the cookie is for this host alone, and no other name of it counts', async () => {
    const client = await agency.newClient({ dashboardPassword: PASSWORD });
    const headers = { 'x-forwarded-proto': 'https' };
    const body = { email: client.email, password: PASSWORD };
    const answer = await api.call('POST', '/client/sign-in', { caller: { host: agency.host }, body, headers });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-client-session=cs_\w+; .*HttpOnly; Secure; SameSite=Lax/);
    const cookie = cookieOf(answer);
    const read = (sent: string) =>
      api.call('GET', '/client/me', { caller: { host: agency.host, cookie: sent }, headers });
    expect((await read(cookie)).status).toBe(200);
    expect((await read(cookie.replace('__Host-', ''))).status).toBe(401);
  });

  test('the link of an invitation signs in, once', async () => {
    const client = await agency.newClient();
    ok(await agency.asOwner('POST', `/clients/${client.ID}/invite`, {}));
    const [mail] = (await mailedProps(database, client.email)) as { url: string }[];
    const token = new URLSearchParams(new URL(mail?.url ?? '').hash.slice(1)).get('token') ?? '';
    ok(await agency.post('/rpc/validateClientLoginToken', { token }));
    expect((await agency.post('/rpc/validateClientLoginToken', { token })).status).toBe(400);
  });

  test('a session of one agency is nobody on the host of another, and on the platform none of it exists', async () => {
    const { caller } = await signedIn();
    expect((await me({ ...caller, host: other.host })).status).toBe(401);
    expect((await me({ cookie: caller.cookie })).status).toBe(404);
    expect(
      (await api.call('POST', '/client/logout', { caller: { ...caller, site: 'cross-site' }, body: {} })).status,
    ).toBe(403);
  });

  test('whoever has no agents, or whose org is switched off, is told why and may leave', async () => {
    const shut = await makeAgency(api);
    const { caller, client } = await signedIn(shut);
    ok(await shut.asOwner('DELETE', `/clients/${client.ID}/agents/${shut.agentId}`));
    expect(ok(await me(caller)).isBlocked).toEqual({
      message: 'Access is currently disabled. Pleas contact your provider!',
    });
    ok(await shut.asOwner('POST', `/clients/${client.ID}/agents/${shut.agentId}`, {}));
    expect(ok(await me(caller)).isBlocked).toBeNull();
    const settings = { disableClientAccess: true, disableClientAccessMessage: 'Back on Monday.' };
    ok(await shut.asOwner('POST', `/orgs/${shut.orgId}`, { settings }));
    expect(ok(await me(caller)).isBlocked).toEqual({ message: 'Back on Monday.' });
    expect(await api.call('POST', '/client/me', { caller, body: { name: 'X' } })).toMatchObject({
      status: 403,
      body: { code: 'access_blocked', message: 'Back on Monday.' },
    });
    ok(await api.call('POST', '/client/logout', { caller, body: {} }));
    expect((await me(caller)).status).toBe(401);
  });

  test('the agency opens a dashboard: the client’s pages, half an hour, both names in the audit log', async () => {
    const client = await agency.newClient({ canAccess: ['/leads', '/home'], clientTabOrder: ['/leads', '/home'] });
    const { url } = ok(await agency.asOwner('POST', `/clients/${client.ID}/open`, {}));
    const code = new URLSearchParams(new URL(url).hash.slice(1)).get('open') ?? '';
    const opened = await agency.post('/client/open', { code });
    expect(opened.headers.getSetCookie()[0]).toContain('Max-Age=1800;');
    expect(ok(opened).me).toMatchObject({ client: { ID: client.ID, isAdmin: true }, openedBy: 'key' });
    expect(ok(opened).me.pages).toEqual(['/leads', '/home']);
    const caller = { cookie: cookieOf(opened), host: agency.host };
    expect((await api.call('POST', '/client/me', { caller, body: { name: 'X' } })).status).toBe(403);
    expect(await agency.post('/client/open', { code })).toMatchObject({
      status: 400,
      body: { message: 'Error occurred signing in with admin access.' },
    });
    ok(await api.call('POST', '/client/logout', { caller, body: {} }));
    expect(await agency.audit()).toEqual(
      expect.arrayContaining([
        `key as client:${client.ID} client.enter ${client.ID}`,
        `key as client:${client.ID} client.exit ${client.ID}`,
      ]),
    );
  });

  test("the agency's key opens every agent, and ends with the next one", async () => {
    const further = await createAgent(api, agency.owner);
    const { secret } = ok(await agency.asOwner('POST', '/agency/secret'));
    expect(secret).toHaveLength(25);
    const opened = await agency.post('/client/admin', { secret });
    const { me: seen } = ok(opened);
    expect(seen).toMatchObject({ client: { ID: 'admin', isAdmin: true }, org: null, openedBy: 'agency-secret' });
    expect(seen.agents.map(({ ID }: { ID: string }) => ID)).toEqual(expect.arrayContaining([agency.agentId, further]));
    const caller = { cookie: cookieOf(opened), host: agency.host };
    for (const [path, body] of [
      ['/client/me', { status: 'online' }],
      ['/client/org', { name: 'X' }],
      ['/client/password', { newPassword: OWN, currentPassword: OWN }],
      [`/agencies/${agency.agencyId}/email`, { message: 'X' }],
    ] as const)
      expect((await api.call('POST', path, { caller, body })).status).toBe(403);
    expect(ok(await api.call('GET', '/client/sessions', { caller })).items).toEqual([]);
    ok(await agency.asOwner('POST', '/agency/secret'));
    expect((await me(caller)).status).toBe(401);
    expect(await agency.post('/client/admin', { secret })).toMatchObject({
      status: 400,
      body: { message: 'Error occurred signing in with admin access.' },
    });
    expect((await other.post('/client/admin', { secret })).status).toBe(400);
  });

  test('people see where they are signed in, and end it', async () => {
    const { caller, client } = await signedIn();
    const second = await agency.post('/client/sign-in', { email: client.email, password: OWN });
    const list = async () => ok(await api.call('GET', '/client/sessions', { caller })).items;
    const items = await list();
    expect(items).toHaveLength(2);
    const there = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const stranger = await signedIn();
    const path = `/client/sessions/${there.id}`;
    expect((await api.call('DELETE', path, { caller: stranger.caller })).status).toBe(404);
    ok(await api.call('DELETE', path, { caller }));
    expect((await me({ cookie: cookieOf(second), host: agency.host })).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test('a new password wants the old one, and ends all other sessions', async () => {
    const { caller, client } = await signedIn();
    const second = await agency.post('/client/sign-in', { email: client.email, password: OWN });
    const change = (body: unknown) => api.call('POST', '/client/password', { caller, body });
    expect(await change({ newPassword: 'another-password' })).toMatchObject({ status: 403 });
    expect((await change({ newPassword: 'another-password', currentPassword: 'wrong' })).status).toBe(400);
    expect((await change({ newPassword: OWN, currentPassword: OWN })).status).toBe(400);
    ok(await change({ newPassword: 'another-password', currentPassword: OWN }));
    expect(await me({ cookie: cookieOf(second), host: agency.host })).toMatchObject({
      status: 401,
      body: { message: 'Please login again.' },
    });
  });
});
