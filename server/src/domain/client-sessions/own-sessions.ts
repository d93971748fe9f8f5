import type { ClientActor, ClientSession } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deviceWords } from '../identity/device-words.rules.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { findSessionRow, listOwnRows, removeSession } from './client-sessions.queries.ts';
import { isOver } from './client-sessions.rules.ts';

type Deps = { database: Database };
export type Own = { scope: Scope; sessionId: string; actor: ClientActor };

/** Ends the session. Leaving a dashboard that somebody opened in a client's place stands in the audit log. */
export async function signOut(deps: Deps, { scope, sessionId, actor }: Own): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    if (!(await removeSession(tx, scope, sessionId)) || actor.openedBy === null) return;
    const act = { actor: actorOf({ userId: null, client: actor }), action: 'client.exit', target: actor.clientId };
    await recordAudit(tx, scope, act);
  });
}

/** Where the person is signed in: not what the agency opened, which ends by itself. */
export async function listSessions(deps: Deps, own: Own): Promise<ClientSession[]> {
  const { scope, sessionId, actor } = own;
  const now = new Date();
  return deps.database.transaction(scope, async (tx) => {
    const current = await findSessionRow(tx, scope, { id: sessionId });
    const version = current?.client?.sessionVersion;
    if (version === undefined) return [];
    const rows = await listOwnRows(tx, scope, actor.clientId, version, now);
    return rows
      .filter((row) => !isOver(row, now))
      .map((row) => ({
        id: row.id,
        ...deviceWords(row.userAgent),
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        isCurrent: row.id === sessionId,
      }));
  });
}

/** Another person's session is not found. */
export async function revokeSession(deps: Deps, { scope, actor }: Own, id: string): Promise<void> {
  if (actor.openedBy !== null) fail('forbidden');
  const wasThere = await deps.database.transaction(scope, (tx) => removeSession(tx, scope, id, actor.clientId));
  if (!wasThere) fail('not_found');
}
