import { newUserId, randomText, type UserId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Sessions } from '../../domain/identity/identity.ports.ts';

const DAY_SECONDS = 86_400;
const ABSOLUTE_DAYS = 30;
const IDLE_DAYS = 14;

export type BetterAuthOptions = {
  region: string;
  /** A drizzle database that is not under row-level security: people belong to no workspace. */
  database: Parameters<typeof drizzleAdapter>[0];
  schema: { user: object; session: object; account: object; verification: object };
  secret: string;
  publicUrl: string | null;
  /** The header in which the server hands down the caller's address; what clients send under that name is dropped. */
  addressHeader: string;
  rateFactor: number;
};

/** better-auth 1.7: https://better-auth.com/docs. E-mail and password; other ways to sign in join as its plugins. */
export function makeSessions(options: BetterAuthOptions): Sessions {
  const auth = betterAuth({
    basePath: `/api/${options.region}/auth`,
    ...(options.publicUrl ? { baseURL: options.publicUrl } : {}),
    secret: options.secret,
    database: drizzleAdapter(options.database, { provider: 'pg', schema: options.schema }),
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    user: { additionalFields: { origin: { type: 'string', defaultValue: 'email', input: false } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordCharsMin,
      maxPasswordLength: limits.passwordCharsMax,
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    session: { expiresIn: IDLE_DAYS * DAY_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: {
      enabled: true,
      window: 60,
      max: Math.ceil(100 * options.rateFactor),
      customRules: {
        '/sign-in/email': { window: 60, max: Math.ceil(10 * options.rateFactor) },
        '/sign-up/email': { window: 60, max: Math.ceil(10 * options.rateFactor) },
        '/get-session': false,
      },
    },
    advanced: {
      cookiePrefix: `app-${options.region}`,
      ipAddress: { ipAddressHeaders: [options.addressHeader] },
      database: { generateId: ({ model }) => (model === 'user' ? newUserId() : randomText(24)) },
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  });
  return {
    handle: (request) => auth.handler(request),
    async findUser(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const ageMs = Date.now() - new Date(found.session.createdAt).getTime();
      if (ageMs > ABSOLUTE_DAYS * DAY_SECONDS * 1_000) return null;
      const { id, email, name, image } = found.user;
      return { userId: id as UserId, email, name, image: image ?? '' };
    },
  };
}
