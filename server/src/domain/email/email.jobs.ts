import type { EmailId } from '@antiphon/contract/ids';
import type { Job, Schedule } from '../../jobs/job.ts';
import type { SendDeps } from './send-email.ts';

/** A failed attempt sets its own next one, which `send_due_emails` takes up; the queue itself tries no second time. */
export const emailJobs: Job<SendDeps>[] = [
  {
    name: 'send_email',
    on: ['email_queued'],
    retriesMax: 0,
    timeoutSeconds: 120,
    parallel: 4,
    async run(deps, _scope, payload) {
      const { sendEmail } = await import('./send-email.ts');
      await sendEmail(deps, payload.emailId as EmailId);
    },
  },
];

export const emailSchedules: Schedule<SendDeps>[] = [
  {
    name: 'send_due_emails',
    cron: '* * * * *',
    async run(deps) {
      const { sendDueEmails } = await import('./send-email.ts');
      await sendDueEmails(deps);
    },
  },
  {
    name: 'purge_emails',
    cron: '40 3 * * *',
    async run(deps, scope) {
      const { purgeOldEmails } = await import('./purge-emails.ts');
      await purgeOldEmails(deps.database, scope, new Date());
    },
  },
];
