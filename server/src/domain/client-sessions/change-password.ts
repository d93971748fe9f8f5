import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { type NoticeDeps, tellOfNewPassword } from '../clients/tell-of-change.ts';
import { storeOwnPassword } from '../clients/update-own-profile.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { lockClient, removeSession } from './client-sessions.queries.ts';
import { demandProof } from './demand-proof.ts';
import type { Own } from './own-sessions.ts';
import type { EntryDeps } from './sign-in-with-password.ts';
import { type StartedSession, startSession } from './start-session.ts';

type Input = { newPassword: string; currentPassword?: string | undefined };

/**
 * All sessions end but this one, which goes on under a new token. Without the old password only where the first one must be
 * changed, or where a mail showed within a quarter of an hour that the address is theirs. They are told by mail.
 */
export async function changePassword(
  deps: EntryDeps & NoticeDeps,
  { scope, sessionId, actor }: Own,
  { newPassword, currentPassword }: Input,
  { network, userAgent }: { network: string; userAgent: string },
): Promise<StartedSession> {
  if (actor.openedBy !== null) fail('forbidden');
  const { session, client, now } = await demandProof(deps, scope, { sessionId, currentPassword, network });
  if (await deps.passwords.verify(client.passwordHash, newPassword)) failSame();
  const passwordHash = await deps.passwords.hash(newPassword);
  return deps.database.transaction(scope, async (tx) => {
    const before = await lockClient(tx, scope, client.id);
    // Somebody else gave them a password while this one was hashed.
    if (before?.sessionVersion !== client.sessionVersion) fail('unauthorized', { message: 'Please login again.' });
    await storeOwnPassword(tx, scope, client.id, passwordHash);
    await removeSession(tx, scope, sessionId);
    const act = {
      actor: actorOf({ userId: null, client: actor }),
      action: 'client.change_password',
      target: client.id,
    };
    await recordAudit(tx, scope, act);
    await tellOfNewPassword(deps, tx, scope, before, { byAgency: false });
    const changed = { id: client.id, sessionVersion: client.sessionVersion + 1 };
    return startSession(
      tx,
      scope,
      { client: changed, way: session.way, openedBy: null, userAgent, language: null },
      now,
    );
  });
}

function failSame(): never {
  const message = 'Choose a password that is not the one before.';
  fail('invalid_input', { message, issues: [{ path: 'newPassword', message }] });
}
