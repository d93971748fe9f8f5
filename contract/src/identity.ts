import { oc } from '@orpc/contract';
import * as z from 'zod';
import { UserId } from './ids.ts';
import { DashboardLanguage } from './languages.ts';
import { Region } from './regions.ts';
import { PhotoUrl } from './uploads.ts';

/** A person's own record, as far as it is theirs to see. Fields of plans and partners are filled where they are known. */
export const Profile = z.object({
  uid: UserId,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  photoURL: z.string(),
  origin: z.enum(['google', 'email']),
  location: Region,
  joinedAt: z.number().int().describe('Unix seconds'),
  referredFrom: z.string(),
  buildGoal: z.string().describe('What the person wants to build'),
  preferredLanguage: DashboardLanguage.describe('Of mails and push messages'),
  isOnboarded: z.boolean(),
  hasPassword: z.boolean(),
  internal: z.object({
    isNewUser: z.boolean(),
    useNewPricing: z.boolean(),
    countryCode: z.string().describe('Empty where it is not known'),
    useMultipleStripes: z.boolean(),
    isPayAsYouGo: z.boolean(),
    whitelabel_trial: z.boolean(),
    whitelabelTrialEndsAt: z.number().int().nullable().describe('Unix seconds'),
  }),
});
export type Profile = z.infer<typeof Profile>;

export const OwnSession = z.object({
  id: z.string(),
  browser: z.string().describe('Such as Chrome; empty where it is not known'),
  system: z.string().describe('Such as Windows; empty where it is not known'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('To the day'),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

const success = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Sign-in and profile'], successStatus: 200 });

export const identityContract = {
  getSignInOptions: route('GET', '/public/sign-in-options', 'Which ways to sign in this server offers').output(
    z.object({
      google: z.boolean(),
      outbox: z.boolean().describe('Mails are kept in the development outbox instead of being sent'),
      sendsMail: z.boolean().describe('Mails leave this server; without it, nobody is reached by what it writes'),
    }),
  ),
  tokenToUser: route('POST', '/rpc/tokenToUser', 'Exchange the token of a sign-in link for a sign-in')
    .input(
      z.object({
        token: z.string().min(1).max(200).describe('Of the mail; it works once'),
        createAccount: z.boolean().default(true),
      }),
    )
    .output(z.object({ authToken: z.string().describe('Works once, for a minute, at auth/one-time-token/verify') })),
  getProfile: route('GET', '/v2/users/me', 'Your own record').output(Profile),
  updateProfile: route('POST', '/v2/users/me', 'Change your name, your photo or the language of your mails')
    .input(
      z.object({
        displayName: z.string().trim().min(1, 'Please enter your name.').max(80).optional(),
        photoURL: PhotoUrl.optional(),
        preferredLanguage: DashboardLanguage.optional(),
      }),
    )
    .output(Profile),
  finishOnboarding: route('POST', '/v2/users/me/onboarding', 'Complete your profile')
    .input(
      z.object({
        displayName: z.string().trim().min(1, 'Please enter your name.').max(80),
        buildGoal: z.string().trim().max(1_000).default(''),
      }),
    )
    .output(Profile),
  listSessions: route('GET', '/v2/users/me/sessions', 'Where you are signed in').output(
    z.object({ items: z.array(OwnSession) }),
  ),
  revokeSession: route('DELETE', '/v2/users/me/sessions/{sessionId}', 'Sign out one session')
    .input(z.object({ sessionId: z.string().min(1).max(64) }))
    .output(success),
  revokeOtherSessions: route('POST', '/v2/users/me/sessions/revoke-others', 'Sign out everywhere else')
    .input(z.object({}))
    .output(success),
  newUser: route('POST', '/events/new-user', 'Say once that a new person has come, and from whom')
    .input(
      z.object({
        userData: z
          .record(z.string().max(100), z.unknown())
          .default({})
          .describe('Accepted and ignored: the session says who'),
        ps_xid: z.string().trim().max(200).default(''),
        tolt_referral: z.string().trim().max(200).default(''),
      }),
    )
    .output(success),
};
