import { randomText } from '@antiphon/contract/ids';
import { describe, expect, test, vi } from 'vitest';
import { amount } from '../../../test/harness/amounts.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { forgiveGuess, type Guess, takeGuess } from './take-guess.ts';

const planted = vi.hoisted(() => ({ forgetsAccounts: false }));
vi.mock('./sign-in-guesses.rules.ts', async (original) => {
  const real = await original<typeof import('./sign-in-guesses.rules.ts')>();
  const waitAfter: typeof real.waitAfter = (kind, ...given) =>
    planted.forgetsAccounts && kind === 'account' ? 0 : real.waitAfter(kind, ...given);
  return { ...real, waitAfter };
});

const HOUR_MS = 3_600_000;

/** The sentence of the policy, counted by itself: how many guesses at one account may be looked at within `ms`. */
function allowedWithin(ms: number): number {
  const waits = [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1_920].map((seconds) => seconds * 1_000);
  let [allowed, passed] = [0, 0];
  while (passed <= ms) {
    passed += waits[allowed] ?? HOUR_MS;
    allowed += 1;
  }
  return allowed;
}

const databases = await openTestDatabases();

describe.each(databases)('guesses at a sign-in on $name', ({ database }) => {
  // The whole number on one database; the embedded one, which is slow, takes a tenth where PostgreSQL is there too.
  const guesses = database === databases.at(-1)?.database ? amount(100_000, 5_000) : amount(10_000, 4_000);
  const clock = { now: new Date('2026-03-01T00:00:00Z') };
  const deps = { database, systemScope: testSystemScope, rateFactor: 1, now: () => clock.now };
  const account = () => `${randomText(12)}@example.com`;
  const guessAt = (email: string | null, network = randomText(8)): Guess => ({
    way: 'password',
    account: email,
    network,
  });

  /** `count` guesses at even distances, each from a network of its own, as of a botnet. */
  async function attack(count: number, ms: number, take: () => Promise<boolean>): Promise<number> {
    const start = clock.now.getTime();
    let lookedAt = 0;
    for (let index = 0; index < count; index++) {
      clock.now = new Date(start + Math.floor((index * ms) / count));
      if (await take()) lookedAt += 1;
    }
    return lookedAt;
  }

  test(`of ${guesses} guesses at one account in 30 days, none over the policy is looked at`, async () => {
    const email = account();
    const span = 30 * 24 * HOUR_MS;
    const lookedAt = await attack(guesses, span, () => takeGuess(deps, guessAt(email)));
    expect(lookedAt).toBeLessThanOrEqual(allowedWithin(span));
    // The wait ends: who owns the account is not kept out for good.
    expect(lookedAt).toBeGreaterThan(allowedWithin(span) * 0.9);
    console.info(`${lookedAt} of ${guesses} guesses were looked at; the policy allows ${allowedWithin(span)}`);
  }, 900_000);

  test('planted: counting networks alone is found, for each guess comes from another one', async () => {
    planted.forgetsAccounts = true;
    const email = account();
    const lookedAt = await attack(500, HOUR_MS, () => takeGuess(deps, guessAt(email)));
    planted.forgetsAccounts = false;
    expect(lookedAt).toBeGreaterThan(allowedWithin(HOUR_MS));
  });

  test('of 100 guesses at once five are looked at', async () => {
    const email = account();
    const answers = await Promise.all(Array.from({ length: 100 }, () => takeGuess(deps, guessAt(email))));
    expect(answers.filter(Boolean)).toHaveLength(5);
  });

  test('one network cannot try a list of addresses', async () => {
    const network = randomText(8);
    const lookedAt = await attack(2_000, HOUR_MS, () => takeGuess(deps, guessAt(account(), network)));
    expect(lookedAt).toBeGreaterThanOrEqual(30);
    expect(lookedAt).toBeLessThan(50);
  });

  test('a guess that began a moment before another one does not wait for it', async () => {
    const network = randomText(8);
    expect(await takeGuess(deps, guessAt(account(), network))).toBe(true);
    const earlier = { ...deps, now: () => new Date(clock.now.getTime() - 5) };
    expect(await takeGuess(earlier, guessAt(account(), network))).toBe(true);
    await forgiveGuess(deps, guessAt(account(), network));
    expect(await takeGuess(earlier, guessAt(account(), network))).toBe(true);
  });

  test('spelling the address otherwise is the same account', async () => {
    const email = account();
    for (let index = 0; index < 5; index++) await takeGuess(deps, guessAt(email));
    expect(await takeGuess(deps, guessAt(` ${email.toUpperCase()}`))).toBe(false);
  });

  test('a right guess begins the account anew, and codes are counted apart from passwords', async () => {
    const email = account();
    for (let index = 0; index < 5; index++) await takeGuess(deps, guessAt(email));
    expect(await takeGuess(deps, guessAt(email))).toBe(false);
    expect(await takeGuess(deps, { ...guessAt(email), way: 'code' })).toBe(true);
    await forgiveGuess(deps, guessAt(email));
    expect(await takeGuess(deps, guessAt(email))).toBe(true);
  });

  test('a restart forgives nothing, a quiet day does', async () => {
    const email = account();
    for (let index = 0; index < 12; index++) {
      await takeGuess(deps, guessAt(email));
      clock.now = new Date(clock.now.getTime() + 40 * 60_000);
    }
    await takeGuess(deps, guessAt(email));
    const restarted = { ...deps };
    expect(await takeGuess(restarted, guessAt(email))).toBe(false);
    clock.now = new Date(clock.now.getTime() + 25 * HOUR_MS);
    for (let index = 0; index < 5; index++) expect(await takeGuess(deps, guessAt(email))).toBe(true);
    expect(await takeGuess(deps, guessAt(email))).toBe(false);
  });
});
