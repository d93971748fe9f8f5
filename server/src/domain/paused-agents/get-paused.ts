import type { PausedAgents } from '@antiphon/contract/paused-agents';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getUse } from '../entitlements/get-entitlements.ts';
import { listPaused } from './paused-agents.queries.ts';
import { pausesAt } from './paused-agents.rules.ts';

/** How many agents are over the plan, from when on the newest of them do not answer, and which do not by now. */
export const getPaused = ({ database }: { database: Database }, scope: Scope): Promise<PausedAgents> =>
  database.transaction(scope, async (tx) => {
    const use = await getUse(tx, scope, 'maxAgents');
    const since = use?.overSince ?? null;
    return {
      over: use && use.max !== null ? Math.max(0, use.used - use.max) : 0,
      pausesAt: since && Math.floor(pausesAt(since).getTime() / 1_000),
      items: await listPaused(tx, scope),
    };
  });
