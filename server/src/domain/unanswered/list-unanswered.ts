import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { UnansweredQuestion } from '@antiphon/contract/unanswered';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { questionKey } from '../answers/same-question.rules.ts';
import { findTaughtKeys, listAskedInVain, listMarks } from './unanswered.queries.ts';
import { type Decided, groupQuestions } from './unanswered.rules.ts';

/** The last replies that did not know the answer: what is older is not looked at, and not counted. */
const READ_MAX = 1_000;

/** The most asked first. Fails with `not_found`. */
export async function listUnanswered(
  deps: { database: Database },
  scope: Scope,
  agentId: AgentId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: UnansweredQuestion[]; nextCursor: string | null }> {
  // What was counted meanwhile moves rows: a place in the list is all that a cursor can say.
  const from = Number(cursor ?? 0);
  if (!Number.isInteger(from) || from < 0)
    fail('invalid_input', { issues: [{ path: 'cursor', message: 'This cursor is not valid.' }] });
  const groups = await deps.database.transaction(scope, async (tx) => {
    const asked = await listAskedInVain(tx, scope, agentId, READ_MAX);
    const questions = asked.map(({ question }) => question);
    return groupQuestions(asked, await readDecided(tx, scope, agentId, questions));
  });
  const to = from + limit;
  return { items: groups.slice(from, to), nextCursor: to < groups.length ? String(to) : null };
}

/** What was decided of these questions, in the caller's transaction. */
export async function readDecided(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  questions: readonly string[],
): Promise<Decided> {
  const { handoff } = await getAgentSettings(tx, scope, agentId);
  const marks = await listMarks(tx, scope, agentId);
  const keys = [...questions.map(questionKey), ...marks.map(({ intoKey }) => intoKey)];
  const taught = await findTaughtKeys(tx, scope, agentId, [...new Set(keys.filter((key) => key !== ''))]);
  return { marks, taught: new Set(taught), phrases: handoff.isEnabled ? handoff.phrases : [] };
}
