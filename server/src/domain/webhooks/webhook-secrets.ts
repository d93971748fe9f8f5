import { fail } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import { OpeningFailed, openText, type Seal, sealText } from '../sealing/seal.ts';
import type { EndpointRow } from './webhooks.queries.ts';

const sealOf = (scope: Scope): Seal => ({ purpose: 'webhooks', row: ['webhook', scope.workspaceUid] });

export const sealWebhookSecret = (secretKey: string, scope: Scope, secret: string) =>
  sealText(secretKey, sealOf(scope), secret);

/** In the clear, for signing alone: the current one first, then the old one while it is still valid. */
export function openWebhookSecrets(
  secretKey: string,
  scope: Scope,
  row: Pick<EndpointRow, 'sealed' | 'previousSealed' | 'previousUntil'>,
  now: Date,
): [string, ...string[]] {
  try {
    const current = openText(secretKey, sealOf(scope), row.sealed);
    if (!row.previousSealed || !row.previousUntil || row.previousUntil <= now) return [current];
    return [current, openText(secretKey, sealOf(scope), row.previousSealed)];
  } catch (error) {
    if (!(error instanceof OpeningFailed)) throw error;
    fail('conflict', {
      message:
        'The signing secret cannot be opened: it was stored under another SECRET_KEY of the installation. Rotate it.',
    });
  }
}
