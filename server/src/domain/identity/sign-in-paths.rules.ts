import { limits } from '@antiphon/contract/limits';
import * as z from 'zod';
import { toAddress } from '../email/email.rules.ts';
import { NOT_OWN_SESSION } from './identity.ports.ts';
import type { Guess } from './take-guess.ts';

const email = z
  .string()
  .max(254)
  .transform((given, context) => {
    const address = toAddress(given);
    if (address === null) context.addIssue({ code: 'custom', message: 'Please enter a valid email' });
    return address ?? '';
  });
const newPassword = z
  .string()
  .min(limits.passwordCharsMin, `Please use at least ${limits.passwordCharsMin} characters.`)
  .max(limits.passwordCharsMax, `Please use at most ${limits.passwordCharsMax} characters.`);
/** A password that is compared: a longer one is refused, so that nobody makes us hash a book. */
const password = z.string().min(1, 'Please enter your password.').max(limits.passwordCharsMax);
const token = z.string().min(1).max(2_000);
const redirect = z.string().max(2_000).optional();
const name = z.string().trim().min(1, 'Please enter your name.').max(80);

export type SignInPath = {
  /** What may be sent; nothing else of a body reaches the sign-in library. */
  body: z.ZodType<Record<string, unknown>>;
  /**
   * `password`, `code`, `token`: a guess, counted as one. `own_password`: the same, by whoever is signed in. `mail`: asks for
   * a mail, and the answer is the same whether or not it was sent. `sign_up`: makes an account.
   */
  guard: Guess['way'] | 'own_password' | 'mail' | 'sign_up' | 'none';
  /** What the library wants beside or instead. */
  forward?: (body: Record<string, unknown>, region: string) => Record<string, unknown>;
  /** The library takes the token by GET, which we do not serve: a mail scanner's look would use it up. */
  asGet?: true;
};

/** The whole of what can be POSTed under `{api}/auth`. Everything else that the library would answer does not exist. */
export const SIGN_IN_PATHS: Record<string, SignInPath> = {
  '/sign-up/email': { body: z.object({ name, email, password: newPassword }), guard: 'sign_up' },
  '/sign-in/email': { body: z.object({ email, password }), guard: 'password' },
  '/sign-in/email-otp': { body: z.object({ email, otp: z.string().regex(/^\d{6}$/) }), guard: 'code' },
  '/sign-in/magic-link': { body: z.object({ email }), guard: 'mail' },
  '/email-otp/send-verification-otp': {
    body: z.object({ email }),
    guard: 'mail',
    forward: (body) => ({ ...body, type: 'sign-in' }),
  },
  '/one-time-token/verify': { body: z.object({ token }), guard: 'token' },
  '/request-password-reset': { body: z.object({ email }), guard: 'mail' },
  '/reset-password': { body: z.object({ token, newPassword }), guard: 'token' },
  '/send-verification-email': { body: z.object({ email }), guard: 'mail' },
  '/verify-email': { body: z.object({ token }), guard: 'token', asGet: true },
  '/change-password': {
    body: z.object({ currentPassword: password, newPassword }),
    guard: 'own_password',
    forward: (body) => ({ ...body, revokeOtherSessions: true }),
  },
  '/sign-in/social': {
    body: z.object({ provider: z.literal('google'), redirect }),
    guard: 'none',
  },
  '/sign-out': { body: z.object({}), guard: 'none' },
};

/** The library's error codes, in those of the public list. What is not here is `token_invalid` under 500 and `internal` above. */
export const ERROR_CODES = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_credentials',
  INVALID_PASSWORD: 'wrong_credentials',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'wrong_credentials',
  USER_ALREADY_EXISTS: 'account_exists',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'account_exists',
  EMAIL_ALREADY_VERIFIED: 'conflict',
  EMAIL_MISMATCH: 'forbidden',
  [NOT_OWN_SESSION]: 'sign_in_again',
  INVALID_TOKEN: 'token_invalid',
  TOKEN_EXPIRED: 'token_invalid',
  SESSION_EXPIRED: 'unauthorized',
  UNAUTHORIZED: 'unauthorized',
  PROVIDER_NOT_FOUND: 'unavailable',
} as const;
