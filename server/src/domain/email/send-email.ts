import type { EmailId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { EmailTemplate, EmailTransport, RenderLetter, TemplatedEmail } from './email.ports.ts';
import { LEASE_MS, nextAttemptAt } from './email.rules.ts';
import { claimEmail, type EmailRow, listDue, settleEmail } from './email.system.queries.ts';
import { openProps } from './seal-props.ts';
import { brandOf, languageOf, writeLetter } from './templates.rules.ts';

export type SendDeps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  platformName: string;
  renderLetter: RenderLetter;
  /** Null where no provider is set: then mails are kept for the development outbox. */
  emailTransport: EmailTransport | null;
  isProduction: boolean;
  now?: () => Date;
};

/**
 * One attempt at one mail. May run twice: whoever takes the lease sends. A worker that dies between the provider's yes and
 * the row's change sends a second copy under the same id, which Resend drops and mailboxes fold by its Message-ID.
 */
export async function sendEmail(deps: SendDeps, id: EmailId): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const row = await deps.database.transaction(deps.systemScope, (tx) => claimEmail(tx, id, now, leaseUntil));
  if (!row) return;
  const change = await attempt(deps, row, now);
  await deps.database.transaction(deps.systemScope, (tx) => settleEmail(tx, id, leaseUntil, change));
}

/** Mails whose wait is over, and those of workers that died. */
export async function sendDueEmails(deps: SendDeps, max = 100): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  const due = await deps.database.transaction(deps.systemScope, (tx) => listDue(tx, now, max));
  for (const { id } of due) await sendEmail(deps, id);
}

async function attempt(deps: SendDeps, row: EmailRow, now: Date): Promise<Partial<EmailRow>> {
  const attempts = row.attempts + 1;
  const over = (reason: string) => ({ state: 'failed' as const, reason, attempts, sealed: null });
  if (row.expiresAt && row.expiresAt <= now) return over('Its link ended before it could be sent.');
  const props = row.sealed && openProps(deps.secretKey, row.id, row.sealed);
  if (!props) return over('It was written under another SECRET_KEY and cannot be opened.');
  if (!deps.emailTransport)
    return deps.isProduction
      ? over('No e-mail provider is set: SMTP_URL or RESEND_API_KEY.')
      : { state: 'kept', attempts, reason: '' };
  const agency = brandOf(props);
  const brandName = agency ?? deps.platformName;
  const mail = { template: row.template as EmailTemplate, props } as TemplatedEmail;
  const letter = writeLetter(mail, brandName, languageOf(props));
  try {
    const rendered = await deps.renderLetter(letter, brandName);
    const sender = agency === null ? {} : { senderName: agency };
    await deps.emailTransport.send({ id: row.id, to: row.toAddress, subject: letter.subject, ...rendered, ...sender });
    return { state: 'sent', sentAt: now, attempts, sealed: null, reason: '' };
  } catch (error) {
    const failure =
      error instanceof VendorFailure ? error : new VendorFailure('unreachable', 'The mail could not be made.');
    const next = failure.kind === 'invalid' ? null : nextAttemptAt(attempts, now, failure.retryAfterMs);
    const reason = failure.message.slice(0, 500);
    return next ? { attempts, nextAttemptAt: next, reason } : over(reason);
  }
}
