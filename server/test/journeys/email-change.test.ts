import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { giveSeats } from '../factories/people.ts';
import { type Answer, type Caller, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { awaitMail, type KeptMail, listMails, tokenOf } from '../harness/mailbox.ts';

describe.each(await openJourneyDatabases())('changing the email address on $name', async ({ name, database }) => {
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, {}, undefined, europe);
  afterAll(() => api.stop());

  const headers = { origin: api.origin };
  const address = () => `${randomText(10).toLowerCase()}@example.com`;
  const cookieOf = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  const call = (caller: Caller, method: string, path: string, body?: object) =>
    api.call(method, `/v2/users/me${path}`, { caller, ...(body ? { body } : {}) });
  const ask = ({ caller, password: currentPassword }: Owner, email: string) =>
    call(caller, 'POST', '/email', { email, currentPassword });
  const confirm = (caller: Caller, code: string) => call(caller, 'POST', '/email/confirm', { code });
  const pendingOf = async ({ caller }: Owner) => ok(await call(caller, 'GET', '/email')).email;
  const emailOf = async (caller: Caller) => ok(await call(caller, 'GET', '')).email;
  const codeIn = ({ subject }: KeptMail) => /\b\d{6}\b/.exec(subject)![0];
  const codeFor = async (email: string) => codeIn(await awaitMail(api, email, 'confirms your new address'));
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
  const post = (path: string, body: object) => api.call('POST', path, { body, headers });
  const signIn = (email: string, password: string) => post('/auth/sign-in/email', { email, password });
  const run = (statement: ReturnType<typeof sql>, { unscoped }: Database = database) =>
    unscoped.execute(statement) as unknown as Promise<{ rows: Record<string, unknown>[] }>;

  /** Without a password: the session began with the mailbox. */
  async function enterByCode(email: string): Promise<Caller> {
    ok(await post('/auth/email-otp/send-verification-otp', { email }));
    const otp = codeIn(await awaitMail(api, email, 'sign-in code'));
    const entered = await post('/auth/sign-in/email-otp', { email, otp });
    ok(entered);
    return { cookie: cookieOf(entered) };
  }

  test('counts once the code from the new mailbox came back, ends the other sessions, and tells the old address', async () => {
    const owner = await signUp(api);
    const elsewhere = { cookie: cookieOf(await signIn(owner.email, owner.password)) };
    const email = address();
    expect(ok(await ask(owner, ` ${email.toUpperCase()} `))).toEqual({ email });
    expect(await pendingOf(owner)).toBe(email);
    const code = await codeFor(email);
    expect(await emailOf(owner.caller)).toBe(owner.email);
    expect((await listMails(api, owner.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your email address'),
    ]);
    expect(ok(await confirm(owner.caller, code))).toMatchObject({ uid: owner.uid, email, emailVerified: true });
    expect(await pendingOf(owner)).toBeNull();
    expect((await call(elsewhere, 'GET', '')).status).toBe(401);
    expect((await signIn(owner.email, owner.password)).body.code).toBe('wrong_credentials');
    expect((await signIn(email, owner.password)).status).toBe(200);
    const notice = await awaitMail(api, owner.email, 'email address for Antiphon was changed');
    expect(notice.text).not.toContain(email);
    // Used up.
    expect((await confirm(owner.caller, code)).body.code).toBe('token_invalid');
  });

  test('what the old mailbox was sent opens nothing any more', async () => {
    const owner = await signUp(api);
    ok(await post('/auth/request-password-reset', { email: owner.email }));
    ok(await post('/auth/sign-in/magic-link', { email: owner.email }));
    const reset = tokenOf(await awaitMail(api, owner.email, 'new password'));
    const link = tokenOf(await awaitMail(api, owner.email, 'sign-in link'));
    await run(sql`insert into accounts (id, account_id, provider_id, user_id)
      values (${randomText(24)}, ${randomText(10)}, 'google', ${owner.uid})`);
    const email = address();
    ok(await ask(owner, email));
    ok(await confirm(owner.caller, await codeFor(email)));
    const newPassword = randomText(20);
    expect((await post('/auth/reset-password', { token: reset, newPassword })).body.code).toBe('token_invalid');
    expect((await post('/rpc/tokenToUser', { token: link })).body.code).toBe('token_invalid');
    const { rows } = await run(sql`select provider_id from accounts where user_id = ${owner.uid}`);
    expect(rows).toEqual([{ provider_id: 'credential' }]);
  });

  test('wants the password, or without one a session that has just shown the mailbox', async () => {
    const owner = await signUp(api);
    const email = address();
    for (const [currentPassword, code] of [
      [undefined, 'invalid_input'],
      ['', 'invalid_input'],
      ['not-the-password', 'wrong_credentials'],
    ])
      expect((await call(owner.caller, 'POST', '/email', { email, currentPassword })).body.code).toBe(code);
    expect((await ask(owner, 'nobody')).body.issues).toMatchObject([{ path: 'email' }]);
    expect((await ask(owner, owner.email.toUpperCase())).body.issues).toMatchObject([{ path: 'email' }]);
    expect(await pendingOf(owner)).toBeNull();

    const old = address();
    const caller = await enterByCode(old);
    const askWithout = () => call(caller, 'POST', '/email', { email });
    for (const way of ['password', 'region', null]) {
      await run(sql`update sessions s set way = ${way} from users u where u.id = s.user_id and u.email = ${old}`);
      expect((await askWithout()).body.code, `${way}`).toBe('sign_in_again');
    }
    await run(sql`update sessions s set way = 'code', created_at = now() - interval '11 minutes'
      from users u where u.id = s.user_id and u.email = ${old}`);
    expect((await askWithout()).body.code).toBe('sign_in_again');
    await run(sql`update sessions s set created_at = now() from users u where u.id = s.user_id and u.email = ${old}`);
    ok(await askWithout());
    ok(await confirm(caller, await codeFor(email)));
    // What this session showed was the old mailbox.
    expect((await call(caller, 'POST', '/email', { email: old })).body.code).toBe('sign_in_again');
  });

  test('an address that somebody has is answered as one that is free, and only its mailbox is told', async () => {
    const [owner, other] = [await signUp(api), await signUp(api)];
    const free = address();
    const [known, unknown] = [await ask(owner, other.email), await ask(await signUp(api), free)];
    expect(known.status).toBe(unknown.status);
    expect(known.text).toBe(unknown.text.replace(free, other.email));
    const mail = await awaitMail(api, other.email, 'already an account with your address');
    expect(`${mail.subject}${mail.text}`).not.toMatch(/\b\d{6}\b/);
    const [again, againFree] = [await call(owner.caller, 'POST', '/email/code', {}), await ask(owner, free)];
    expect([again.status, againFree.status]).toEqual([200, 200]);
    expect((await listMails(api, other.email)).some(({ text }) => /\b\d{6}\b/.test(text))).toBe(false);
  });

  test('of two who confirm one address at once, one has it', async () => {
    const owners = [await signUp(api), await signUp(api)];
    const email = address();
    const codes: string[] = [];
    for (const owner of owners) {
      ok(await ask(owner, email));
      await expect
        .poll(async () => (await listMails(api, email)).map(codeIn).filter((code) => !codes.includes(code)))
        .toHaveLength(1);
      codes.push((await listMails(api, email)).map(codeIn).find((code) => !codes.includes(code))!);
    }
    const answers = await Promise.all(owners.map(({ caller }, index) => confirm(caller, codes[index]!)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('account_exists');
  });

  test("another person's code is wrong, and so is one without a session or for an address before", async () => {
    const [owner, other] = [await signUp(api), await signUp(api)];
    const [email, typo] = [address(), address()];
    ok(await ask(owner, typo));
    const misled = await codeFor(typo);
    expect((await confirm(other.caller, misled)).body.code).toBe('token_invalid');
    ok(await ask(other, address()));
    expect((await confirm(other.caller, misled)).body.code).toBe('token_invalid');
    expect((await confirm({}, misled)).status).toBe(401);
    ok(await ask(owner, email));
    const code = await codeFor(email);
    expect((await confirm(owner.caller, misled)).body.code).toBe('token_invalid');
    ok(await confirm(owner.caller, code));
    expect(await emailOf(other.caller)).toBe(other.email);
  });

  test('a code ends after its time, after five wrong ones, with the next one, and with the change taken back', async () => {
    const owner = await signUp(api);
    const email = address();
    ok(await ask(owner, email));
    const late = await codeFor(email);
    await run(sql`update verifications set value = (value::jsonb || '{"codeEndsAt": 1}'::jsonb)::text
      where identifier = ${`change-email:${owner.uid}`}`);
    expect((await confirm(owner.caller, late)).body.code).toBe('token_invalid');
    expect(await pendingOf(owner)).toBe(email);

    const sendAgain = async () => {
      const before = (await listMails(api, email)).length;
      ok(await call(owner.caller, 'POST', '/email/code', {}));
      await expect.poll(async () => (await listMails(api, email)).length).toBe(before + 1);
      return codeFor(email);
    };
    const tried = await sendAgain();
    for (let index = 0; index < 5; index++)
      expect((await confirm(owner.caller, wrongFor(tried))).body.code).toBe('token_invalid');
    expect((await confirm(owner.caller, tried)).body.code).toBe('token_invalid');

    const replaced = await sendAgain();
    const last = await sendAgain();
    if (replaced !== last) expect((await confirm(owner.caller, replaced)).body.code).toBe('token_invalid');
    expect(ok(await call(owner.caller, 'DELETE', '/email'))).toEqual({ email: null });
    expect((await confirm(owner.caller, last)).body.code).toBe('token_invalid');
    expect((await call(owner.caller, 'POST', '/email/code', {})).status).toBe(404);

    ok(await ask(owner, email));
    await run(sql`update verifications set expires_at = now() - interval '1 second'
      where identifier = ${`change-email:${owner.uid}`}`);
    expect(await pendingOf(owner)).toBeNull();
    expect(await emailOf(owner.caller)).toBe(owner.email);
  });

  test('the code stands nowhere in the database in the clear, and the wish goes with the account', async () => {
    const owner = await signUp(api);
    const email = address();
    ok(await ask(owner, email));
    const code = await codeFor(email);
    const stored = async () =>
      JSON.stringify((await run(sql`select v::text from verifications v where value like ${`%${email}%`}`)).rows);
    expect(await stored()).toContain(email);
    expect(await stored()).not.toMatch(new RegExp(`\\b${code}\\b`));
    ok(await call(owner.caller, 'DELETE', '', { email: owner.email }));
    expect(await stored()).toBe('[]');
  });

  test('an invitation to the old address is not for the new one', async () => {
    const [host, guest] = [await signUp(api), await signUp(api)];
    await giveSeats(api.database, host.uid, 3);
    const invite = (to: string) =>
      api.call('POST', `/v2/workspaces/${host.uid}/email`, {
        caller: host.caller,
        body: { to, permissions: [] },
      });
    ok(await invite(guest.email));
    const link = new URL(/https?:\/\/\S+/.exec((await awaitMail(api, guest.email, 'invites you')).text)![0]);
    const email = address();
    ok(await ask(guest, email));
    ok(await confirm(guest.caller, await codeFor(email)));
    const joined = await api.call('POST', `/no-auth/workspaces/${host.uid}/invite`, {
      caller: guest.caller,
      body: { secret: link.searchParams.get('secret'), email: guest.email },
    });
    expect(joined).toMatchObject({ status: 403, body: { message: expect.stringContaining(guest.email) } });
  });

  test("nobody comes by it into somebody else's account of the other region", async () => {
    const [owner, there] = [await signUp(api), await signUp(api, { region: 'eu' })];
    await run(sql`update users set email_verified = true where email = ${there.email}`, europe);
    const caller = await enterByCode(owner.email);
    const mover = { ...owner, caller };
    const regionsOf = async () => ok(await call(caller, 'GET', '/regions')).regions;
    const switchOver = async (as: Caller) => ok(await call(as, 'POST', '/regions/eu/sign-in', {})).authToken;
    // The way in of a mailbox took the password that whoever made the account had chosen.
    ok(await call(caller, 'POST', '/email', { email: there.email }));
    expect(await regionsOf()).toEqual(['na']);
    expect(await switchOver(caller)).toBeNull();
    const code = await codeFor(there.email);
    for (let index = 0; index < 4; index++) await confirm(caller, wrongFor(code));
    expect(await regionsOf()).toEqual(['na']);
    ok(await confirm(caller, code));
    // Told the code by somebody who reads that mailbox: still no way in, before the mailbox itself opens one.
    expect(await switchOver(caller)).toBeNull();
    expect(await switchOver(await enterByCode(there.email))).toEqual(expect.any(String));
    expect((await run(sql`select id from users where email = ${there.email}`, europe)).rows).toEqual([
      { id: there.uid },
    ]);
    expect(await emailOf(mover.caller).catch(() => 'over')).toBe(there.email);
  });

  test('an account of the other region keeps its address', async () => {
    const [here, there] = [await signUp(api), await signUp(api, { region: 'eu' })];
    await run(sql`update users set email = ${here.email}, email_verified = true where id = ${there.uid}`, europe);
    const email = address();
    ok(await ask(here, email));
    ok(await confirm(here.caller, await codeFor(email)));
    expect(ok(await call(here.caller, 'GET', '/regions')).regions).toEqual(['na']);
    expect((await run(sql`select email from users where id = ${there.uid}`, europe)).rows).toEqual([
      { email: here.email },
    ]);
  });
});

describe.each(await openJourneyDatabases())('the limits of changing the address on $name', ({ database }) => {
  test('passwords, codes and mails are counted', async () => {
    const api = await startTestApi(database, { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' });
    const owner = await signUp(api);
    let network = 0;
    const call = (path: string, body: object) =>
      api.call('POST', `/v2/users/me/email${path}`, {
        caller: owner.caller,
        body,
        headers: { 'x-forwarded-for': `203.0.${++network}.9` },
      });
    const many = async (count: number, once: () => Promise<Answer>) => {
      const codes: string[] = [];
      for (let index = 0; index < count; index++) {
        const { status, body } = await once();
        codes.push(status === 200 ? 'ok' : body.code);
      }
      return codes;
    };
    const email = `${randomText(10).toLowerCase()}@example.com`;
    ok(await call('', { email, currentPassword: owner.password }));
    expect(await many(7, () => call('/confirm', { code: '000000' }))).toEqual([
      ...Array(5).fill('token_invalid'),
      ...Array(2).fill('too_many_attempts'),
    ]);
    expect(await many(6, () => call('', { email, currentPassword: 'not-the-password' }))).toEqual([
      ...Array(5).fill('wrong_credentials'),
      'too_many_attempts',
    ]);
    expect(await many(4, () => call('/code', {}))).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    await api.stop();
  });
});
