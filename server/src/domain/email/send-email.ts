import { type EmailId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { GIVEN_BACK, keepLease, renewed } from '../../db/lease.ts';
import type { SystemScope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type {
  EmailTemplate,
  EmailTransport,
  FindBrandColor,
  FindSender,
  OutgoingEmail,
  RenderLetter,
  TemplatedEmail,
} from './email.ports.ts';
import { LEASE_MS, nextAttemptAt } from './email.rules.ts';
import { claimEmail, type EmailRow, listDue, updateClaimed } from './email.system.queries.ts';
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
  findSender: FindSender;
  findBrandColor: FindBrandColor;
  isProduction: boolean;
  now?: () => Date;
};

/**
 * One attempt at one mail. May run twice: whoever takes the lease sends. A worker that dies between the provider's yes and
 * the row's change sends a second copy under the same id, which Resend drops and mailboxes fold by its Message-ID.
 */
export async function sendEmail(deps: SendDeps, id: EmailId): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  const owner = randomText(15);
  const row = await deps.database.transaction(deps.systemScope, (tx) => claimEmail(tx, id, now, owner));
  if (!row) return;
  const lease = { owner, attempt: row.leaseAttempt };
  const write = (change: Parameters<typeof updateClaimed>[3]) =>
    deps.database.transaction(deps.systemScope, (tx) => updateClaimed(tx, id, lease, change));
  const kept = keepLease(LEASE_MS, () => write(renewed(LEASE_MS)));
  try {
    await write({ ...(await attempt(deps, row, now, kept.signal)), ...GIVEN_BACK });
  } catch (error) {
    // Whoever took it over sends it.
    if (!kept.signal.aborted) throw error;
  } finally {
    kept.end();
  }
}

/** Mails whose wait is over, and those of workers that died. */
export async function sendDueEmails(deps: SendDeps, max = 100): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  const due = await deps.database.transaction(deps.systemScope, (tx) => listDue(tx, now, max));
  for (const { id } of due) await sendEmail(deps, id);
}

async function attempt(deps: SendDeps, row: EmailRow, now: Date, signal: AbortSignal): Promise<Partial<EmailRow>> {
  const attempts = row.attempts + 1;
  const over = (reason: string) => ({ state: 'failed' as const, reason, attempts, sealed: null });
  if (row.expiresAt && row.expiresAt <= now) return over('Its link ended before it could be sent.');
  const props = row.sealed && openProps(deps.secretKey, row.id, row.sealed);
  if (!props) return over('It was written under another SECRET_KEY and cannot be opened.');
  if (!deps.emailTransport)
    return deps.isProduction
      ? over('No email provider is set: SMTP_URL or RESEND_API_KEY.')
      : { state: 'kept', attempts, reason: '' };
  const agency = brandOf(props);
  const brandName = agency ?? deps.platformName;
  const mail = { template: row.template as EmailTemplate, props } as TemplatedEmail;
  const letter = writeLetter(mail, brandName, languageOf(props));
  try {
    const color = await colorOf(deps, row, agency);
    const rendered = await deps.renderLetter(letter, { name: brandName, color });
    const named = agency === null ? {} : { senderName: agency };
    // What is in an agency's name comes from its domain, where it has one.
    const sender = agency !== null && row.workspaceUid !== null ? await deps.findSender(row.workspaceUid) : null;
    signal.throwIfAborted();
    const outgoing = { id: row.id, to: row.toAddress, subject: letter.subject, ...rendered, ...named };
    await handOver(deps.emailTransport, outgoing, sender);
    return { state: 'sent', sentAt: now, attempts, sealed: null, reason: '' };
  } catch (error) {
    signal.throwIfAborted();
    const failure =
      error instanceof VendorFailure ? error : new VendorFailure('unreachable', 'The mail could not be made.');
    const next = failure.kind === 'invalid' ? null : nextAttemptAt(attempts, now, failure.retryAfterMs);
    const reason = failure.message.slice(0, 500);
    return next ? { attempts, nextAttemptAt: next, reason } : over(reason);
  }
}

/** What is in an agency's name has its color. */
export const colorOf = async (
  { findBrandColor }: Pick<SendDeps, 'findBrandColor'>,
  { workspaceUid }: Pick<EmailRow, 'workspaceUid'>,
  agency: string | null,
): Promise<string | null> => (agency === null || workspaceUid === null ? null : findBrandColor(workspaceUid));

/** A sender that is refused keeps no mail from its reader: the same one goes out by the configured sender. */
async function handOver(
  transport: EmailTransport,
  mail: OutgoingEmail,
  sender: Awaited<ReturnType<FindSender>>,
): Promise<void> {
  if (!sender) return transport.send(mail);
  const { refused, ...from } = sender;
  try {
    return await transport.send({ ...mail, sender: from });
  } catch (error) {
    if (!(error instanceof VendorFailure) || error.canRetry) throw error;
  }
  // Where it is the mail that is refused, or whom it goes to, it is refused again, and the sender is not to blame.
  await transport.send(mail);
  // It has left: nothing may send it once more. The next mail meets what is left undone here.
  await refused().catch(() => {});
}
