import { ADMIN_CLIENT_ID } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { takeOpening } from '../clients/open-as-client.ts';
import { takeGuess } from '../identity/take-guess.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { findAgencyRow, lockClient } from './client-sessions.queries.ts';
import { AGENCY_KEY } from './client-sessions.rules.ts';
import type { EntryDeps, Visit } from './sign-in-with-password.ts';
import { type StartedSession, startSession } from './start-session.ts';

const FAILED = { message: 'Error occurred signing in with admin access.' };

/**
 * With the one-use code of "Open as client" or of the preview: the client's dashboard as the client has it, or that of all agents with all
 * pages, for half an hour. The audit log names the member who made the code, and the client.
 */
export async function openDashboard(deps: EntryDeps, visit: Visit, code: string): Promise<StartedSession> {
  const { scope, userAgent } = visit;
  await demandGuess(deps, visit);
  const now = (deps.now ?? (() => new Date()))();
  const started = await deps.database.transaction(scope, async (tx) => {
    const opening = await takeOpening(tx, scope, code, now);
    if (!opening) return null;
    const { openedBy, clientId } = opening;
    const client = clientId && (await lockClient(tx, scope, clientId));
    if (clientId && !client) return null;
    const act = client
      ? { actor: `${openedBy} as client:${client.id}`, action: 'client.enter', target: client.id }
      : { actor: openedBy, action: 'agency.enter', target: ADMIN_CLIENT_ID };
    await recordAudit(tx, scope, act);
    return startSession(tx, scope, { client, way: 'opening', openedBy, userAgent, language: null }, now);
  });
  return started ?? fail('token_invalid', FAILED);
}

/**
 * With the agency's key, as its admin link carries it: every agent of the workspace and every page, for half an hour. Nobody's
 * row stands behind it: what belongs to one person (profile, password, org, feedback) is not there.
 */
export async function signInAsAdmin(deps: EntryDeps, visit: Visit, secret: string): Promise<StartedSession> {
  const { scope, userAgent } = visit;
  await demandGuess(deps, visit);
  const now = (deps.now ?? (() => new Date()))();
  const started = await deps.database.transaction(scope, async (tx) => {
    const agency = await findAgencyRow(tx, scope);
    // A hash of 148 random bits: what the comparison takes tells nothing of them.
    if (!agency?.secretHash || agency.secretHash !== hashSecret(secret)) return null;
    const act = { actor: AGENCY_KEY, action: 'agency.enter', target: ADMIN_CLIENT_ID };
    await recordAudit(tx, scope, act);
    return startSession(
      tx,
      scope,
      { client: null, way: 'agency_secret', openedBy: AGENCY_KEY, userAgent, language: null },
      now,
    );
  });
  return started ?? fail('token_invalid', FAILED);
}

async function demandGuess(deps: EntryDeps, { network }: Visit) {
  if (!(await takeGuess(deps, { way: 'client_token', account: null, network }))) fail('too_many_attempts', FAILED);
}
