import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Schedule } from '../../jobs/job.ts';

export const identitySchedules: Schedule<{ database: Database; systemScope: SystemScope }>[] = [
  {
    name: 'purge_sign_in_attempts',
    cron: '55 * * * *',
    async run({ database }, scope) {
      const { purgeOldGuesses } = await import('./take-guess.ts');
      await purgeOldGuesses(database, scope, new Date());
    },
  },
  {
    name: 'purge_sessions',
    cron: '45 3 * * *',
    async run({ database }, scope) {
      const { purgeSessions } = await import('./own-sessions.ts');
      await purgeSessions(database, scope, new Date());
    },
  },
  {
    name: 'purge_erased_people',
    cron: '35 * * * *',
    async run(deps) {
      const { purgeErasedPeople } = await import('./erase-person.ts');
      await purgeErasedPeople(deps);
    },
  },
];
