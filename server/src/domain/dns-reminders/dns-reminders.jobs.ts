import type { Schedule } from '../../jobs/job.ts';
import type { ReminderDeps } from './send-reminders.ts';

export const dnsRemindersSchedules: Schedule<ReminderDeps>[] = [
  {
    name: 'dns_reminders.send',
    cron: '*/10 * * * *',
    async run(deps, _scope, makeScope) {
      const { sendReminders } = await import('./send-reminders.ts');
      await sendReminders(deps, makeScope, new Date());
    },
  },
];
