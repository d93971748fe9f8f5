import { Failure } from '@antiphon/contract/errors';
import { newAgencyId, newOrgId, randomText } from '@antiphon/contract/ids';
import { NEW_ORG } from '@antiphon/contract/new-org';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { agencies } from '../../src/db/schema/agencies.ts';
import { orgs } from '../../src/db/schema/orgs.ts';
import { sendLoginCode, signInWithCode } from '../../src/domain/client-sessions/sign-in-by-mail.ts';
import { signInWithPassword, type Visit } from '../../src/domain/client-sessions/sign-in-with-password.ts';
import { createClient } from '../../src/domain/clients/create-client.ts';
import { makeRateLimiter } from '../../src/http/rate-limits.ts';
import { actor, mailedProps, makeWorkspace, secretKey } from '../factories/people.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';

/** R16: nobody guesses more than the policy allows, and nobody finds out whom an agency sells to. */

const HOUR_MS = 3_600_000;
const RIGHT = 'the-right-password';
const TOLD = ['Password is incorrect please try again.', "This email doesn't exist."];
const UNIFORM = 'The email or the password is incorrect. Please try again.';

/** As in `take-attempt.test.ts`: five are free, then each waits twice as long, to an hour. */
function allowedWithin(ms: number): number {
  const waits = [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1_920].map((seconds) => seconds * 1_000);
  let [allowed, passed] = [0, 0];
  while (passed <= ms) {
    passed += waits[allowed] ?? HOUR_MS;
    allowed += 1;
  }
  return allowed;
}

const databases = await openJourneyDatabases();

