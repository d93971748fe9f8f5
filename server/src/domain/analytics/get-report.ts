import type { Report } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { countWaiting, getTimes, getTotals, listBins, sumLoads } from './analytics.queries.ts';
import { demandAgents } from './demand-agents.ts';
import { foldBins, sumCounts } from './report.rules.ts';
import { binMinutes, daysOf, hoursOf, type Range, stretchOf, unitOf } from './time-stretches.rules.ts';

export type AnalyticsQuery = Range & { agentId?: AgentId | undefined };

/** Figures of the conversations that began in the range, beside those of the time before. Fails with `not_found`. */
export async function getReport(
  deps: { database: Database },
  member: Member,
  query: AnalyticsQuery,
  now: Date,
): Promise<Report> {
  const { scope } = member;
  const stretch = stretchOf(query, now);
  const hours = hoursOf(query);
  const found = await deps.database.transaction(scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    return {
      bins: await listBins(tx, scope, agentIds, stretch, binMinutes(hours)),
      times: await getTimes(tx, scope, agentIds, stretch),
      previous: await getTotals(tx, scope, agentIds, { start: stretch.previousStart, end: stretch.previousEnd }),
      loads: await sumLoads(tx, scope, agentIds, query),
      waiting: await countWaiting(tx, scope, agentIds),
    };
  });
  const unit = unitOf(daysOf(query));
  return {
    totals: { ...sumCounts(found.bins), ...found.times },
    previous: found.previous,
    unit,
    ...foldBins(hours, found.bins, unit),
    loads: found.loads,
    waiting: found.waiting,
  };
}
