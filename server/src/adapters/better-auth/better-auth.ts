import { createHash, createHmac } from 'node:crypto';
import { newUserId, randomText, type UserId } from '@antiphon/contract/ids';
import { type DashboardLanguage, pickLanguage } from '@antiphon/contract/languages';
import { limits } from '@antiphon/contract/limits';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { emailOTP, genericOAuth, magicLink, oneTimeToken } from 'better-auth/plugins';
import {
  type Asked,
  NETWORK_HEADER,
  NOT_OWN_SESSION,
  type Sessions,
  type SignInMails,
  TOKEN_MINUTES,
} from '../../domain/identity/identity.ports.ts';

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
const ABSOLUTE_DAYS = 30;
const IDLE_DAYS = 14;
const CODE_TRIES = 3;

export type GoogleClient = { clientId: string; clientSecret: string; issuer: string };

export type BetterAuthOptions = {
  region: string;
  /** A drizzle database that is not under row-level security: people belong to no workspace. */
  database: Parameters<typeof drizzleAdapter>[0];
  schema: { user: object; session: object; account: object; verification: object };
  secret: string;
  publicUrl: string | null;
  /** The header in which the server hands down the caller's address; what clients send under that name is dropped. */
  addressHeader: string;
  mails: SignInMails;
  google: GoogleClient | null;
  /** `language`: of the page on which the account was made. */
  onUserCreated(id: UserId, language: DashboardLanguage): Promise<void>;
  onError(error: unknown): void;
  /** What the library has to say of itself, such as an account that it did not join. */
  onTrouble(message: string): void;
};

/**
 * better-auth 1.7: https://better-auth.com/docs. Its own limits of rates are off: they live in memory and count addresses
 * alone, ours outlive a restart and count accounts too (`take-guess.ts`).
 */
export function makeSessions(options: BetterAuthOptions): Sessions {
  const auth = makeAuth(options);
  return {
    handle: (request) => auth.handler(request),
    async findUser(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const ageMs = Date.now() - new Date(found.session.createdAt).getTime();
      if (ageMs > ABSOLUTE_DAYS * DAY_SECONDS * 1_000) return null;
      const { id, email, name, image } = found.user;
      const hasShownMailbox = SHOWS_MAILBOX.includes(found.session.way ?? '');
      return { userId: id as UserId, sessionId: found.session.id, email, name, image: image ?? '', hasShownMailbox };
    },
    async exchangeToken(token, { createAccount, userAgent, language }) {
      const { internalAdapter } = await auth.$context;
      const stored = createHash('sha256').update(token).digest('base64url');
      const pending = await internalAdapter.findVerificationValue(`magic-link:${stored}`);
      if (!pending || pending.expiresAt < new Date()) return { refused: 'token_invalid' };
      const { email } = JSON.parse(pending.value) as { email: string };
      if (!createAccount && !(await internalAdapter.findUserByEmail(email))) return { refused: 'no_account' };
      // By its handler: called as a function, it finds no base address where PUBLIC_URL is not set.
      const origin = options.publicUrl ?? 'http://localhost';
      const address = `${origin}/api/${options.region}/auth/magic-link/verify?token=${encodeURIComponent(token)}`;
      const headers = { 'user-agent': userAgent, 'accept-language': language };
      const verified = await auth.handler(new Request(address, { headers }));
      if (!verified.ok) return { refused: 'token_invalid' };
      // The session's cookie stays here; who holds the one-minute token gets it.
      const cookie = verified.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const made = await auth.api.generateOneTimeToken({ headers: new Headers({ cookie }) });
      return { authToken: made.token };
    },
    async isPassword(userId, password) {
      const { internalAdapter, password: passwords } = await auth.$context;
      const found = await internalAdapter.findAccounts(userId);
      const stored = found.find(({ providerId }) => providerId === 'credential')?.password;
      return stored ? passwords.verify({ hash: stored, password }) : false;
    },
    async startSession(userId, userAgent) {
      const { internalAdapter } = await auth.$context;
      const session = await internalAdapter.createSession(userId, false, { userAgent, way: 'region' });
      // As the library's own endpoint does, which wants the cookie that nobody has yet.
      const authToken = randomText(32);
      const stored = createHash('sha256').update(authToken).digest('base64url');
      const expiresAt = new Date(Date.now() + MINUTE_SECONDS * 1_000);
      await internalAdapter.createVerificationValue({
        value: session.token,
        identifier: `one-time-token:${stored}`,
        expiresAt,
      });
      return { authToken };
    },
  };
}

