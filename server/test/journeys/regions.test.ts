import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { type Answer, startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { awaitMail, tokenOf } from '../harness/mailbox.ts';

describe.each(await openJourneyDatabases())('accounts in two regions on $name', async ({ name, database }) => {
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, {}, undefined, europe);
  afterAll(() => api.stop());

  const verify = ({ unscoped }: Database, email: string) =>
    unscoped.execute(sql`update users set email_verified = true where email = ${email}`);
  const rename = ({ unscoped }: Database, from: string, to: string) =>
    unscoped.execute(sql`update users set email = ${to} where email = ${from}`);
  /** Signs in by a mail's code, which shows that the mailbox is the person's. */
  async function signInByCode({ email }: Owner, region = 'na') {
    const headers = { origin: api.origin };
    ok(await api.call('POST', '/auth/email-otp/send-verification-otp', { body: { email }, headers, region }));
    const { subject } = await awaitMail(mailsOf(region), email, 'sign-in code');
    const body = { email, otp: /\b\d{6}\b/.exec(subject)![0] };
    const entered = await api.call('POST', '/auth/sign-in/email-otp', { body, headers, region });
    ok(entered);
    return { cookie: cookiesOf(entered) };
  }
  const mailsOf = (region: string) => ({
    call: (method: string, path: string) => api.call(method, path, { region }),
  });
  const cookiesOf = ({ headers }: Answer) =>
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  /** One person with an account in each region; nothing is verified. */
  async function signUpTwice() {
    const [here, there] = [await signUp(api), await signUp(api, { region: 'eu' })];
    await rename(europe, there.email, here.email);
    return { here, there };
  }
  const listAccounts = async ({ caller }: Owner, region = 'na') =>
    ok(await api.call('GET', '/v2/users/me/regions', { caller, region }));
  const startSwitch = async ({ caller }: Owner, target = 'eu', region = 'na') =>
    ok(await api.call('POST', `/v2/users/me/regions/${target}/sign-in`, { caller, region, body: {} })).authToken;
  const enter = (token: string, region = 'eu') =>
    api.call('POST', '/auth/one-time-token/verify', {
      region,
      body: { token },
      headers: { origin: api.origin, 'sec-fetch-site': 'same-origin' },
    });

  test('only an address that both regions have verified makes two accounts one person', async () => {
    const { here, there } = await signUpTwice();
    const { email } = here;
    const [onlyHere, both] = [
      { location: 'na', regions: ['na'], doubleAccountWarningHidden: false },
      { location: 'na', regions: ['na', 'eu'], doubleAccountWarningHidden: false },
    ];
    expect(await listAccounts(here)).toEqual(onlyHere);
    await verify(europe, email);
    // Somebody who typed another person's address must not learn that it has an account elsewhere.
    expect(await listAccounts(here)).toEqual(onlyHere);
    expect(await startSwitch(here)).toBeNull();
    await verify(database, email);
    expect(await listAccounts(here)).toEqual(both);
    expect(await listAccounts(there, 'eu')).toEqual({ ...both, location: 'eu' });
    here.caller = await signInByCode(here);
    expect(await startSwitch(here)).toEqual(expect.any(String));
    await europe.unscoped.execute(sql`update users set email_verified = false where email = ${email}`);
    expect(await listAccounts(here)).toEqual(onlyHere);
    expect(await startSwitch(here)).toBeNull();
  });

  test('the way in works once, signs in the same person there and nobody here, and ends after a minute', async () => {
    const { here, there } = await signUpTwice();
    await verify(europe, here.email);
    here.caller = await signInByCode(here);
    const token = await startSwitch(here);
    expect((await enter(token, 'na')).status).toBe(400);
    const entered = await enter(token);
    expect(entered.status).toBe(200);
    const cookie = cookiesOf(entered);
    const me = ok(await api.call('GET', '/v2/me', { caller: { cookie }, region: 'eu' }));
    expect(me).toMatchObject({ email: here.email, uid: there.uid });
    expect((await api.call('GET', '/v2/me', { caller: { cookie } })).status).toBe(401);
    expect((await enter(token)).status).toBe(400);

    const late = await startSwitch(here);
    await europe.unscoped.execute(sql`update verifications set expires_at = now() - interval '1 second'`);
    expect((await enter(late)).status).toBe(400);
    const { rows } = (await europe.unscoped.execute(
      sql`select extract(epoch from max(expires_at) - now()) as seconds from verifications`,
    )) as unknown as { rows: { seconds: string | null }[] };
    expect(Number(rows[0]?.seconds)).toBeLessThanOrEqual(0);
    await startSwitch(here);
    const open = (await europe.unscoped.execute(
      sql`select extract(epoch from max(expires_at) - now()) as seconds, max(identifier) as stored from verifications where expires_at > now()`,
    )) as unknown as { rows: { seconds: string; stored: string }[] };
    expect(Number(open.rows[0]?.seconds)).toBeLessThanOrEqual(60);
  });

  test("whoever makes an account with another person's address gets into none of theirs", async () => {
    const { here: attacker, there: victim } = await signUpTwice();
    await verify(europe, attacker.email);
    // The victim presses in the mail that the attacker's sign-up sent: in their own browser, signed in to their own region.
    const token = tokenOf(await awaitMail(api, attacker.email, 'Confirm'));
    const headers = { origin: api.origin };
    await api.call('POST', '/auth/verify-email', { body: { token }, caller: victim.caller, headers });
    expect(await startSwitch(attacker)).toBeNull();
    expect((await listAccounts(attacker)).regions).toEqual(['na']);
    // However the address came to be confirmed: a password vouches for nobody, and what the mailbox opens does.
    await verify(database, attacker.email);
    expect(await startSwitch(attacker)).toBeNull();
    const { email, password } = attacker;
    const again = await api.call('POST', '/auth/sign-in/email', { body: { email, password }, headers });
    expect(await startSwitch({ ...attacker, caller: { cookie: cookiesOf(again) } })).toBeNull();
    const shown = { ...attacker, caller: await signInByCode(attacker) };
    expect(await startSwitch(shown)).toEqual(expect.any(String));
    // What one region vouched for, the other one vouches for on the way back.
    const entered = await enter(await startSwitch(shown));
    const back = { ...attacker, caller: { cookie: cookiesOf(entered) } };
    expect(await startSwitch(back, 'na', 'eu')).toEqual(expect.any(String));
  });

  test('to the own region, or to one that does not exist, there is no way', async () => {
    const person = await signUp(api);
    await verify(database, person.email);
    expect(await startSwitch(person, 'na')).toBeNull();
    const answer = await api.call('POST', '/v2/users/me/regions/moon/sign-in', { caller: person.caller, body: {} });
    expect(answer.status).toBe(400);
  });

  test('the warning is hidden for whoever dismissed it, whatever bucket the browser names, and for nobody else', async () => {
    const [person, other] = [await signUp(api), await signUp(api)];
    const hide = (userId: string) =>
      api.call('POST', '/rpc/hideDoubleAccountWarning', { caller: person.caller, body: { userId, bucket: 'eu' } });
    expect((await hide(other.uid)).status).toBe(404);
    expect((await listAccounts(other)).doubleAccountWarningHidden).toBe(false);
    expect((await hide(person.uid)).body).toEqual({ success: true });
    expect((await hide(person.uid)).status).toBe(200);
    expect((await listAccounts(person)).doubleAccountWarningHidden).toBe(true);
    expect((await listAccounts(other)).doubleAccountWarningHidden).toBe(false);
  });

  test('the trial, the plan and an agency are what the records say', async () => {
    const owner = await signUp(api);
    const read = async () => ok(await api.call('GET', `/v2/workspaces/${owner.uid}`, { caller: owner.caller }));
    expect(await read()).toMatchObject({
      plan: 'free',
      loadTokens: 750,
      lastGrant: 750,
      usedPercent: 0,
      abilities: { canUpgrade: false, canTestChat: true },
    });
    await database.unscoped.execute(
      sql`update workspaces set joined_at = now() - interval '8 days', is_agency = true where uid = ${owner.uid}`,
    );
    expect(await read()).toMatchObject({ abilities: { canUpgrade: true, canTestChat: false } });
    await database.unscoped.execute(
      sql`update workspaces set stripe_subscription_id = 'sub_1' where uid = ${owner.uid}`,
    );
    expect(await read()).toMatchObject({ plan: 'paid', abilities: { canUpgrade: false } });
    await database.unscoped.execute(
      sql`update user_profiles set whitelabel_trial_ends_at = '2027-01-31T00:00:00Z' where user_id = ${owner.uid}`,
    );
    const profile = ok(await api.call('GET', '/v2/users/me', { caller: owner.caller }));
    expect(profile.internal).toMatchObject({ whitelabelTrialEndsAt: 1_801_353_600 });
  });

  test("the caller's country comes from a trusted proxy alone, and an address never comes back", async () => {
    const headers = { 'cf-ipcountry': 'de', 'x-forwarded-for': '203.0.113.9' };
    expect(ok(await api.call('GET', '/utils/ip', { headers }))).toEqual({ country: '' });
    const behind = await startTestApi(database, { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '1' });
    expect(ok(await behind.call('GET', '/utils/ip', { headers }))).toEqual({ country: 'DE' });
    await behind.stop();
    await expect(startTestApi(database, { COUNTRY_HEADER: 'CF-IPCountry' })).rejects.toThrow(
      'COUNTRY_HEADER needs TRUSTED_PROXIES',
    );
  });

  test('a token that was made up lets nobody in', async () => {
    expect((await enter(randomText(32))).status).toBe(400);
  });
});
