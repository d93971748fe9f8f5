import { fail } from '@antiphon/contract/errors';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Passwords } from '../clients/clients.ports.ts';
import { toAddress } from '../email/email.rules.ts';
import { forgiveGuess, type Guess, takeGuess } from '../identity/take-guess.ts';
import { findAgencyRow, findByEmail } from './client-sessions.queries.ts';
import { type StartedSession, startSession } from './start-session.ts';

export type EntryDeps = {
  database: Database;
  systemScope: SystemScope;
  passwords: Passwords;
  rateFactor: number;
  now?: () => Date;
};

/** Who knocks at an agency's door. `takeRate` counts against limits of requests, as `http` does. */
export type Visit = {
  scope: Scope;
  network: string;
  userAgent: string;
  /** Of the page; null where it does not say. */
  language: DashboardLanguage | null;
  /** The id of a browser that signed in to the account before. */
  knownBrowserOf(account: string): string | null;
  takeRate(rules: readonly { key: string; max: number; windowSeconds: number }[]): Promise<boolean>;
};

const HOUR_SECONDS = 3_600;
/** Misses of one network in an hour that are told what was wrong. */
const TOLD_MAX = 5;

/**
 * Fails in the words that people know ("This email doesn't exist."), until a network missed five times within an hour: from
 * then on one sentence stands for everything, and it takes as long for an address that nobody has. Guesses at one address are
 * limited beside that (`take-guess.ts`), whatever network they come from.
 */
export async function signInWithPassword(
  deps: EntryDeps,
  visit: Visit,
  { email, password }: { email: string; password: string },
): Promise<StartedSession> {
  const { scope, userAgent, language } = visit;
  const address = toAddress(email);
  const guess = guessAt(visit, 'client_password', address ?? email);
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  const { client, agency } = await deps.database.transaction(scope, async (tx) => ({
    agency: await findAgencyRow(tx, scope),
    client: address ? await findByEmail(tx, scope, address) : null,
  }));
  if (agency?.disablePasswordLogin)
    fail('forbidden', { message: 'Passwords are switched off here. Use a login code.' });
  const isRight = await deps.passwords.verify(client?.passwordHash ?? null, password);
  if (!client || !isRight) {
    if (!(await isStillTold(visit))) fail('wrong_credentials');
    if (client) fail('wrong_credentials', told('password', 'Password is incorrect please try again.'));
    failUnknown();
  }
  await forgiveGuess(deps, guess);
  const now = (deps.now ?? (() => new Date()))();
  const session = { client, way: 'password', openedBy: null, userAgent, language } as const;
  return deps.database.transaction(scope, (tx) => startSession(tx, scope, session, now));
}

/** The account is an address at one agency. */
export function guessAt({ scope, network, knownBrowserOf }: Visit, way: Guess['way'], email: string): Guess {
  const account = accountOf(scope, email);
  return { way, account, network, knownBrowser: knownBrowserOf(account) };
}

export const accountOf = (scope: Scope, email: string) => `${scope.workspaceUid}/${email}`;

/** Counts one miss; false where the network has had its share of honest words. */
export const isStillTold = ({ scope, network, takeRate }: Visit): Promise<boolean> =>
  takeRate([{ key: `client-miss:${scope.workspaceUid}:${network}`, max: TOLD_MAX, windowSeconds: HOUR_SECONDS }]);

export function failUnknown(): never {
  fail('not_found', told('email', "This email doesn't exist."));
}

const told = (path: string, message: string) => ({ message, issues: [{ path, message }] });
