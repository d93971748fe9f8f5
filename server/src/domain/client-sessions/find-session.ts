import type { ClientActor } from '@antiphon/contract/client-sessions';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { findSessionRow, listAgentIds, touchSession } from './client-sessions.queries.ts';
import { blockOf, isOver, isToBeTouched, mayStayOpen, mustChange, toActor } from './client-sessions.rules.ts';
import { findOpenerMay } from './find-opener.ts';

type Deps = { database: Database; now?: () => Date };

export type FoundSession = {
  sessionId: string;
  actor: ClientActor;
  isBlocked: { message: string } | null;
  mustChangePassword: boolean;
};

/**
 * Who a token is on the host of the scope's agency: each call reads it anew, so that what the agency takes away is gone at
 * once, from a client as from whoever opened a client's dashboard. `password_changed`: there is another password since.
 */
export function findClientSession(
  deps: Deps,
  scope: Scope,
  token: string,
): Promise<FoundSession | 'password_changed' | null> {
  const now = (deps.now ?? (() => new Date()))();
  return deps.database.transaction(scope, (tx) => readSession(tx, scope, token, now));
}

async function readSession(tx: Tx, scope: Scope, token: string, now: Date) {
  const row = await findSessionRow(tx, scope, { tokenHash: hashSecret(token) });
  if (!row || isOver(row.session, now)) return null;
  const { session, client, org } = row;
  if (client && client.sessionVersion !== session.sessionVersion) return 'password_changed' as const;
  const openerMay = await findOpenerMay(tx, scope, session.openedBy);
  if (openerMay !== null && !mayStayOpen(openerMay)) return null;
  const agentIds = await listAgentIds(tx, scope, session.clientId);
  if (isToBeTouched(session, now)) await touchSession(tx, scope, session.id, now);
  return {
    sessionId: session.id,
    actor: toActor(session, client, agentIds, openerMay),
    isBlocked: blockOf(session, org?.settings ?? null, agentIds),
    mustChangePassword: mustChange(session, client),
  };
}
