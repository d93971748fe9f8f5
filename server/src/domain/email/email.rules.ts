import { createHash } from 'node:crypto';
import type { EmailTemplate } from './email.ports.ts';

/**
 * Mails that one address may get, and one workspace may send, of one purpose. Counted when a mail is queued, whether or not it
 * arrives. Anybody may ask for a mail that signs in: those are counted by the network that asks, so that nobody uses up what
 * somebody else needs; `perMailbox` is what a mailbox has to bear of them in all.
 */
export const EMAIL_LIMITS = {
  perRecipient: { max: 20, windowMinutes: 60 },
  perMailbox: { max: 100, windowMinutes: 60 },
  perWorkspace: { max: 300, windowMinutes: 24 * 60 },
  /** Instructions go to whatever address a member types. */
  instructionsPerRecipient: { max: 3, windowMinutes: 24 * 60 },
  instructionsPerWorkspace: { max: 20, windowMinutes: 24 * 60 },
} as const;

type Purpose = 'sign_in' | 'confirm' | 'notice' | 'invite' | 'alert' | 'reply' | 'log' | 'feedback' | 'instructions';

/** Mails of one purpose never use up the share of another. */
const PURPOSES: Record<EmailTemplate, Purpose> = {
  magic_link: 'sign_in',
  sign_in_code: 'sign_in',
  reset_password: 'sign_in',
  client_login_code: 'sign_in',
  verify_email: 'confirm',
  client_new_email: 'confirm',
  new_email: 'confirm',
  new_email_taken: 'confirm',
  password_changed: 'notice',
  email_changed: 'notice',
  export_ended: 'notice',
  client_password_changed: 'notice',
  client_email_changed: 'notice',
  workspace_invitation: 'invite',
  client_invitation: 'invite',
  notification: 'alert',
  contact_left: 'alert',
  operator_reply: 'reply',
  webhook_failing: 'alert',
  log_entry: 'log',
  client_feedback: 'feedback',
  dns_instructions: 'instructions',
  dns_reminder: 'notice',
  custom_domain: 'notice',
  payment_overdue: 'notice',
  recharge_paused: 'notice',
};

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

type Counted = { template: EmailTemplate; address: string; workspaceUid: string | null; network: string };

/** The windows that a mail is counted in. Recipients and networks are counted by a hash, so that the table is no list of them. */
export function windowsOf({ template, address, workspaceUid, network }: Counted, now: Date): Window[] {
  const purpose = PURPOSES[template];
  const { perMailbox, instructionsPerRecipient, instructionsPerWorkspace } = EMAIL_LIMITS;
  const isInstructions = purpose === 'instructions';
  const perRecipient = isInstructions ? instructionsPerRecipient : EMAIL_LIMITS.perRecipient;
  const perWorkspace = isInstructions ? instructionsPerWorkspace : EMAIL_LIMITS.perWorkspace;
  const window = (key: string, { max, windowMinutes }: { max: number; windowMinutes: number }) => {
    const ms = windowMinutes * 60_000;
    return { key: `${purpose}-${key}`, max, start: new Date(Math.floor(now.getTime() / ms) * ms) };
  };
  const to = `to:${hash(address)}`;
  const from = `from:${workspaceUid}`;
  if (purpose !== 'sign_in')
    return [window(to, perRecipient), ...(workspaceUid === null ? [] : [window(from, perWorkspace)])];
  const by = `by:${hash(network)}`;
  return [
    window(`${to}:${from}:${by}`, perRecipient),
    ...(workspaceUid === null ? [] : [window(`${from}:${by}`, perWorkspace)]),
    window(to, perMailbox),
  ];
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
