import { createHash } from 'node:crypto';

/** Mails that one address may get, and one workspace may send. Counted when a mail is queued, whether or not it arrives. */
export const EMAIL_LIMITS = {
  perRecipient: { max: 20, windowMinutes: 60 },
  perWorkspace: { max: 300, windowMinutes: 24 * 60 },
} as const;

export const KEPT_DAYS = 30;
/** A worker that has not finished by then is taken for dead. */
export const LEASE_MS = 2 * 60_000;

/** Waits after each failed attempt, in seconds: some 20 hours in all, as long as mail servers themselves try. */
const WAITS = [30, 120, 600, 1_800, 3_600, 3 * 3_600, 6 * 3_600, 8 * 3_600] as const;

/** When to try again after `attempts` failed ones; null when it is given up. */
export function nextAttemptAt(attempts: number, now: Date, retryAfterMs: number | null = null): Date | null {
  const wait = WAITS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + Math.max(wait * 1_000, retryAfterMs ?? 0));
}

/** RFC 5321 allows 254 characters. Quoted local parts, address literals and anything unprintable are refused: no person has them. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}$/;

/** The address in the form in which it is stored and counted; null where mail cannot be sent to it. */
export function toAddress(given: string): string | null {
  const address = given.trim().toLowerCase();
  if (address.length > 254 || !ADDRESS.test(address)) return null;
  const local = address.slice(0, address.indexOf('@'));
  return local.startsWith('.') || local.endsWith('.') || local.includes('..') ? null : address;
}

type Window = { key: string; max: number; start: Date };

/**
 * The windows that a mail is counted in. Recipients are counted by a hash, so that the table is no list of addresses. Notices
 * have a share of their own, so that nobody can use it up by asking for other mails.
 */
export function windowsOf(address: string, workspaceUid: string | null, now: Date, isNotice = false): Window[] {
  const share = isNotice ? 'notice-' : '';
  const { perRecipient, perWorkspace } = EMAIL_LIMITS;
  const start = (minutes: number) => new Date(Math.floor(now.getTime() / (minutes * 60_000)) * minutes * 60_000);
  const recipient = {
    key: `${share}to:${createHash('sha256').update(address).digest('base64url')}`,
    max: perRecipient.max,
    start: start(perRecipient.windowMinutes),
  };
  if (workspaceUid === null) return [recipient];
  return [
    recipient,
    { key: `${share}from:${workspaceUid}`, max: perWorkspace.max, start: start(perWorkspace.windowMinutes) },
  ];
}
