import { Failure, fail } from '@antiphon/contract/errors';
import { type EmailId, newEmailId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import type { TemplatedEmail } from './email.ports.ts';
import { insertEmail, takeWindow, workspaceOf } from './email.queries.ts';
import { toAddress, windowsOf } from './email.rules.ts';
import { sealProps } from './seal-props.ts';

export type NewEmail = TemplatedEmail & {
  to: string;
  language: DashboardLanguage;
  validMs?: number;
  /** Which asked for it, where anybody may: mails that sign in are counted by it. */
  network?: string;
  brandName?: string;
};

/**
 * Writes a mail in the caller's transaction; a job sends it after the commit, if and only if that commits. With the system's
 * scope the platform writes to a person and no workspace is counted. `validMs`: after it the mail is not sent any more.
 * Fails with `invalid_input` ('Please enter a valid email') and with `rate_limited`, when the recipient or the workspace has
 * had its share: then the caller's transaction must not commit anything that needs the mail. `brandName`: an agency's, which
 * then stands wherever the platform's name would, the sender's included. `language`: in which the reader reads.
 */
export async function queueEmail(
  deps: { secretKey: string },
  tx: Tx,
  scope: Scope | SystemScope,
  mail: NewEmail,
): Promise<EmailId> {
  const address = toAddress(mail.to);
  if (address === null)
    fail('invalid_input', {
      message: 'Please enter a valid email',
      issues: [{ path: 'email', message: 'Please enter a valid email' }],
    });
  const now = new Date();
  const { template, network = '' } = mail;
  for (const window of windowsOf({ template, address, workspaceUid: workspaceOf(scope), network }, now))
    if (!(await takeWindow(tx, window)))
      fail('rate_limited', { message: 'Too many mails were asked for. Please try again in an hour.' });
  const id = newEmailId();
  await insertEmail(tx, scope, {
    id,
    toAddress: address,
    template,
    sealed: sealProps(deps.secretKey, id, { ...mail.props, language: mail.language, brandName: mail.brandName }),
    state: 'queued',
    nextAttemptAt: now,
    expiresAt: mail.validMs === undefined ? null : new Date(now.getTime() + mail.validMs),
    createdAt: now,
  });
  await emit(tx, scope, { type: 'email_queued', payload: { emailId: id } });
  return id;
}

/** As `queueEmail`, but whoever had their share of mails gets none more, and nobody is told: what the mail is about stands. True where it was written. */
export async function queueWhereAllowed(...given: Parameters<typeof queueEmail>): Promise<boolean> {
  try {
    await queueEmail(...given);
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}
