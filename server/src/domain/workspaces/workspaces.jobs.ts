import type { Job } from '../../jobs/job.ts';
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
