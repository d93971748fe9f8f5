import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { FileStore } from './uploads.ports.ts';

export const uploadsSchedules: Schedule<{ database: Database; fileStore: FileStore }>[] = [
  {
    name: 'uploads.purge_unnamed_files',
    cron: '*/10 * * * *',
    run: async (deps, systemScope) => {
      const { purgeUnnamedFiles } = await import('./purge-unnamed-files.ts');
      await purgeUnnamedFiles({ ...deps, systemScope }, new Date(Date.now() - limits.unnamedFileMinutes * 60_000));
    },
  },
];
