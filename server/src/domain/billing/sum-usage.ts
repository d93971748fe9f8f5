import type { UsageSummary } from '@antiphon/contract/billing';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { sumAgentUsage } from './billing.queries.ts';
import { cutDays, type DayRange } from './calendar.rules.ts';
import { toCredits } from './credits.rules.ts';

/** What agents used in some days of a calendar, both included: for each day, and for each agent with the most first. */
export async function sumUsage(
  deps: { database: Database },
  scope: Scope,
  query: DayRange & { orgId?: OrgId | undefined; agentId?: AgentId | undefined },
): Promise<UsageSummary> {
  const { days, cuts } = cutDays(query);
  const rows = await deps.database.transaction(scope, (tx) =>
    sumAgentUsage(tx, scope, { cuts, orgId: query.orgId ?? null, agentId: query.agentId ?? null }),
  );
  const sum = (of: typeof rows) => ({
    credits: toCredits(of.reduce((total, { amount }) => total + BigInt(amount), 0n)),
    answers: of.reduce((total, { answers }) => total + answers, 0),
  });
  const byAgent = Map.groupBy(rows, ({ agentId }) => agentId);
  return {
    ...sum(rows),
    days: days.map((day, part) => ({ day, ...sum(rows.filter((row) => row.part === part)) })),
    items: [...byAgent]
      .flatMap(([agentId, of]) =>
        agentId === null ? [] : [{ agentId, agentTitle: of[0]?.agentTitle ?? null, ...sum(of) }],
      )
      .toSorted((one, other) => other.credits - one.credits),
  };
}
