import type { UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';

export type SignedInUser = {
  userId: UserId;
  sessionId: string;
  email: string;
  name: string;
  image: string;
  /** The session began with a mail's link or code, or with Google: not with a password, which anybody may have chosen. */
  hasShownMailbox: boolean;
};

/** Of an address that is confirmed without a session of its account; as the sign-in library's codes are written. */
export const NOT_OWN_SESSION = 'NOT_OWN_SESSION';

/**
 * Where a person asked for a mail of sign-in, from which network, and in which language that page was. An account's own
 * language goes before.
 */
export type Asked = { requestUrl: string; network: string; language: DashboardLanguage };

/** In which the caller's network is handed to the sign-in library, and by it to who sends the mails. */
export const NETWORK_HEADER = 'x-client-network';

export type SignInMails = {
  sendMagicLink(mail: { email: string; token: string } & Asked): Promise<void>;
  sendCode(mail: { email: string; code: string } & Asked): Promise<void>;
  sendPasswordReset(mail: { email: string; token: string } & Asked): Promise<void>;
  sendVerification(mail: { email: string; token: string } & Asked): Promise<void>;
  sendPasswordChanged(mail: { email: string; name: string }): Promise<void>;
};

/** Minutes for which the one-use tokens in mails work; `emailChange`: for which another code may be asked for. */
export const TOKEN_MINUTES = {
  magicLink: 15,
  code: 10,
  passwordReset: 30,
  verification: 24 * 60,
  emailChange: 24 * 60,
} as const;

/** Sign-up, sign-in, sign-out and sessions of one region's people. */
export type Sessions = {
  /** The sign-in library's own answer to a request under `{api}/auth/`: for `handleSignIn` alone, which checks and trims it. */
  handle(request: Request): Promise<Response>;
  findUser(headers: Headers): Promise<SignedInUser | null>;
  /**
   * Uses up the token of a magic link and makes the session that a browser then takes by `authToken`. `token_invalid`: used,
   * too old or never made. `no_account`: nobody has the address and none may be made; then the token is not used up.
   */
  exchangeToken(
    token: string,
    options: { createAccount: boolean; userAgent: string; language: DashboardLanguage },
  ): Promise<{ authToken: string } | { refused: 'token_invalid' | 'no_account' }>;
  /** Hashes what was given, in no transaction. The guess must have been taken. */
  isPassword(userId: UserId, password: string): Promise<boolean>;
  /** A session for somebody whom another region has signed in already; taken by `authToken`, once, within a minute. */
  startSession(userId: UserId, userAgent: string): Promise<{ authToken: string }>;
};
