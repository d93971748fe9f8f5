import { fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import { failEmail, failUsed } from '../clients/clients.rules.ts';
import { type NoticeDeps, setOwnEmail } from '../clients/set-own-email.ts';
import { toAddress } from '../email/email.rules.ts';
import { queueEmail } from '../email/queue-email.ts';
import { isSameHash, newMailedCode } from '../identity/mailed-code.rules.ts';
import { forgiveGuess, type Guess, takeGuess } from '../identity/take-guess.ts';
import {
  countTry,
  findAgencyRow,
  findByEmail,
  lockClient,
  lockCode,
  putLogin,
  removeLogins,
} from './client-sessions.queries.ts';
import { hashCode } from './client-sessions.rules.ts';
import { demandProof } from './demand-proof.ts';
import type { Own } from './own-sessions.ts';
import type { EntryDeps } from './sign-in-with-password.ts';

type Deps = EntryDeps & NoticeDeps;

/**
 * Mails a code to the address that a client wants to sign in with from now on; it counts once that code came back. Whoever
 * holds the session alone would make the account their own by it, so that it wants what a new password wants.
 */
export async function askForEmail(
  deps: Deps,
  { scope, sessionId, actor }: Own,
  { email, currentPassword }: { email: string; currentPassword?: string | undefined },
  { network }: { network: string },
): Promise<void> {
  if (actor.openedBy !== null) fail('forbidden');
  const address = toAddress(email) ?? failEmail();
  const { client, now } = await demandProof(deps, scope, { sessionId, currentPassword, network });
  const minutes = limits.loginCodeMinutes;
  const code = newMailedCode();
  await deps.database.transaction(scope, async (tx) => {
    const taken = await findByEmail(tx, scope, address);
    const agency = await findAgencyRow(tx, scope);
    if (!agency) fail('unauthorized');
    if (taken && taken.id !== client.id) failUsed();
    const expiresAt = new Date(now.getTime() + minutes * 60_000);
    const secretHash = hashCode(deps.secretKey, client.id, `${address}:${code}`);
    await putLogin(tx, scope, { clientId: client.id, kind: 'new_email', secretHash, expiresAt });
    const mail = { to: address, language: client.preferredLanguage, brandName: agency.name };
    const props = { clientName: client.name, code, minutes };
    await queueEmail(deps, tx, scope, { template: 'client_new_email', props, ...mail, validMs: minutes * 60_000 });
  });
}

/** Five wrong codes use one up. Codes and links that went to the address before end; it is told of the change. */
export async function confirmEmail(
  deps: Deps,
  { scope, actor }: Own,
  { email, code }: { email: string; code: string },
  { network }: { network: string },
): Promise<void> {
  if (actor.openedBy !== null) fail('forbidden');
  const address = toAddress(email) ?? failEmail();
  const guess: Guess = { way: 'client_code', account: `${scope.workspaceUid}/own/${actor.clientId}`, network };
  if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
  const now = (deps.now ?? (() => new Date()))();
  // A wrong code is counted: the transaction must end well.
  const isRight = await deps.database.transaction(scope, async (tx) => {
    const client = (await lockClient(tx, scope, actor.clientId)) ?? fail('unauthorized');
    const login = await lockCode(tx, scope, client.id, 'new_email');
    if (!login || login.expiresAt <= now || login.tries >= limits.loginCodeTries) return false;
    if (!isSameHash(login.secretHash, hashCode(deps.secretKey, client.id, `${address}:${code}`))) {
      await countTry(tx, scope, client.id, 'new_email');
      return false;
    }
    await removeLogins(tx, scope, client.id, ['new_email']);
    await setOwnEmail(deps, tx, scope, actor, address);
    return true;
  });
  if (!isRight) fail('token_invalid');
  await forgiveGuess(deps, guess);
}
