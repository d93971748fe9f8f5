import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { purgeEvents } from './purge-events.ts';

export const paymentEventsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'payment_events.purge',
    cron: '10 4 * * *',
    run: (deps, scope) => purgeEvents(deps, scope, new Date()),
  },
];
