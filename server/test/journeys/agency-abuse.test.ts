import { afterAll, describe, expect, test } from 'vitest';
import { GUESS_POLICY } from '../../src/domain/identity/sign-in-guesses.rules.ts';
import { ok } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { claimDomain } from '../factories/domain-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

/** R16 over the settings of an agency: neither a second domain, nor a switch, nor its key gives whoever guesses another chance. */

const RIGHT = 'the-right-password';
const TOO_MANY = 'Too many attempts. Please wait a moment and try again.';
let network = 0;
const strange = () => `203.0.${++network}.9`;

describe.each(await openJourneyDatabases())('guesses at an agency with two domains, on $name', async ({ database }) => {
  const api = await startTestApi(database, { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1' });
  afterAll(() => api.stop());

  async function begin() {
    const agency = await makeAgency(api);
    const own = `portal.${agency.host}`;
    ok(await claimDomain(api, agency.owner, own));
    const hosts = [agency.host, own];
    let turn = 0;
    /** At the one and the other by turns. */
    const post = (path: string, body: unknown, ip: string) =>
      api.call('POST', path, { caller: { host: hosts[turn++ % 2] }, headers: { 'x-forwarded-for': ip }, body });
    const signIn = (email: string, password: string, ip = strange()) =>
      post('/client/sign-in', { email, password }, ip);
    return { ...agency, post, signIn, client: () => agency.newClient({ dashboardPassword: RIGHT }) };
  }

  // Planted: the account of a guess has the host in place of the workspace -> ten passwords are compared.
  test('five passwords of one client are compared, whichever domain they are tried at', async () => {
    const agency = await begin();
    const { email } = await agency.client();
    const answers = [];
    for (let guess = 0; guess < 10; guess += 1) answers.push(await agency.signIn(email, `wrong-${guess}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(400), ...Array(5).fill(429)]);
    for (const { body } of answers.slice(5)) expect(body.message).toBe(TOO_MANY);
  });

  test('five misses of one network are told apart, at both domains together; then known and unknown are alike', async () => {
    const agency = await begin();
    const [known, ip] = [await agency.client(), strange()];
    for (let guess = 0; guess < 5; guess += 1)
      expect((await agency.signIn(`nobody${guess}@example.com`, 'x-wrong', ip)).body.message).toBe(
        "This email doesn't exist.",
      );
    const [one, other] = [
      await agency.signIn(known.email, 'x-wrong', ip),
      await agency.signIn('no@example.com', 'x-wrong', ip),
    ];
    expect([one.status, one.body.code, one.body.message]).toEqual([other.status, other.body.code, other.body.message]);
    expect(one.body.code).toBe('wrong_credentials');
  });

  // Planted: the password is compared before the switch is looked at -> a wrong one is told from a right one.
  test('where passwords are switched off a right one, a wrong one and an unknown address are answered alike', async () => {
    const agency = await begin();
    const { email } = await agency.client();
    ok(await agency.asOwner('POST', '/agency', { settings: { disablePasswordLogin: true } }));
    const answers = [
      await agency.signIn(email, RIGHT),
      await agency.signIn(email, 'x-wrong'),
      await agency.signIn('no@example.com', RIGHT),
    ];
    const alike = answers.map(({ status, body }) => ({ status, code: body.code, message: body.message }));
    expect(new Set(alike.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(alike[0]?.status).toBe(403);
  });

  // Planted: no count of guesses at the key -> all are looked at.
  test('of one network thirty keys and opening codes are looked at together; whoever has the key comes in from another', async () => {
    const agency = await begin();
    const { secret } = ok(await agency.asOwner('POST', '/agency/secret'));
    const ip = strange();
    const { free } = GUESS_POLICY.network;
    const answers = [];
    for (let guess = 0; guess < free / 2 + 2; guess += 1) {
      answers.push(await agency.post('/client/admin', { secret: `${secret.slice(2)}${guess + 10}` }, ip));
      answers.push(await agency.post('/client/open', { code: `vo_${guess}${secret}` }, ip));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(free).fill(400), ...Array(4).fill(429)]);
    expect((await agency.post('/client/admin', { secret }, ip)).status).toBe(429);
    expect((await agency.post('/client/admin', { secret }, strange())).status).toBe(200);
  });
});
