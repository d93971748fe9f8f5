import { isRegion } from '@antiphon/contract/regions';
import { createRoute, notFound, redirect } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { keepInvitation } from '../../features/workspaces/keep-invitation.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { optionalText, rootRoute } from './app-route.tsx';

interface EntrySearch {
  /** Where the person wanted to go. */
  redirect?: string;
  region?: string;
  /** What Google's answer ended in. */
  error?: string;
}

const entrySearch = (search: Record<string, unknown>): EntrySearch => ({
  redirect: optionalText(search.redirect),
  region: optionalText(search.region),
  error: optionalText(search.error),
});

const regionSearch = (search: Record<string, unknown>): { region?: string } => ({
  region: optionalText(search.region),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: entrySearch,
  component: lazyScreen(() => import('../../features/identity/login-page.tsx'), 'LoginPage'),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: entrySearch,
  component: lazyScreen(() => import('../../features/identity/signup-page.tsx'), 'SignupPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  validateSearch: regionSearch,
  component: lazyScreen(() => import('../../features/identity/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: regionSearch,
  component: lazyScreen(() => import('../../features/identity/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const magicLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/magic-link',
  validateSearch: regionSearch,
  component: lazyScreen(() => import('../../features/identity/magic-link-page.tsx'), 'MagicLinkPage'),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: regionSearch,
  component: lazyScreen(() => import('../../features/identity/verify-email-page.tsx'), 'VerifyEmailPage'),
});

/** Signed in, with a profile that lacks its answers. */
const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/onboarding',
  validateSearch: (search: Record<string, unknown>): { redirect?: string; region?: string } => ({
    redirect: optionalText(search.redirect),
    region: optionalText(search.region),
  }),
  beforeLoad: async ({ context, location }) => {
    try {
      const me = await context.queryClient.ensureQueryData(query.workspaces.me.queryOptions());
      if (me.isOnboarded) throw redirect({ to: '/app/$region/agents', params: { region: currentRegion() } });
    } catch (error) {
      if (toProblem(error).status !== 401) throw error;
      throw redirect({ to: '/signup', search: { region: currentRegion(), redirect: location.href } });
    }
  },
  component: lazyScreen(() => import('../../features/identity/onboarding-page.tsx'), 'OnboardingPage'),
});

/** A development aid that needs no sign-in: it is where the link to sign in is found. */
const outboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/$region/outbox',
  validateSearch: (search: Record<string, unknown>): { mail?: string } => ({ mail: optionalText(search.mail) }),
  beforeLoad: ({ params }) => {
    if (!isRegion(params.region)) throw notFound();
  },
  component: lazyScreen(() => import('../../features/email/outbox-page.tsx'), 'OutboxPage'),
});

/** The link of an invitation. Its secret leaves the address, and with it the history, before anything is loaded. */
const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/no-auth/workspaces/$uid/invite',
  validateSearch: (search: Record<string, unknown>): { secret?: string; email?: string; region?: string } => ({
    secret: optionalText(search.secret),
    email: optionalText(search.email),
    region: optionalText(search.region),
  }),
  beforeLoad: ({ params, search: { secret, email, region } }) => {
    if (secret === undefined) return;
    keepInvitation(params.uid, { secret, email: email ?? '' });
    throw redirect({ to: '/no-auth/workspaces/$uid/invite', params, search: { region }, replace: true });
  },
  component: lazyScreen(() => import('../../features/workspaces/join-page.tsx'), 'JoinPage'),
});

export const entryRoutes = [
  inviteRoute,
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  magicLinkRoute,
  verifyEmailRoute,
  onboardingRoute,
  outboxRoute,
] as const;
