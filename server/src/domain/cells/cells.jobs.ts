import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Schedule } from '../../jobs/job.ts';

/** Nothing is to be done in a region with one database. */
export const cellsSchedules: Schedule<{ database: Database; systemScope: SystemScope; otherCells: OtherCells }>[] = [
  {
    name: 'cells.settle_people',
    cron: '* * * * *',
    async run(deps) {
      if (!deps.otherCells) return;
      const { settlePeople } = await import('./settle-people.ts');
      await settlePeople(deps);
    },
  },
  {
    name: 'cells.settle_directory',
    cron: '25 4 * * *',
    async run(deps) {
      if (!deps.otherCells) return;
      const { settleDirectory } = await import('./settle-directory.ts');
      await settleDirectory(deps);
    },
  },
];
