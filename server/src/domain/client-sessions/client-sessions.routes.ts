import { fail } from '@antiphon/contract/errors';
import { pickLanguage } from '@antiphon/contract/languages';
import type { Logger } from 'pino';
import type { Scope } from '../../db/scope.ts';
import { dropClientCookie, giveClientCookie } from '../../http/client-cookie.ts';
import {
  blockedClientProcedure,
  clientProcedure,
  hostProcedure,
  newcomerProcedure,
} from '../../http/client-procedures.ts';
import type { RequestContext } from '../../http/context.ts';
import { calledHost } from '../../http/hosts.ts';
import { knownBrowserCookie, knownBrowserOf } from '../../http/known-browser.ts';
import { takeRate } from '../../http/procedures.ts';
import { calledUrlOf } from '../agencies/agencies.rules.ts';
import { addUser } from '../clients/add-user.ts';
import { listOrgUsers } from '../clients/list-org-users.ts';
import type { NoticeDeps } from '../clients/tell-of-change.ts';
import { updateOwnProfile } from '../clients/update-own-profile.ts';
import { updateOwnOrg } from '../orgs/update-own-org.ts';
import { addPhoto } from '../uploads/add-photo.ts';
import type { UploadDeps } from '../uploads/store-file.ts';
import { askForEmail, confirmEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { getMe, toOwnOrg } from './get-me.ts';
import { getOptions } from './get-options.ts';
import { openDashboard, signInAsAdmin } from './open-dashboard.ts';
import { listSessions, type Own, revokeSession, signOut } from './own-sessions.ts';
import { sendLoginCode, signInWithCode, signInWithLink } from './sign-in-by-mail.ts';
import { accountOf, type EntryDeps, signInWithPassword, type Visit } from './sign-in-with-password.ts';
import type { StartedSession } from './start-session.ts';

type Deps = EntryDeps & UploadDeps & NoticeDeps & { log: Logger; publicUrl: string | null; port: number };

const success = true as const;
const entry = hostProcedure.clientSessions;
const own = clientProcedure.clientSessions;

type Called = RequestContext & { scope: Scope };

const ownOf = ({ scope, client }: { scope: Scope; client: Pick<Own, 'sessionId' | 'actor'> }): Own => ({
  scope,
  sessionId: client.sessionId,
  actor: client.actor,
});

const languageOf = (header: string | null) => (header === null ? null : pickLanguage(header));

export function clientSessionsRoutes(deps: Deps) {
  const visitOf = (context: Called): Visit => ({
    scope: context.scope,
    network: context.addressPrefix,
    userAgent: context.headers.get('user-agent') ?? '',
    language: languageOf(context.headers.get('accept-language')),
    knownBrowserOf: (account) => knownBrowserOf(context, deps.secretKey, account),
    takeRate: context.access.takeRate,
  });
  const rememberBrowser = (context: Called, email: string) =>
    context.resHeaders?.append(
      'set-cookie',
      knownBrowserCookie(context, deps.secretKey, accountOf(context.scope, email)),
    );
  /** The token goes into the cookie, which no script reads, and into no answer. */
  const enter = async (context: Called, session: StartedSession) => {
    giveClientCookie(context, session.token, session.maxAgeSeconds);
    return { success, me: await getMe(deps, context.scope, session.sessionId) };
  };
  return {
    signIn: entry.signIn.handler(async ({ context, input }) => {
      const entered = await enter(context, await signInWithPassword(deps, visitOf(context), input));
      rememberBrowser(context, entered.me.client.email);
      return entered;
    }),
    getOptions: entry.getOptions.handler(({ context }) => getOptions(deps, context.scope)),
    ssoClient: entry.ssoClient.handler(async ({ context, input: { email, agencyId, code } }) => {
      if (agencyId !== context.agency.agencyId) fail('not_found');
      const visit = visitOf(context);
      if (!code) {
        await sendLoginCode(deps, visit, { email, origin: calledUrlOf(calledHost(context.headers), deps) });
        return { success, data: { clientData: null } };
      }
      const { session, clientData } = await signInWithCode(deps, visit, { email, code });
      giveClientCookie(context, session.token, session.maxAgeSeconds);
      rememberBrowser(context, clientData.email);
      return { success, data: { clientData } };
    }),
    validateClientLoginToken: entry.validateClientLoginToken.handler(async ({ context, input }) => {
      const { session, clientData } = await signInWithLink(deps, visitOf(context), input.token);
      giveClientCookie(context, session.token, session.maxAgeSeconds);
      rememberBrowser(context, clientData.email);
      return { success, clientData };
    }),
    takeOpening: entry.takeOpening.handler(async ({ context, input }) =>
      enter(context, await openDashboard(deps, visitOf(context), input.code)),
    ),
    signInAsAdmin: entry.signInAsAdmin.handler(async ({ context, input }) =>
      enter(context, await signInAsAdmin(deps, visitOf(context), input.secret)),
    ),
    changePassword: newcomerProcedure.clientSessions.changePassword.handler(async ({ context, input }) =>
      enter(context, await changePassword(deps, ownOf(context), input, visitOf(context))),
    ),
    updateProfile: own.updateProfile.handler(async ({ context, input }) => {
      await updateOwnProfile(deps, ownOf(context), input);
      return getMe(deps, context.scope, context.client.sessionId);
    }),
    askForEmail: own.askForEmail.handler(async ({ context, input }) => {
      // Each mails an address that nobody has proved, in the agency's name.
      const { clientId } = context.client.actor;
      await takeRate(context, [{ key: `own-email:${clientId}`, max: 5, windowSeconds: 86_400 }]);
      await askForEmail(deps, ownOf(context), input, visitOf(context));
      return { success };
    }),
    confirmEmail: own.confirmEmail.handler(async ({ context, input }) => {
      await confirmEmail(deps, ownOf(context), input, visitOf(context));
      return getMe(deps, context.scope, context.client.sessionId);
    }),
    addPhoto: own.addPhoto.handler(async ({ context, input }) => {
      const { scope, client } = context;
      await takeRate(context, [{ key: `photo:${client.actor.clientId}`, max: 20, windowSeconds: 3_600 }]);
      return { url: await addPhoto(deps, scope, input.file) };
    }),
    updateOrg: own.updateOrg.handler(async ({ context, input }) =>
      toOwnOrg(await updateOwnOrg(deps, ownOf(context), input)),
    ),
    listOrgUsers: own.listOrgUsers.handler(async ({ context }) => ({
      items: await listOrgUsers(deps, ownOf(context)),
    })),
    addUser: own.addUser.handler(async ({ context, input }) => {
      const { client } = context;
      await takeRate(context, [{ key: `add-user:${client.actor.orgId}`, max: 50, windowSeconds: 86_400 }]);
      const { ID, orgId, name, email } = await addUser(deps, ownOf(context), input);
      return { ID, orgId, name, email };
    }),
    getMe: blockedClientProcedure.clientSessions.getMe.handler(({ context }) =>
      getMe(deps, context.scope, context.client.sessionId),
    ),
    signOut: blockedClientProcedure.clientSessions.signOut.handler(async ({ context }) => {
      await signOut(deps, ownOf(context));
      dropClientCookie(context);
      return { success };
    }),
    listSessions: own.listSessions.handler(async ({ context }) => ({
      items: await listSessions(deps, ownOf(context)),
    })),
    revokeSession: own.revokeSession.handler(async ({ context, input }) => {
      await revokeSession(deps, ownOf(context), input.sessionId);
      return { success };
    }),
  };
}
