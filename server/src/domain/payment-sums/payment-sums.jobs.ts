import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { checkSums } from './check-sums.ts';

export const paymentSumsSchedules: Schedule<{ database: Database; clock: () => Date }>[] = [
  {
    name: 'payment_sums.check',
    // An hour after what the night looks at again was marked.
    cron: '40 4 * * *',
    run: ({ database, clock }, systemScope, makeScope) => checkSums({ database, systemScope, makeScope }, clock()),
  },
];
