import { fail } from '@antiphon/contract/errors';
import { demandFreshSignIn } from './erase-person.ts';
import type { PeopleDeps } from './get-profile.ts';
import type { Sessions, SignedInUser } from './identity.ports.ts';
import { findSessionStart, hasPassword } from './people.system.queries.ts';
import { forgiveGuess, type GuessDeps, takeGuess } from './take-guess.ts';

export type ProofDeps = PeopleDeps & GuessDeps & { sessions: Sessions };

/** From where somebody asks, as guesses at passwords are counted. */
export type AskedFrom = { network: string; knownBrowser: string | null };

/** Not `region`: how old such a session is says nothing of when the mailbox was shown in the other one. */
const SHOWED_MAILBOX_HERE: readonly (string | null)[] = ['mail', 'code', 'google'];

/**
 * That it is the person, and not whoever found a browser open: the current password; of an account without one a session that began
 * with its mailbox or with Google within the last ten minutes, else `sign_in_again`.
 */
export async function demandOwnProof(
  deps: ProofDeps,
  user: SignedInUser,
  currentPassword: string | undefined,
  { network, knownBrowser }: AskedFrom,
): Promise<void> {
  const isPassworded = await deps.database.transaction(deps.systemScope, async (tx) => {
    if (await hasPassword(tx, user.userId)) return true;
    await demandFreshSignIn(tx, user, (deps.now ?? (() => new Date()))());
    const start = await findSessionStart(tx, user.userId, user.sessionId);
    if (!SHOWED_MAILBOX_HERE.includes(start?.way ?? null)) fail('sign_in_again');
    return false;
  });
  if (!isPassworded) return;
  if (!currentPassword) {
    const message = 'Please enter your password.';
    fail('invalid_input', { message, issues: [{ path: 'currentPassword', message }] });
  }
  const guess = { way: 'password' as const, account: user.email, network, knownBrowser };
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  if (!(await deps.sessions.isPassword(user.userId, currentPassword))) fail('wrong_credentials');
  await forgiveGuess(deps, guess);
}
