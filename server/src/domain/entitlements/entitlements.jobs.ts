import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import { refreshLimits } from './refresh-limits.ts';
import type { PlanDeps } from './set-plan.ts';

export const entitlementsSchedules: Schedule<PlanDeps & { database: Database }>[] = [
  {
    name: 'entitlements.refresh_limits',
    cron: '*/5 * * * *',
    run: (deps, scope, makeScope) => refreshLimits(deps, scope, makeScope, new Date()),
  },
];