describe.each(databases)('guesses at a client’s sign-in on $name', async ({ database }) => {
  const guesses = database === databases.at(-1)?.database ? amount(100_000, 500) : amount(1_000, 300);
  const clock = { now: new Date('2026-03-01T00:00:00Z') };
  const now = () => clock.now;
  const seen = { compared: 0, ofNobody: 0 };
  /** Counts what Argon2 would have to compare, which the limits are there to bound. */
  const passwords = {
    hash: async (password: string) => password,
    async verify(stored: string | null, password: string) {
      seen.compared += 1;
      if (stored === null) seen.ofNobody += 1;
      return stored === password;
    },
  };
  const { scope, owner } = await makeWorkspace(database);
  const log = pino({ enabled: false });
  const deps = { database, systemScope: testSystemScope, passwords, rateFactor: 1, secretKey, log, now };
  const agency = { id: newAgencyId(), name: 'Nordlicht', customThemeJSONString: '{}' };
  await database.unscoped.insert(agencies).values({ ...agency, workspaceUid: scope.workspaceUid });
  const orgId = newOrgId();
  const org = { id: orgId, workspaceUid: scope.workspaceUid, ...NEW_ORG, name: 'Harbour Bikes' };
  await database.unscoped.insert(orgs).values(org);
  const takeRate = makeRateLimiter(database, { factor: 1, now });
  const visitFrom = (network = randomText(8)): Visit => ({
    scope,
    network,
    userAgent: '',
    language: null,
    knownBrowserOf: () => null,
    takeRate,
  });
  const newEmail = () => `${randomText(12).toLowerCase()}@example.com`;
  const newClient = async () => {
    const email = newEmail();
    const member = actor(scope, owner);
    await createClient(deps, member, { orgId, name: 'Cleo', email, dashboardPassword: RIGHT });
    return email;
  };
  /** What the visitor is told. */
  const told = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'in',
      (error: unknown) => (error instanceof Failure ? error.message : Promise.reject(error)),
    );
  const tryPassword = (email: string, visit: Visit, password = randomText(8)) =>
    told(signInWithPassword(deps, visit, { email, password }));

  async function attack(count: number, ms: number, guess: () => Promise<unknown>) {
    const start = clock.now.getTime();
    for (let index = 0; index < count; index++) {
      clock.now = new Date(start + Math.floor((index * ms) / count));
      await guess();
    }
  }

  test(`of ${guesses} passwords for one client in 30 days, none over the policy is compared`, async () => {
    const email = await newClient();
    const span = 30 * 24 * HOUR_MS;
    seen.compared = 0;
    await attack(guesses, span, () => tryPassword(email, visitFrom()));
    expect(seen.compared).toBeLessThanOrEqual(allowedWithin(span));
    expect(seen.compared).toBeGreaterThan(100);
    console.info(`${seen.compared} of ${guesses} passwords were compared; the policy allows ${allowedWithin(span)}`);
  }, 900_000);

  test('an address that nobody has is guessed at no more often, and no more cheaply', async () => {
    const [known, unknown] = [await newClient(), newEmail()];
    for (const email of [known, unknown]) {
      Object.assign(seen, { compared: 0, ofNobody: 0 });
      const answers = [];
      for (let index = 0; index < 8; index++) answers.push(await tryPassword(email, visitFrom()));
      expect(seen.compared).toBe(5);
      expect(seen.ofNobody).toBe(email === unknown ? 5 : 0);
      expect(new Set(answers.slice(5)).size).toBe(1);
      expect(answers[5]).toBe('Too many attempts. Please wait a moment and try again.');
    }
  });

  /** Answers to guesses at many addresses from one network, of which every second one is a client's. */
  async function tryList(visit: Visit) {
    const answers: string[] = [];
    for (let index = 0; index < 14; index++)
      answers.push(await tryPassword(index % 2 ? await newClient() : newEmail(), visit));
    return answers;
  }

  test('after five misses of a network one sentence stands for known and unknown addresses', async () => {
    const visit = visitFrom();
    const answers = await tryList(visit);
    expect([...new Set(answers.slice(0, 5))].sort()).toEqual([...TOLD].sort());
    expect(new Set(answers.slice(5))).toEqual(new Set([UNIFORM]));
    // Asking for a code tells as little.
    const asked = (email: string) => told(sendLoginCode(deps, visit, { email, origin: 'http://a.localhost' }));
    expect([await asked(newEmail()), await asked(await newClient())]).toEqual(['in', 'in']);
    expect(await tryPassword(await newClient(), visit, RIGHT)).toBe('in');
    clock.now = new Date(clock.now.getTime() + 2 * HOUR_MS);
    expect(await tryPassword(newEmail(), visit)).toBe("This email doesn't exist.");
  });

  test('planted: without the count of misses the list is told', async () => {
    const answers = await tryList({ ...visitFrom(), takeRate: async () => true });
    expect(answers.slice(5)).toContain("This email doesn't exist.");
  });

  test('of a code five wrong guesses are looked at; then the right one is worth nothing', async () => {
    const email = await newClient();
    await sendLoginCode(deps, visitFrom(), { email, origin: 'http://a.localhost' });
    const [mail] = await until(
      () => mailedProps(database, email),
      (mails) => mails.length === 1,
    );
    const code = String(mail?.code);
    const wrong = (offset: number) => String((Number(code) + offset) % 1_000_000).padStart(6, '0');
    for (let index = 1; index <= 5; index++)
      expect(await told(signInWithCode(deps, visitFrom(), { email, code: wrong(index) }))).not.toBe('in');
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await told(signInWithCode(deps, visitFrom(), { email, code }))).not.toBe('in');
  });

  test('a code ends after ten minutes', async () => {
    const email = await newClient();
    await sendLoginCode(deps, visitFrom(), { email, origin: 'http://a.localhost' });
    const [mail] = await until(
      () => mailedProps(database, email),
      (mails) => mails.length === 1,
    );
    clock.now = new Date(clock.now.getTime() + 10 * 60_000);
    expect(await told(signInWithCode(deps, visitFrom(), { email, code: String(mail?.code) }))).toContain(
      'does not work',
    );
  });
});