function makeAuth(options: BetterAuthOptions) {
  const { mails, secret } = options;
  const auth = betterAuth({
    basePath: `/api/${options.region}/auth`,
    ...(options.publicUrl ? { baseURL: options.publicUrl } : {}),
    secret,
    database: drizzleAdapter(options.database, { provider: 'pg', schema: options.schema }),
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    user: { additionalFields: { origin: { type: 'string', defaultValue: 'email', input: false } } },
    // Tokens of resets stand in the identifier.
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordCharsMin,
      maxPasswordLength: limits.passwordCharsMax,
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
      resetPasswordTokenExpiresIn: TOKEN_MINUTES.passwordReset * MINUTE_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }, request) =>
        mails.sendPasswordReset({ email: user.email, token, ...askedBy(request) }),
      async onPasswordReset({ user }) {
        // Whoever made the account had not shown the mailbox: of their ways in none outlives who has.
        if (!user.emailVerified) await dropOtherWays(user.id);
        await mails.sendPasswordChanged({ email: user.email, name: user.name });
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: TOKEN_MINUTES.verification * MINUTE_SECONDS,
      sendVerificationEmail: ({ user, token }, request) =>
        mails.sendVerification({ email: user.email, token, ...askedBy(request) }),
      // Else whoever made the account with an address that is not theirs keeps password and sessions in it.
      async beforeEmailVerification(user, request) {
        const own = request && (await auth.api.getSession({ headers: request.headers }));
        if (own?.user.id !== user.id) throw new APIError('FORBIDDEN', { code: NOT_OWN_SESSION });
      },
    },
    // Another way in is joined to an account only where both sides proved the address.
    account: { accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true } },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => ({
            data: { ...user, origin: context?.path?.startsWith('/callback') ? 'google' : 'email' },
          }),
          after: (user, context) => options.onUserCreated(user.id as UserId, askedBy(context?.request).language),
        },
      },
      session: {
        create: { before: async (session, context) => ({ data: { way: wayOf(context?.path), ...session } }) },
      },
      account: {
        // Google's tokens are of no use after the sign-in: what is not kept cannot be stolen.
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
    },
    session: {
      expiresIn: IDLE_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: { way: { type: 'string', required: false, input: false } },
    },
    plugins: makePlugins(options),
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: `app-${options.region}`,
      ipAddress: { ipAddressHeaders: [options.addressHeader] },
      database: { generateId: ({ model }) => (model === 'user' ? newUserId() : randomText(24)) },
      // Nobody who asks for a mail waits for it: else the time of the answer would tell whether there was one.
      backgroundTasks: { handler: (promise) => void promise.catch(options.onError) },
    },
    telemetry: { enabled: false },
    // Only its words: the details may hold what was sent.
    logger: { level: 'error', log: (_level, message) => options.onTrouble(message) },
  });
  async function dropOtherWays(userId: string) {
    const { internalAdapter } = await auth.$context;
    for (const { id, providerId } of await internalAdapter.findAccounts(userId))
      if (providerId !== 'credential') await internalAdapter.deleteAccount(id);
  }
  return auth;
}

/** How a session began, by the path of the library that made it; `password` for all that shows no mailbox. */
function wayOf(path: string | undefined): 'mail' | 'code' | 'google' | 'password' {
  if (path === '/magic-link/verify') return 'mail';
  if (path === '/sign-in/email-otp') return 'code';
  return path?.startsWith('/callback') ? 'google' : 'password';
}

/** `region`: another region had seen one of the others. */
const SHOWS_MAILBOX = ['mail', 'code', 'google', 'region'];

const askedBy = (request: Request | undefined): Asked => ({
  requestUrl: request?.url ?? '',
  network: request?.headers.get(NETWORK_HEADER) ?? '',
  language: pickLanguage(request?.headers.get('accept-language') ?? null),
});

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

const makePlugins = ({ mails, secret, google }: BetterAuthOptions) => [
  magicLink({
    expiresIn: TOKEN_MINUTES.magicLink * MINUTE_SECONDS,
    storeToken: 'hashed',
    sendMagicLink: ({ email, token }, context) => mails.sendMagicLink({ email, token, ...askedBy(context?.request) }),
  }),
  emailOTP({
    otpLength: 6,
    expiresIn: TOKEN_MINUTES.code * MINUTE_SECONDS,
    allowedAttempts: CODE_TRIES,
    // A million codes are hashed in a second: only with a key does the hash keep them.
    storeOTP: { hash: async (code) => createHmac('sha256', `code:${secret}`).update(code).digest('base64url') },
    sendVerificationOTP: ({ email, otp }, context) =>
      mails.sendCode({ email, code: otp, ...askedBy(context?.request) }),
  }),
  oneTimeToken({ expiresIn: 1, storeToken: 'hashed', disableClientRequest: true }),
  ...(google
    ? [
        genericOAuth({
          config: [
            {
              providerId: 'google',
              discoveryUrl: `${google.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
              clientId: google.clientId,
              clientSecret: google.clientSecret,
              scopes: ['openid', 'email', 'profile'],
              requireIdTokenVerification: true,
              pkce: true,
            },
          ],
        }),
      ]
    : []),
];
