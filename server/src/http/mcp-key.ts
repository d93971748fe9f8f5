import { createHash } from 'node:crypto';
import { Failure } from '@antiphon/contract/errors';
import { LRUCache } from 'lru-cache';
import type { Access, RequestContext } from './context.ts';
import { bearerOf, takeCall, takeShare } from './procedures.ts';

export type Asker = Exclude<Awaited<ReturnType<Access['findAccessKey']>>, 'expired' | null>;

/** Keys of one network that are not known yet, in a minute. */
const UNKNOWN_KEYS_A_MINUTE = 120;
const KNOWN_MAX = 10_000;
const KNOWN_MS = 10 * 60_000;

const MISSING = 'There is no access key in this call. Send it as "Authorization: Bearer", a space and the key.';
const UNKNOWN = 'This access key does not exist. It may have been revoked, or its person has left the workspace.';
const EXPIRED = 'This access key has expired. Make a new one in the dashboard.';

/** What a client is told besides the error, as OAuth's bearer tokens have it (RFC 6750). */
export class KeyRefused extends Failure {
  readonly challenge: string;

  constructor(message: string, isMissing: boolean) {
    super('unauthorized', message, []);
    this.challenge = isMissing ? 'Bearer' : `Bearer error="invalid_token", error_description="${message}"`;
  }
}

/**
 * Finds who asks, anew for each request: a key that was revoked in another process is refused in this one. Whoever guesses is
 * stopped by their network, and then costs nothing; keys that were good a moment ago are not counted there.
 */
export function makeFindAsker(): (context: RequestContext) => Promise<Asker> {
  const known = new LRUCache<string, true>({ max: KNOWN_MAX, ttl: KNOWN_MS });
  return async (context) => {
    const secret = bearerOf(context.headers);
    if (!secret) throw new KeyRefused(MISSING, true);
    const hash = createHash('sha256').update(secret).digest('base64url');
    if (!known.has(hash)) {
      const key = `program-address:${context.addressPrefix}`;
      await takeShare(context, { key, max: UNKNOWN_KEYS_A_MINUTE, windowSeconds: 60 });
    }
    const found = await context.access.findAccessKey(secret);
    if (!found || found === 'expired') {
      known.delete(hash);
      throw new KeyRefused(found ? EXPIRED : UNKNOWN, false);
    }
    known.set(hash, true);
    await takeCall(context, `program:${found.accessKeyId}`);
    return found;
  };
}
