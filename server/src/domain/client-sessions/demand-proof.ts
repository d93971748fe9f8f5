import { fail } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import { forgiveGuess, type Guess, takeGuess } from '../identity/take-guess.ts';
import { findSessionRow } from './client-sessions.queries.ts';
import { mayReplacePassword } from './client-sessions.rules.ts';
import type { EntryDeps } from './sign-in-with-password.ts';

/**
 * That whoever holds a session is the client: by the password, or where it began with a mail within a quarter of an hour. Fails
 * with `sign_in_again`, or with `wrong_credentials` of the field `currentPassword`.
 */
export async function demandProof(
  deps: EntryDeps,
  scope: Scope,
  asked: { sessionId: string; currentPassword?: string | undefined; network: string },
) {
  const { sessionId, currentPassword, network } = asked;
  const now = (deps.now ?? (() => new Date()))();
  const row = await deps.database.transaction(scope, (tx) => findSessionRow(tx, scope, { id: sessionId }));
  const { session, client } = row ?? fail('unauthorized');
  if (!client) fail('forbidden');
  if (currentPassword !== undefined) await demandPassword(deps, scope, client, currentPassword, network);
  else if (!mayReplacePassword(session, client, now)) fail('sign_in_again');
  return { session, client, now };
}

/** Whoever holds the session alone must not find out the password by trying. */
async function demandPassword(
  deps: EntryDeps,
  scope: Scope,
  client: { id: string; passwordHash: string },
  given: string,
  network: string,
) {
  const account = `${scope.workspaceUid}/own/${client.id}`;
  const guess: Guess = { way: 'client_password', account, network };
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  const message = 'Password is incorrect please try again.';
  if (!(await deps.passwords.verify(client.passwordHash, given)))
    fail('wrong_credentials', { message, issues: [{ path: 'currentPassword', message }] });
  await forgiveGuess(deps, guess);
}
