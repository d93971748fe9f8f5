import type { Database } from '../../db/database.ts';
import type { Job, Schedule } from '../../jobs/job.ts';
import type { FontDeps } from './bring-font.ts';

export const fontsJobs: Job<FontDeps>[] = [
  {
    name: 'bring_font',
    on: ['font_wanted'],
    retriesMax: 3,
    timeoutSeconds: 120,
    parallel: 1,
    async run(deps, _scope, payload) {
      const { bringFont } = await import('./bring-font.ts');
      await bringFont(deps, payload.font as string);
    },
  },
];

export const fontsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'fonts.want_late',
    cron: '*/10 * * * *',
    async run({ database }, scope) {
      const { wantLateFonts } = await import('./bring-font.ts');
      await wantLateFonts(database, scope);
    },
  },
];
