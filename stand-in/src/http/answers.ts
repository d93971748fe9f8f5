import { createHash } from 'node:crypto';
import type { Transaction } from '../store/transaction.ts';
import { StripeError } from './stripe-error.ts';

const KEPT_SECONDS = 24 * 3_600;

export type Answer = { status: number; body: string; isReplayed?: boolean };

export const hashOf = (method: string, path: string, body: string) =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

/** What was answered to the same key before. With other parameters it is a mistake of the caller. */
export function findAnswer(tx: Transaction, key: string, hash: string): Answer | null {
  const kept = tx.find('answers', key);
  if (!kept || kept.created + KEPT_SECONDS <= tx.now) return null;
  if (kept.hash !== hash)
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  return { status: kept.status, body: kept.body, isReplayed: true };
}

export function keepAnswer(tx: Transaction, key: string, hash: string, { status, body }: Answer): void {
  if (tx.find('answers', key)) tx.remove('answers', key);
  tx.add('answers', { id: key, object: 'answer', hash, status, body, created: tx.now });
}

export const inFlight = (key: string) =>
  new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
