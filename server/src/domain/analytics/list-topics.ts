import type { AskedQuestion, CitedSource } from '@antiphon/contract/analytics';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { readDecided } from '../unanswered/list-unanswered.ts';
import { openQuestions } from '../unanswered/unanswered.rules.ts';
import { listCountryRows, listQuestionRows, listSourceRows } from './analytics.queries.ts';
import { demandAgents } from './demand-agents.ts';
import type { AnalyticsQuery } from './get-report.ts';
import { joinQuestions } from './questions.rules.ts';
import { stretchOf } from './time-stretches.rules.ts';

type Deps = { database: Database };

const SHOWN_MAX = 50;
/** Read beyond what is shown, because some of them turn out to be the same question. */
const READ = 4 * SHOWN_MAX;

/** What visitors asked in the range, and what could not be answered. Fails with `not_found`. */
export function listQuestions(
  deps: Deps,
  member: Member,
  query: AnalyticsQuery,
): Promise<{ asked: AskedQuestion[]; unanswered: AskedQuestion[] }> {
  const { scope } = member;
  const between = stretchOf(query, new Date());
  return deps.database.transaction(scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    const asked = await listQuestionRows(tx, scope, agentIds, between, { isUnknown: false, limit: READ });
    const unknown = await listQuestionRows(tx, scope, agentIds, between, { isUnknown: true, limit: READ });
    const open = query.agentId && (await readOpen(tx, scope, query.agentId, unknown));
    return {
      asked: joinQuestions(asked, 'asked', SHOWN_MAX),
      unanswered: joinQuestions(unknown, 'unknown', SHOWN_MAX, open || undefined),
    };
  });
}

/** Those of one agent that still wait for an answer, by the question that they count as. */
async function readOpen(tx: Tx, scope: Scope, agentId: AgentId, unknown: readonly AskedQuestion[]) {
  const decided = await readDecided(
    tx,
    scope,
    agentId,
    unknown.map(({ question }) => question),
  );
  const { keyOf } = openQuestions(decided);
  return ({ question, lastAskedAt }: AskedQuestion) => keyOf(question, new Date(lastAskedAt));
}

/** The documents that replies of the range cite. Fails with `not_found`. */
export function listSources(deps: Deps, member: Member, query: AnalyticsQuery): Promise<CitedSource[]> {
  const between = stretchOf(query, new Date());
  return deps.database.transaction(member.scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    return listSourceRows(tx, member.scope, agentIds, between, SHOWN_MAX);
  });
}

/** Where visitors of the range were, as far as it is recorded. Fails with `not_found`. */
export function listCountries(
  deps: Deps,
  member: Member,
  query: AnalyticsQuery,
): Promise<{ country: string; conversations: number }[]> {
  const between = stretchOf(query, new Date());
  return deps.database.transaction(member.scope, async (tx) => {
    const agentIds = await demandAgents(tx, member, query.agentId);
    return listCountryRows(tx, member.scope, agentIds, between);
  });
}
