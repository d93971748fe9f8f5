import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { FindPeer } from './regions.ports.ts';
import { findPerson } from './regions.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; findPeer: FindPeer };

/**
 * A way into the same person's account of another region; null where that region wants a sign-in of its own. A password vouches
 * for no mailbox: whoever made the account chose it, before or after the address was confirmed.
 */
export async function startSwitch(
  { database, systemScope, findPeer }: Deps,
  { userId, hasShownMailbox }: { userId: UserId; hasShownMailbox: boolean },
  input: { target: Region; userAgent: string },
): Promise<string | null> {
  if (input.target === database.region || !hasShownMailbox) return null;
  const person = await database.transaction(systemScope, (tx) => findPerson(tx, systemScope, userId));
  if (!person) fail('not_found');
  if (!person.isVerified) return null;
  const peer = await findPeer(input.target);
  return (await peer?.makeAuthToken(person.email, input.userAgent)) ?? null;
}
