import { randomText } from '@antiphon/contract/ids';
import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { mailedProps } from '../factories/people.ts';
import { type Answer, startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

/** What strangers do with an address keeps nobody out who owns it. Networks are told apart as behind a proxy. */

const OWN = '198.51.100.7';
const WRONG = 'a-wrong-password';
let network = 0;
const strange = () => `203.0.${++network}.9`;

const cookiesOf = ({ headers }: Answer): string[] => headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
const knownOf = (answer: Answer) => cookiesOf(answer).filter((cookie) => cookie.startsWith('known-'));

describe.each(await openJourneyDatabases())(
  'whoever owns an address is not kept out on $name',
  async ({ database }) => {
    const api = await startTestApi(database, { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1' });
    afterAll(() => api.stop());
    const from = (ip: string, cookie = '') => ({
      'x-forwarded-for': ip,
      origin: api.origin,
      ...(cookie ? { cookie } : {}),
    });
    const post = (path: string, body: object, ip: string, cookie = '') =>
      api.call('POST', path, { body, headers: from(ip, cookie) });
    const newPerson = async () => {
      const person = {
        name: 'Ann',
        email: `${randomText(10).toLowerCase()}@example.com`,
        password: `pw-${randomText(12)}`,
      };
      const made = await post('/auth/sign-up/email', person, OWN);
      ok(made);
      expect(knownOf(made), 'who makes an account has not shown that the address is theirs').toEqual([]);
      return person;
    };
    /** Mails to the address that hold this. */
    const mailed = async (email: string, prop: string) =>
      (await mailedProps(database, email)).filter((props) => prop in props).length;

    test('25 codes that a stranger asks for leave the owner theirs, at the agency and at the platform', async () => {
      const agency = await makeAgency(api);
      const { email } = await agency.newClient();
      const ask = (ip: string) =>
        api.call('POST', '/rpc/ssoClient', {
          body: { email, agencyId: agency.agencyId },
          caller: { host: agency.host },
          headers: { 'x-forwarded-for': ip },
        });
      const stranger = strange();
      const answers: number[] = [];
      for (let index = 0; index < 25; index++) answers.push((await ask(stranger)).status);
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
      const asked = answers.filter((status) => status === 200).length;
      await until(
        () => mailed(email, 'code'),
        (count) => count === asked,
      );
      ok(await ask(OWN));
      await until(
        () => mailed(email, 'code'),
        (count) => count === asked + 1,
      );
      for (let index = 0; index < 25; index++) await post('/auth/sign-in/magic-link', { email }, stranger);
      const links = await mailed(email, 'minutes');
      ok(await post('/auth/sign-in/magic-link', { email }, OWN));
      await until(
        () => mailed(email, 'minutes'),
        (count) => count === links + 1,
      );
    });

    test('a browser that signed in before waits for its own wrong guesses alone', async () => {
      const [person, other] = [await newPerson(), await newPerson()];
      const { email, password } = person;
      const guess = async (ip: string, cookie = '', given = WRONG) =>
        (await post('/auth/sign-in/email', { email, password: given }, ip, cookie)).status;
      const [known = ''] = knownOf(await post('/auth/sign-in/email', { email, password }, OWN));
      const [foreign = ''] = knownOf(await post('/auth/sign-in/email', other, OWN));
      expect(known).toMatch(/^known-[\w-]{16}=\w{16}\.[\w-]{43}$/);
      for (let index = 0; index < 5; index++) expect(await guess(strange())).toBe(400);
      expect(await guess(strange())).toBe(429);
      // Somebody else's cookie, one that was made up, and none: all of them wait.
      const [name] = known.split('=');
      const [, value] = foreign.split('=');
      for (const cookie of ['', foreign, `${name}=${value}`, `${name}=${'x'.repeat(16)}.${'y'.repeat(43)}`])
        expect(await guess(strange(), cookie, password)).toBe(429);
      expect(await guess(OWN, known, password)).toBe(200);
      // A browser that was stolen guesses no more often than anybody.
      for (let index = 0; index < 5; index++) expect(await guess(strange(), known)).toBe(400);
      expect(await guess(strange(), known, password)).toBe(429);
    });

    test('so is a client at the agency', async () => {
      const agency = await makeAgency(api);
      const dashboardPassword = `pw-${randomText(12)}`;
      const { email } = await agency.newClient({ dashboardPassword });
      const guess = (ip: string, password: string, cookie = '') =>
        api.call('POST', '/client/sign-in', {
          body: { email, password },
          caller: { host: agency.host, ...(cookie ? { cookie } : {}) },
          headers: { 'x-forwarded-for': ip },
        });
      const [known = ''] = knownOf(await guess(OWN, dashboardPassword));
      for (let index = 0; index < 5; index++) await guess(strange(), WRONG);
      expect((await guess(OWN, dashboardPassword)).status).toBe(429);
      expect((await guess(OWN, dashboardPassword, known)).status).toBe(200);
    });
  },
);
