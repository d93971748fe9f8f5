import { type ClientId, newClientSessionId, newClientToken } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { markOnline } from '../clients/set-client-status.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { insertSession } from './client-sessions.queries.ts';
import { lifeOf, type SignInWay } from './client-sessions.rules.ts';

/** What the browser is given: `token` stands in the cookie and nowhere else, for so many seconds. */
export type StartedSession = { sessionId: string; token: string; maxAgeSeconds: number };

/** A new token at every sign-in, so that one that was known before is worth nothing. `client` null: the agency's own key. */
export async function startSession(
  tx: Tx,
  scope: Scope,
  {
    client,
    language,
    ...session
  }: {
    client: { id: ClientId; sessionVersion: number } | null;
    way: SignInWay;
    openedBy: string | null;
    userAgent: string;
    /** Of the page; null where it did not say. */
    language: DashboardLanguage | null;
  },
  now: Date,
): Promise<StartedSession> {
  const [id, token] = [newClientSessionId(), newClientToken()];
  const lifeMs = lifeOf(session.way);
  await insertSession(tx, scope, {
    ...session,
    id,
    tokenHash: hashSecret(token),
    clientId: client?.id ?? null,
    sessionVersion: client?.sessionVersion ?? 0,
    userAgent: session.userAgent.slice(0, 300),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  if (client && session.openedBy === null) await markOnline(tx, scope, client.id, language);
  return { sessionId: id, token, maxAgeSeconds: lifeMs / 1_000 };
}
