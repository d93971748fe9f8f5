import type { Scores, VisitorComment } from '@antiphon/contract/analytics';
import type { Database } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { demandAgents } from './demand-agents.ts';
import type { AnalyticsQuery } from './get-report.ts';
import {
  type CommentFilters,
  listAgentScores,
  listCommentRows,
  listDocumentScores,
  listOperatorScores,
} from './scores.queries.ts';
import { stretchOf } from './time-stretches.rules.ts';

type Deps = { database: Database };

const SHOWN_MAX = 50;

/** How agents, operators and documents were rated in conversations of the range. Fails with `not_found`. */
export function listScores(deps: Deps, member: Member, query: AnalyticsQuery): Promise<Scores> {
  const { scope } = member;
  const between = stretchOf(query, new Date());
  return deps.database.transaction(scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    return {
      agents: await listAgentScores(tx, scope, agentIds, between, SHOWN_MAX),
      operators: await listOperatorScores(tx, scope, agentIds, between, SHOWN_MAX),
      documents: await listDocumentScores(tx, scope, agentIds, between, SHOWN_MAX),
    };
  });
}

/** What visitors wrote to their ratings and thumbs in conversations of the range. Fails with `not_found`. */
export function listComments(
  deps: Deps,
  member: Member,
  { operatorId, documentId, ...query }: AnalyticsQuery & CommentFilters,
): Promise<VisitorComment[]> {
  const between = stretchOf(query, new Date());
  return deps.database.transaction(member.scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    return listCommentRows(tx, member.scope, agentIds, between, { operatorId, documentId, limit: SHOWN_MAX });
  });
}
