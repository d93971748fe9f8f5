import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@antiphon/contract/ids';
import * as z from 'zod';

/** Six digits, each as likely as the others. */
export function newMailedCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  // Four thousand million and a bit: the last incomplete million is thrown again.
  return number >= 4_294_000_000 ? newMailedCode() : String(number % 1_000_000).padStart(6, '0');
}

export const isSameHash = (stored: string, given: string) =>
  stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));

/** Wrong codes that use one up. */
const TRIES = 5;

/** An address that a person wants and has not shown yet to be theirs. */
const PendingEmail = z.object({ email: z.string(), codeHash: z.string(), codeEndsAt: z.number(), tries: z.number() });
export type PendingEmail = z.infer<typeof PendingEmail>;

export const readPending = (value: string): PendingEmail => PendingEmail.parse(JSON.parse(value));

/** A million codes are hashed in a second: only with a key does the hash keep them. Good for this person and this address alone. */
export const hashCode = (secretKey: string, userId: UserId, email: string, code: string) =>
  createHmac('sha256', `new-email:${secretKey}`).update(`${userId}:${email}:${code}`).digest('base64url');

export const mayStillBeTried = ({ codeEndsAt, tries }: PendingEmail, now: Date) =>
  codeEndsAt > now.getTime() && tries < TRIES;

export const isRightCode = (pending: PendingEmail, secretKey: string, userId: UserId, code: string) =>
  isSameHash(pending.codeHash, hashCode(secretKey, userId, pending.email, code));
