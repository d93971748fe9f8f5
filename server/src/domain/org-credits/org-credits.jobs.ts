import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { takeBackLeftCredits } from './take-back-credits.ts';

export const orgCreditsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'org_credits.take_back_left',
    cron: '* * * * *',
    run: ({ database }, systemScope, makeScope) =>
      takeBackLeftCredits({ database, systemScope, makeScope: (uid) => makeScope(uid) }),
  },
];
