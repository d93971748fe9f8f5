import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { pauseOver } from './pause-over.ts';

export const pausedAgentsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'paused_agents.pause_over',
    cron: '40 3 * * *',
    run: (deps, scope, makeScope) => pauseOver(deps, scope, makeScope, new Date()),
  },
];
