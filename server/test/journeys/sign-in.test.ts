import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, signUp } from '../factories/api-factory.ts';
import { type Answer, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { awaitMail, listMails, tokenOf } from '../harness/mailbox.ts';
import { startOpenIdServer } from '../harness/openid-server.ts';

const openId = await startOpenIdServer();
afterAll(() => openId.close());

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

describe.each(await openJourneyDatabases())('signing in on $name', async ({ database }) => {
  const api = await startTestApi(database, openId.environment);
  afterAll(() => api.stop());
  const address = () => `${randomText(10).toLowerCase()}@example.com`;
  const bodies: string[] = [];
  const tokens: string[] = [];
  const post = async (path: string, body: object, caller = {}) => {
    const answer = await api.call('POST', path, { body, caller });
    bodies.push(answer.text);
    tokens.push(...[...cookieOf(answer).matchAll(/session_token=([^;.]+)/g)].map((found) => found[1]!));
    return answer;
  };
  const profileOf = async (cookie: string) => ok(await api.call('GET', '/v2/users/me', { caller: { cookie } }));
  const signInByToken = async (token: string) => {
    const { authToken } = ok(await post('/rpc/tokenToUser', { token }));
    return post('/auth/one-time-token/verify', { token: authToken });
  };

  test('a link in a mail signs a newcomer in, once; looking at it first uses nothing up', async () => {
    const email = address();
    ok(await post('/auth/sign-in/magic-link', { email }));
    const mail = await awaitMail(api, email, 'sign-in link');
    const link = /https?:\/\/\S+/.exec(mail.text)![0];
    const token = tokenOf(mail);
    for (const method of ['GET', 'HEAD']) {
      await fetch(link, { method });
      await fetch(`${api.origin}/api/na/auth/magic-link/verify?token=${token}`, { method, redirect: 'manual' });
      await fetch(`${api.origin}/api/na/rpc/tokenToUser?token=${token}`, { method });
    }
    const entered = await signInByToken(token);
    expect(entered).toMatchObject({ status: 200, body: { success: true } });
    expect(await profileOf(cookieOf(entered))).toMatchObject({
      email,
      emailVerified: true,
      origin: 'email',
      location: 'na',
      isOnboarded: false,
      hasPassword: false,
      internal: { isNewUser: true, countryCode: '', whitelabel_trial: false },
    });
    expect(await post('/rpc/tokenToUser', { token })).toMatchObject({ status: 400, body: { code: 'token_invalid' } });
  });

  test('of ten who press at once, one is signed in', async () => {
    const email = address();
    ok(await post('/auth/sign-in/magic-link', { email }));
    const token = tokenOf(await awaitMail(api, email, 'sign-in link'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/rpc/tokenToUser', { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { authToken } = answers.find(({ status }) => status === 200)!.body;
    const entries = await Promise.all(
      Array.from({ length: 10 }, () => post('/auth/one-time-token/verify', { token: authToken })),
    );
    expect(entries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('without leave to make an account a link of a stranger is refused, and stays good', async () => {
    const email = address();
    ok(await post('/auth/sign-in/magic-link', { email }));
    const token = tokenOf(await awaitMail(api, email, 'sign-in link'));
    expect(await post('/rpc/tokenToUser', { token, createAccount: false })).toMatchObject({ status: 404 });
    expect((await signInByToken(token)).status).toBe(200);
  });

  test('tokens and codes stand nowhere in the database in the clear', async () => {
    const owner = await signUp(api);
    const email = owner.email;
    ok(await post('/auth/sign-in/magic-link', { email }));
    ok(await post('/auth/email-otp/send-verification-otp', { email }));
    ok(await post('/auth/request-password-reset', { email }));
    const link = tokenOf(await awaitMail(api, email, 'sign-in link'));
    const reset = tokenOf(await awaitMail(api, email, 'new password'));
    const code = /\b\d{6}\b/.exec((await awaitMail(api, email, 'sign-in code')).subject)![0];
    const { authToken } = ok(await post('/rpc/tokenToUser', { token: link }));
    const dump = JSON.stringify(await database.unscoped.execute(sql`select v::text from verifications v`));
    for (const secret of [link, reset, authToken]) expect(dump).not.toContain(secret);
    expect(dump).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(dump.length).toBeGreaterThan(100);
  });

  test('a code signs in; after three wrong ones it is dead, and so is it after its use', async () => {
    const email = address();
    const ask = async () => {
      const before = (await listMails(api, email)).length;
      ok(await post('/auth/email-otp/send-verification-otp', { email }));
      await expect.poll(async () => (await listMails(api, email)).length).toBe(before + 1);
      return /\b\d{6}\b/.exec((await awaitMail(api, email, 'sign-in code')).subject)![0];
    };
    const first = await ask();
    const wrong = first === '000000' ? '000001' : '000000';
    for (let index = 0; index < 3; index++)
      expect((await post('/auth/sign-in/email-otp', { email, otp: wrong })).body.code).toBe('token_invalid');
    expect((await post('/auth/sign-in/email-otp', { email, otp: first })).status).toBe(400);
    const second = await ask();
    expect((await post('/auth/sign-in/email-otp', { email, otp: second })).status).toBe(200);
    expect((await post('/auth/sign-in/email-otp', { email, otp: second })).status).toBe(400);
  });

  test('a new password ends every session, works from then on, and its link works once', async () => {
    const owner = await signUp(api);
    ok(await post('/auth/request-password-reset', { email: owner.email }));
    const token = tokenOf(await awaitMail(api, owner.email, 'new password'));
    const newPassword = randomText(20);
    expect((await post('/auth/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    ok(await post('/auth/reset-password', { token, newPassword }));
    expect((await api.call('GET', '/v2/me', { caller: owner.caller })).status).toBe(401);
    expect((await post('/auth/reset-password', { token, newPassword })).body.code).toBe('token_invalid');
    expect((await post('/auth/sign-in/email', { email: owner.email, password: owner.password })).status).toBe(400);
    expect((await post('/auth/sign-in/email', { email: owner.email, password: newPassword })).status).toBe(200);
    await awaitMail(api, owner.email, 'was changed');
  });

  test('who asks for a mail is told the same for an address that nobody has', async () => {
    const owner = await signUp(api);
    const stranger = address();
    for (const path of ['/auth/request-password-reset', '/auth/send-verification-email', '/auth/sign-in/magic-link']) {
      const [known, unknown] = [await post(path, { email: owner.email }), await post(path, { email: stranger })];
      expect({ status: unknown.status, text: unknown.text }).toEqual({ status: known.status, text: known.text });
    }
    expect((await listMails(api, stranger)).map(({ subject }) => subject)).toEqual(['Your sign-in link for Antiphon']);
  });

  test('an address is confirmed by pressing, not by looking', async () => {
    const owner = await signUp(api);
    const token = tokenOf(await awaitMail(api, owner.email, 'Confirm'));
    const look = await fetch(`${api.origin}/api/na/auth/verify-email?token=${token}`);
    expect(look.status).toBe(404);
    expect(await profileOf(owner.caller.cookie!)).toMatchObject({ emailVerified: false });
    ok(await post('/auth/verify-email', { token }, owner.caller));
    expect(await profileOf(owner.caller.cookie!)).toMatchObject({ emailVerified: true });
  });

  test('who presses without a session of the account confirms nothing for whoever made it with their address', async () => {
    const [squatter, other] = [await signUp(api), await signUp(api)];
    const token = tokenOf(await awaitMail(api, squatter.email, 'Confirm'));
    for (const caller of [{}, other.caller])
      expect(await post('/auth/verify-email', { token }, caller)).toMatchObject({
        status: 403,
        body: { code: 'sign_in_again' },
      });
    expect(await profileOf(squatter.caller.cookie!)).toMatchObject({ emailVerified: false });
    expect((await post('/auth/verify-email', { token: `${token}x` }, squatter.caller)).body.code).toBe('token_invalid');
  });

  test('a new password for an account that nobody had confirmed leaves no other way into it', async () => {
    const squatter = await signUp(api);
    await database.unscoped.execute(sql`insert into accounts (id, account_id, provider_id, user_id)
      values (${randomText(24)}, ${randomText(10)}, 'google', ${squatter.uid})`);
    ok(await post('/auth/request-password-reset', { email: squatter.email }));
    const token = tokenOf(await awaitMail(api, squatter.email, 'new password'));
    ok(await post('/auth/reset-password', { token, newPassword: randomText(20) }));
    const left = (await database.unscoped.execute(
      sql`select provider_id from accounts where user_id = ${squatter.uid}`,
    )) as unknown as { rows: object[] };
    expect(left.rows).toEqual([{ provider_id: 'credential' }]);
  });

  test('a link to a mailbox takes an account back from whoever made it without owning the address', async () => {
    const squatter = await signUp(api);
    ok(await post('/auth/sign-in/magic-link', { email: squatter.email }));
    const entered = await signInByToken(tokenOf(await awaitMail(api, squatter.email, 'sign-in link')));
    expect(await profileOf(cookieOf(entered))).toMatchObject({ emailVerified: true, hasPassword: false });
    expect((await api.call('GET', '/v2/me', { caller: squatter.caller })).status).toBe(401);
    expect((await post('/auth/sign-in/email', squatter)).status).toBe(400);
  });

  /** The browser's part: follows every redirect with its cookies, until the app or the sign-in is reached. */
  async function throughGoogle(redirect = '/app/na/agents') {
    const jar = new Map<string, string>();
    const keep = (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [name, value] = line.split(';')[0]!.split(/=(.*)/s);
        jar.set(name!, value!);
      }
    };
    const started = await post('/auth/sign-in/social', { provider: 'google', redirect });
    keep(started.headers);
    let next: string = ok(started).url;
    for (let hops = 0; hops < 12; hops++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      keep(response.headers);
      const location = response.headers.get('location');
      if (!location) throw new Error(`${response.status} at ${next}: ${(await response.text()).slice(0, 200)}`);
      const target = new URL(location, next);
      if (target.origin === api.origin && !target.pathname.startsWith('/api/'))
        return { path: target.pathname + target.search, cookie: [...jar].map(([n, v]) => `${n}=${v}`).join('; ') };
      next = target.href;
    }
    throw new Error('too many redirects');
  }

  test('Google signs a newcomer in, again the same person, and keeps none of its tokens', async () => {
    const email = address();
    openId.setAccount({ sub: randomText(10), email, email_verified: true, name: 'Gina Google' });
    const first = await throughGoogle('/app/na/usage');
    expect(first.path).toBe('/app/na/usage');
    const profile = await profileOf(first.cookie);
    expect(profile).toMatchObject({ email, origin: 'google', displayName: 'Gina Google', emailVerified: true });
    const again = await throughGoogle();
    expect((await profileOf(again.cookie)).uid).toBe(profile.uid);
    const kept = (await database.unscoped.execute(
      sql`select access_token, refresh_token, id_token from accounts where user_id = ${profile.uid}`,
    )) as unknown as { rows: object[] };
    expect(kept.rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
  });

  test('Google joins an account only where both sides proved the address', async () => {
    const unproven = await signUp(api);
    openId.setAccount({ sub: randomText(10), email: unproven.email, email_verified: true, name: 'Gina' });
    expect((await throughGoogle()).path).toMatch(/^\/login\?region=na&error=/);
    const token = tokenOf(await awaitMail(api, unproven.email, 'Confirm'));
    ok(await post('/auth/verify-email', { token }, unproven.caller));
    openId.setAccount({ sub: randomText(10), email: unproven.email, email_verified: false, name: 'Gina' });
    expect((await throughGoogle()).path).toMatch(/^\/login\?region=na&error=/);
    openId.setAccount({ sub: randomText(10), email: unproven.email, email_verified: true, name: 'Gina' });
    const joined = await throughGoogle();
    expect((await profileOf(joined.cookie)).uid).toBe(unproven.uid);
  });

  test('who says no at Google comes back to the sign-in', async () => {
    openId.setRefusal(true);
    expect((await throughGoogle()).path).toMatch(/^\/login\?region=na&error=/);
    openId.setRefusal(false);
  });

  test.each(['https://evil.example.com', '//evil.example.com', '/\\evil.example.com'])(
    'after Google, %s is not where the browser goes',
    async (redirect) => {
      openId.setAccount({ sub: randomText(10), email: address(), email_verified: true, name: 'Gina' });
      expect((await throughGoogle(redirect)).path).toBe('/app/na');
    },
  );

  test('own sessions are listed and ended, those of others are not found', async () => {
    const owner = await signUp(api);
    const other = await signUp(api);
    const second = await post('/auth/sign-in/email', owner);
    const list = async () => ok(await api.call('GET', '/v2/users/me/sessions', { caller: owner.caller })).items;
    const found = (await list()) as { id: string; isCurrent: boolean }[];
    expect(found).toHaveLength(2);
    const away = found.find(({ isCurrent }) => !isCurrent)!.id;
    const end = (caller: object) => api.call('DELETE', `/v2/users/me/sessions/${away}`, { caller });
    expect((await end(other.caller)).status).toBe(404);
    expect((await api.call('GET', '/v2/me', { caller: { cookie: cookieOf(second) } })).status).toBe(200);
    expect((await end(owner.caller)).status).toBe(200);
    expect((await api.call('GET', '/v2/me', { caller: { cookie: cookieOf(second) } })).status).toBe(401);
    await post('/auth/sign-in/email', owner);
    ok(await post('/v2/users/me/sessions/revoke-others', {}, owner.caller));
    expect(await list()).toMatchObject([{ isCurrent: true }]);
  });

  test('changing the password gives a new session and ends all others', async () => {
    const owner = await signUp(api);
    const second = cookieOf(await post('/auth/sign-in/email', owner));
    const change = { currentPassword: owner.password, newPassword: randomText(16) };
    expect((await post('/auth/change-password', { ...change, currentPassword: 'wrong' }, owner.caller)).body.code).toBe(
      'wrong_credentials',
    );
    const changed = await post('/auth/change-password', change, owner.caller);
    expect(changed.status).toBe(200);
    for (const cookie of [second, owner.caller.cookie!])
      expect((await api.call('GET', '/v2/me', { caller: { cookie } })).status).toBe(401);
    expect((await api.call('GET', '/v2/me', { caller: { cookie: cookieOf(changed) } })).status).toBe(200);
    await awaitMail(api, owner.email, 'was changed');
  });

  test('signing out ends the session and takes its cookie', async () => {
    const owner = await signUp(api);
    const left = await post('/auth/sign-out', {}, owner.caller);
    expect(left.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
    expect((await api.call('GET', '/v2/me', { caller: owner.caller })).status).toBe(401);
  });

  test('no answer of the sign-in holds a session', () => {
    expect(tokens.length).toBeGreaterThanOrEqual(8);
    expect(bodies.filter((body) => tokens.some((token) => body.includes(token)))).toEqual([]);
    expect(bodies.filter((body) => /"(token|session)"/.test(body))).toEqual([]);
  });

  test('another site can neither sign in nor out, and what is not offered is not there', async () => {
    const owner = await signUp(api);
    for (const path of ['/auth/sign-in/email', '/auth/sign-out', '/auth/sign-in/magic-link'])
      expect((await post(path, owner, { ...owner.caller, site: 'cross-site' })).status).toBe(403);
    for (const [method, path] of [
      ['GET', '/auth/get-session'],
      ['GET', '/auth/list-sessions'],
      ['POST', '/auth/update-user'],
      ['POST', '/auth/delete-user'],
      ['POST', '/auth/change-email'],
      ['GET', '/auth/one-time-token/generate'],
      ['GET', '/auth/sign-out'],
      ['POST', '/auth/__proto__'],
    ] as const)
      expect((await api.call(method, path, { caller: owner.caller })).status, path).toBe(404);
  });

  test('a new person is told of once', async () => {
    const owner = await signUp(api);
    const tell = (referral: string) =>
      post('/events/new-user', { userData: {}, tolt_referral: referral }, owner.caller);
    ok(await tell('friend'));
    ok(await tell('thief'));
    expect(await profileOf(owner.caller.cookie!)).toMatchObject({
      referredFrom: 'friend',
      internal: { isNewUser: false },
    });
    expect((await tell('x'.repeat(201))).status).toBe(400);
  });

  test('onboarding completes the profile', async () => {
    const owner = await signUp(api);
    expect(ok(await api.call('GET', '/v2/me', { caller: owner.caller })).isOnboarded).toBe(false);
    ok(await post('/v2/users/me/onboarding', { displayName: 'Olga B.', buildGoal: 'A shop assistant' }, owner.caller));
    expect(ok(await api.call('GET', '/v2/me', { caller: owner.caller }))).toMatchObject({
      isOnboarded: true,
      displayName: 'Olga B.',
    });
  });
});

describe.each(await openJourneyDatabases())('the limits of signing in on $name', ({ database }) => {
  test('are the same for an address that nobody has, in word and in time, and outlive a restart', async () => {
    let api = await startTestApi(database, { RATE_LIMIT_FACTOR: '1' });
    const owner = await signUp(api);
    const stranger = `${randomText(10).toLowerCase()}@example.com`;
    const guess = async (email: string) => {
      const started = performance.now();
      const answer = await api.call('POST', '/auth/sign-in/email', { body: { email, password: 'wrong-password' } });
      return { ms: performance.now() - started, said: `${answer.status} ${answer.body.code} ${answer.body.message}` };
    };
    const [known, unknown] = [[], []] as [Awaited<ReturnType<typeof guess>>[], Awaited<ReturnType<typeof guess>>[]];
    for (let index = 0; index < 9; index++) {
      known.push(await guess(owner.email));
      unknown.push(await guess(stranger));
    }
    expect(unknown.map(({ said }) => said)).toEqual(known.map(({ said }) => said));
    expect(known.map(({ said }) => said.slice(0, 3))).toEqual([...Array(5).fill('400'), ...Array(4).fill('429')]);
    const middle = (answers: { ms: number }[]) =>
      answers.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(answers.length / 2)]!;
    for (const [from, to] of [
      [0, 5],
      [5, 9],
    ] as const) {
      const ratio = middle(unknown.slice(from, to)) / middle(known.slice(from, to));
      expect(ratio).toBeGreaterThan(0.4);
      expect(ratio).toBeLessThan(2.5);
    }
    await api.stop();
    api = await startTestApi(database, { RATE_LIMIT_FACTOR: '1' });
    expect((await guess(owner.email)).said).toMatch(/^429 too_many_attempts/);
    const right = { email: owner.email, password: owner.password };
    expect((await api.call('POST', '/auth/sign-in/email', { body: right })).status).toBe(429);
    await api.stop();
  });
});
