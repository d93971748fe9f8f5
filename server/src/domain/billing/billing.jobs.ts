import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Schedule } from '../../jobs/job.ts';
import { checkLedgers } from './check-ledgers.ts';
import { voidExpiredHolds } from './void-expired-holds.ts';
import { warnLowCredits } from './warn-low-credits.ts';

type Deps = { database: Database };

const withScopes = (deps: Deps, systemScope: SystemScope, makeScope: (uid: string) => Scope) => ({
  database: deps.database,
  systemScope,
  makeScope: (uid: WorkspaceUid) => makeScope(uid),
});

export const billingSchedules: Schedule<Deps>[] = [
  {
    name: 'billing.warn_low_credits',
    cron: '* * * * *',
    run: (deps, scope, makeScope) => warnLowCredits(withScopes(deps, scope, makeScope)),
  },
  {
    name: 'billing.void_expired_holds',
    cron: '* * * * *',
    run: (deps, scope, makeScope) => voidExpiredHolds(withScopes(deps, scope, makeScope), new Date()),
  },
  {
    name: 'billing.check_ledgers',
    cron: '10 4 * * *',
    run: (deps, scope, makeScope) => checkLedgers(withScopes(deps, scope, makeScope)),
  },
];
