import { createHmac } from 'node:crypto';
import type { RawHook } from '../../domain/channels/channels.ports.ts';
import { isSame } from '../shared/channel-http/is-same.ts';

/** https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads: over the bytes as they came. */
export function isSignedByMeta({ headers, body }: RawHook, appSecret: string): boolean {
  const given = headers['x-hub-signature-256'] ?? '';
  const own = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
  return appSecret !== '' && isSame(given, own);
}

/** What Meta asks an address, before it tells anything there; null where it asks with another token. */
export function answerChallenge(query: URLSearchParams, verifyToken: string): string | null {
  const challenge = query.get('hub.challenge') ?? '';
  const isOurs = query.get('hub.mode') === 'subscribe' && isSame(query.get('hub.verify_token') ?? '', verifyToken);
  return isOurs && /^[\w-]{1,64}$/.test(challenge) ? challenge : null;
}
