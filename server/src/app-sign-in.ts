import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { makeSessions } from './adapters/better-auth/better-auth.ts';
import type { Database } from './db/database.ts';
import * as identity from './db/schema/identity.ts';
import type { Scope, SystemScope } from './db/scope.ts';
import { findAccessKey } from './domain/access-keys/find-access-key.ts';
import { findAgentWorkspace } from './domain/agents/get-agent.ts';
import { demandFilters, demandOpened } from './domain/client-sessions/client-sessions.policy.ts';
import { findClientSession } from './domain/client-sessions/find-session.ts';
import { createProfile } from './domain/identity/get-profile.ts';
import { makeSignInMails } from './domain/identity/send-sign-in-mail.ts';
import { findVisitor } from './domain/visitors/find-visitor.ts';
import { findKeyOwner, findMembership, workspaceExists } from './domain/workspaces/find-access.ts';
import type { Access } from './http/context.ts';
import { runOnce } from './http/idempotency.ts';
import { makeLimits } from './http/make-limits.ts';
import { ADDRESS_HEADER } from './http/request-context.ts';
import type { Settings } from './settings.ts';

type Core = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: Scope['workspaceUid']) => Scope;
  secretKey: string;
  sellsPlans: boolean;
  log: Logger;
};

/** Everything that knows who somebody is. */
export function makeSignIn(settings: Settings, region: Region, core: Core) {
  const { database, log } = core;
  const { publicUrl, PORT: port, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  const hasGoogle = clientId !== '' && clientSecret !== '';
  const mails = makeSignInMails({ ...core, publicUrl, port }, region);
  const sessions = makeSessions({
    region,
    database: database.unscoped,
    schema: {
      user: identity.users,
      session: identity.sessions,
      account: identity.accounts,
      verification: identity.verifications,
    },
    secret: settings.secretKey,
    publicUrl,
    addressHeader: ADDRESS_HEADER,
    mails,
    google: hasGoogle ? { clientId, clientSecret, issuer: settings.GOOGLE_ISSUER } : null,
    onUserCreated: (id, language) => createProfile(core, id, language),
    onError: (error) => log.error({ err: error }, 'a mail of sign-in could not be written'),
    onTrouble: (message) => log.warn(`sign-in: ${message}`),
  });
  return { sessions, mails, hasGoogle };
}

/** Who asks, and how much they may: what every request is asked before a procedure sees it. */
export const makeAccess = (
  deps: Core & Pick<ReturnType<typeof makeSignIn>, 'sessions'> & { rateFactor: number },
): Access => ({
  findSession: (headers) => deps.sessions.findUser(headers),
  findMembership: (userId, uid) => findMembership(deps, userId, uid),
  findKeyOwner: (secret) => findKeyOwner(deps, secret),
  async findAccessKey(secret) {
    const found = await findAccessKey(deps, secret, new Date());
    if (!found || found === 'expired') return found;
    const { id: accessKeyId, ...rest } = found;
    return { accessKeyId, ...rest };
  },
  workspaceExists: (uid) => workspaceExists(deps, uid),
  findVisitor: (id, token, how) => findVisitor(deps, id, token, how),
  findAgentWorkspace: (id) => findAgentWorkspace(deps, id),
  findClientSession: (scope, token) => findClientSession(deps, scope, token),
  demandOpened: (client, opening, named) => demandOpened(deps, client, opening, named),
  demandFilters,
  ...makeLimits(deps.database, deps.rateFactor),
  runOnce: (scope, request, work) => runOnce(deps.database, scope, request, work),
});
