import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { takeCreditWarning } from './billing.queries.ts';
import { listWarningsDue } from './billing.system.queries.ts';
import { toCredits } from './credits.rules.ts';

/** A run ends after this many; the next one is a minute away. */
const PER_RUN = 1_000;

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/**
 * Tells of accounts of which 50, 75, 90 or 100 % of the last grant is used: each threshold once a grant, and only the highest of
 * those passed since the last look. By the clock and not in the charge itself, whose account is the busiest row there is.
 */
export async function warnLowCredits({ database, systemScope, makeScope }: Deps): Promise<void> {
  const due = await database.transaction(systemScope, (tx) => listWarningsDue(tx, systemScope, PER_RUN));
  for (const { workspaceUid, orgId } of due) {
    const scope = makeScope(workspaceUid);
    await database.transaction(scope, async (tx) => {
      const warning = await takeCreditWarning(tx, scope, orgId);
      if (!warning) return;
      const { usedPercent, balance, lastGrant } = warning;
      const payload = { usedPercent, creditsLeft: toCredits(balance), creditsGranted: toCredits(lastGrant), orgId };
      await emit(tx, scope, { type: 'credits_low', payload });
    });
  }
}
