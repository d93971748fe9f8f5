import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { Signals } from '../signals/signals.ports.ts';

type Deps = { database: Database; signals: Signals; secretKey: string; publicUrl: string | null };

export const inboxSchedules: Schedule<Deps>[] = [
  {
    name: 'inbox.wake_snoozed',
    cron: '* * * * *',
    run: async ({ database, signals }, systemScope) => {
      const { wakeSnoozed } = await import('./wake-snoozed.ts');
      await wakeSnoozed({ database, signals, systemScope }, new Date());
    },
  },
  {
    name: 'inbox.email_replies',
    cron: '* * * * *',
    run: async ({ database, secretKey, publicUrl }, systemScope, makeScope) => {
      const { emailReplies } = await import('./email-replies.ts');
      await emailReplies({ database, secretKey, publicUrl, systemScope, makeScope }, new Date());
    },
  },
];
