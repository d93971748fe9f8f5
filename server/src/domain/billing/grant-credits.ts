import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { callGrant, callTransfer, lockAccount } from './billing.queries.ts';

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

/**
 * Moves `amountMicro` (above 0) micro-credits between two accounts of the workspace (an org's, or null: its own) and writes a line
 * for each. Once per `id`: false where it was done before. Fails with `no_credits` where less may be spent, and with
 * `idempotency_mismatch` where the id stood for something else.
 */
export async function moveCredits(
  tx: Tx,
  scope: Scope,
  move: { id: string; from: OrgId | null; to: OrgId | null; amountMicro: bigint; featureKey: string },
): Promise<boolean> {
  const { id, from, to, amountMicro: amount, featureKey: kind } = move;
  const outcome = await callTransfer(tx, scope, { id, from, to, amount, kind });
  if (outcome === 'mismatch') fail('idempotency_mismatch');
  if (outcome === 'no_credits') fail('no_credits', { message: 'Not enough credits in workspace/org.' });
  return outcome === 'new';
}

/** Moves what of an account no reply holds, and says how much that was. Not for calls that are sent again: `id` is a new one. */
export async function moveAllCredits(
  tx: Tx,
  scope: Scope,
  move: { id: string; from: OrgId | null; to: OrgId | null; featureKey: string },
): Promise<bigint> {
  const account = await lockAccount(tx, scope, move.from);
  const amountMicro = account ? account.balance - account.held : 0n;
  if (amountMicro > 0n) await moveCredits(tx, scope, { ...move, amountMicro });
  return amountMicro;
}
