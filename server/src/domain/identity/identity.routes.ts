import { fail } from '@antiphon/contract/errors';
import { pickLanguage } from '@antiphon/contract/languages';
import { entryProcedure, userProcedure } from '../../http/procedures.ts';
import { getProfile, type PeopleDeps } from './get-profile.ts';
import type { Sessions } from './identity.ports.ts';
import { listOwnSessions, revokeOtherSessions, revokeSession } from './own-sessions.ts';
import { forgiveGuess, type GuessDeps, takeGuess } from './take-guess.ts';
import { finishOnboarding, recordNewUser, saveProfile } from './update-profile.ts';

type Deps = PeopleDeps &
  GuessDeps & {
    sessions: Sessions;
    hasGoogle: boolean;
    /** Whether a caller from this machine may read mails that go nowhere. */
    hasOutbox: (isLocal: boolean) => boolean;
    sendsMail: boolean;
  };

const { identity } = userProcedure;
const open = entryProcedure.identity;

export const identityRoutes = (deps: Deps) => ({
  getSignInOptions: open.getSignInOptions.handler(({ context }) => ({
    google: deps.hasGoogle,
    outbox: deps.hasOutbox(context.isLocal),
    sendsMail: deps.sendsMail,
  })),
  tokenToUser: open.tokenToUser.handler(async ({ context, input }) => {
    const guess = { way: 'token' as const, account: null, network: context.addressPrefix };
    if (!(await takeGuess(deps, guess))) fail('too_many_attempts');
    const userAgent = context.headers.get('user-agent') ?? '';
    const language = pickLanguage(context.headers.get('accept-language'));
    const { createAccount } = input;
    const exchanged = await deps.sessions.exchangeToken(input.token, { createAccount, userAgent, language });
    if ('refused' in exchanged) fail(exchanged.refused === 'no_account' ? 'not_found' : 'token_invalid');
    await forgiveGuess(deps, guess);
    return exchanged;
  }),
  getProfile: identity.getProfile.handler(({ context }) => getProfile(deps, context.user.userId)),
  updateProfile: identity.updateProfile.handler(({ context, input }) => saveProfile(deps, context.user.userId, input)),
  finishOnboarding: identity.finishOnboarding.handler(({ context, input }) =>
    finishOnboarding(deps, context.user.userId, input),
  ),
  listSessions: identity.listSessions.handler(async ({ context }) => ({
    items: await listOwnSessions(deps, context.user),
  })),
  revokeSession: identity.revokeSession.handler(async ({ context, input }) => {
    await revokeSession(deps, context.user, input.sessionId);
    return { success: true as const };
  }),
  revokeOtherSessions: identity.revokeOtherSessions.handler(async ({ context }) => {
    await revokeOtherSessions(deps, context.user);
    return { success: true as const };
  }),
  newUser: identity.newUser.handler(async ({ context, input }) => {
    await recordNewUser(deps, context.user.userId, { partnerId: input.ps_xid, referral: input.tolt_referral });
    return { success: true as const };
  }),
});
