import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { callGrant } from './billing.queries.ts';

/**
 * Gives a workspace `amountMicro` (above 0) micro-credits and writes the usage line. Once per `id`, which the caller makes
 * (`welcome:...`, a payment's id); fails with `idempotency_mismatch` where the id stood for another sum or feature.
 */
export async function grantCredits(
  tx: Tx,
  scope: Scope,
  grant: { id: string; amountMicro: bigint; featureKey: string },
): Promise<void> {
  const { id, amountMicro: amount, featureKey } = grant;
  if ((await callGrant(tx, scope, { id, amount, featureKey })) === 'mismatch') fail('idempotency_mismatch');
}
