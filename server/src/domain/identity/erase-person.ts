import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { PeopleDeps } from './get-profile.ts';
import type { SignedInUser } from './identity.ports.ts';
import { deleteEmptyPeople, emptyPerson, findSessionStart } from './people.system.queries.ts';

const FRESH_MS = 10 * 60_000;

/**
 * Fails with `sign_in_again` unless this session began within the last ten minutes: a cookie left open ends no account. One that came
 * from the other region is as old as the session there, which nobody can tell here.
 */
export async function demandFreshSignIn(tx: Tx, { userId, sessionId }: SignedInUser, now: Date): Promise<void> {
  const start = await findSessionStart(tx, userId, sessionId);
  if (!start || start.way === 'region' || now.getTime() - start.at.getTime() > FRESH_MS) fail('sign_in_again');
}

/** Name, address, photo, ways to sign in, sessions and links that were not used are gone with the commit; `purgeErasedPeople` takes the empty row. */
export const erasePerson = (tx: Tx, { userId, email }: Pick<SignedInUser, 'userId' | 'email'>): Promise<void> =>
  emptyPerson(tx, userId, email);

export const purgeErasedPeople = (deps: PeopleDeps): Promise<number> =>
  inBatches({ database: deps.database, scope: deps.systemScope }, deleteEmptyPeople);
