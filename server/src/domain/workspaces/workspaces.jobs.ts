import type { Job, Schedule } from '../../jobs/job.ts';
import type { EraseDeps } from './erase-workspace.ts';

export const workspacesJobs: Job<EraseDeps>[] = [
  {
    name: 'erase_workspace',
    on: ['workspace_deleted'],
    retriesMax: 20,
    timeoutSeconds: 3_600,
    parallel: 1,
    async run(deps, scope) {
      const { eraseWorkspace } = await import('./erase-workspace.ts');
      await eraseWorkspace(deps, scope);
    },
  },
];

export const workspacesSchedules: Schedule<EraseDeps>[] = [
  {
    name: 'workspaces.erase_left',
    cron: '50 * * * *',
    async run(deps, systemScope, makeScope) {
      const { eraseLeft } = await import('./erase-workspace.ts');
      await eraseLeft({ ...deps, systemScope }, makeScope, new Date());
    },
  },
];
