import { fail } from '@antiphon/contract/errors';
import type { OwnSession } from '@antiphon/contract/identity';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deviceWords } from './device-words.rules.ts';
import type { PeopleDeps } from './get-profile.ts';
import type { SignedInUser } from './identity.ports.ts';
import {
  deleteEndedSessions,
  deleteEndedVerifications,
  deleteOtherSessions,
  deleteSession,
  listSessionRows,
} from './people.system.queries.ts';

type Own = Pick<SignedInUser, 'userId' | 'sessionId'>;

export async function listOwnSessions(deps: PeopleDeps, { userId, sessionId }: Own): Promise<OwnSession[]> {
  const rows = await deps.database.transaction(deps.systemScope, (tx) => listSessionRows(tx, userId, new Date()));
  return rows.map((row) => ({
    id: row.id,
    ...deviceWords(row.userAgent ?? ''),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    isCurrent: row.id === sessionId,
  }));
}

/** Ends at once: each request reads its session. Another person's session is not found. */
export async function revokeSession(deps: PeopleDeps, { userId }: Own, id: string): Promise<void> {
  const wasThere = await deps.database.transaction(deps.systemScope, (tx) => deleteSession(tx, userId, id));
  if (!wasThere) fail('not_found');
}

export async function revokeOtherSessions(deps: PeopleDeps, { userId, sessionId }: Own): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) => deleteOtherSessions(tx, userId, sessionId));
}

/** Sessions that are over, and codes and links that nobody can use any more. */
export async function purgeSessions(database: Database, scope: SystemScope, now: Date): Promise<void> {
  await inBatches({ database, scope }, (tx, most) => deleteEndedSessions(tx, now, most));
  await inBatches({ database, scope }, (tx, most) => deleteEndedVerifications(tx, now, most));
}
