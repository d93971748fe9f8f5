import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { purgeQuotes } from './purge-quotes.ts';

export const quotesSchedules: Schedule<{ database: Database }>[] = [
  { name: 'quotes.purge', cron: '20 4 * * *', run: (deps, scope) => purgeQuotes(deps, scope, new Date()) },
];
