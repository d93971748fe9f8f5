import type { ExportId } from '@antiphon/contract/ids';
import type { Job, Schedule } from '../../jobs/job.ts';
import type { ExportDeps } from './make-export.ts';

export const exportsJobs: Job<ExportDeps>[] = [
  {
    name: 'make_export',
    on: ['export_requested'],
    retriesMax: 5,
    timeoutSeconds: 12 * 3_600,
    parallel: 1,
    async run(deps, scope, payload) {
      const { makeExport } = await import('./make-export.ts');
      await makeExport(deps, scope, payload.exportId as ExportId);
    },
  },
];

export const exportsSchedules: Schedule<ExportDeps>[] = [
  {
    name: 'exports.resume',
    cron: '* * * * *',
    async run(deps, systemScope, makeScope) {
      const { resumeExports } = await import('./resume-exports.ts');
      await resumeExports({ ...deps, systemScope }, makeScope, new Date());
    },
  },
  {
    name: 'exports.purge',
    cron: '15 * * * *',
    async run(deps, systemScope, makeScope) {
      const { purgeExports } = await import('./delete-archives.ts');
      await purgeExports({ ...deps, systemScope }, makeScope);
    },
  },
];
