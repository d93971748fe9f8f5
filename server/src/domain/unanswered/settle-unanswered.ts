import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { questionKey } from '../answers/same-question.rules.ts';
import { demandKnowledgeWrite } from '../documents/documents.policy.ts';
import type { Member } from '../identity/identity.policy.ts';
import { deleteMarks, listMarks, putMarks } from './unanswered.queries.ts';
import type { Mark } from './unanswered.rules.ts';

type Deps = { database: Database };

/** Takes questions off the list, or puts them back. Fails with `not_found`. */
export async function settleUnanswered(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  { questions, state }: { questions: string[]; state: 'done' | 'dismissed' | 'open' },
): Promise<void> {
  const keys = keysOf(questions);
  await change(deps, member, agentId, async (tx) => {
    const marks = await listMarks(tx, member.scope, agentId);
    const merged = mergesOf(marks);
    if (state === 'open') {
      const marked = new Set(marks.map((mark) => mark.questionKey));
      // Of what was merged into a question that is off the list, that one comes back; else the merge is undone.
      const opened = keys.map((key) => (marked.has(merged.get(key) ?? '') ? merged.get(key)! : key));
      return deleteMarks(tx, member.scope, agentId, opened);
    }
    const markedAt = new Date();
    // What was merged goes on to count as the question that it was merged into, which is decided with it.
    const own = keys.filter((key) => !merged.has(key));
    const roots = keys.flatMap((key) => merged.get(key) ?? []);
    const marked = [...new Set([...own, ...roots])];
    await putMarks(
      tx,
      member.scope,
      agentId,
      marked.map((key) => ({ questionKey: key, state, intoKey: '', markedAt })),
    );
  });
}

/** Counts questions as another, and with them what was merged into them before. Fails with `not_found`. */
export async function mergeUnanswered(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  { questions, into }: { questions: string[]; into: string },
): Promise<void> {
  const keys = keysOf(questions);
  const [named] = keysOf([into]);
  await change(deps, member, agentId, async (tx) => {
    const merged = mergesOf(await listMarks(tx, member.scope, agentId));
    const root = merged.get(named!) ?? named!;
    const moved = new Set(keys.flatMap((key) => [key, ...(merged.has(key) ? [merged.get(key)!] : [])]));
    for (const [key, target] of merged) if (moved.has(target)) moved.add(key);
    moved.delete(root);
    const markedAt = new Date();
    const marks = [...moved].map((key) => ({ questionKey: key, state: 'merged' as const, intoKey: root, markedAt }));
    await putMarks(tx, member.scope, agentId, marks);
  });
}

const keysOf = (questions: readonly string[]): string[] => {
  const keys = [...new Set(questions.map(questionKey))];
  if (keys.includes(''))
    fail('invalid_input', { issues: [{ path: 'questions', message: 'A question needs a word.' }] });
  return keys;
};

/** What counts as what. */
const mergesOf = (marks: readonly Mark[]): Map<string, string> =>
  new Map(marks.flatMap(({ questionKey: key, state, intoKey }) => (state === 'merged' ? [[key, intoKey]] : [])));

function change(deps: Deps, member: Member, agentId: AgentId, work: (tx: Tx) => Promise<void>): Promise<void> {
  demandKnowledgeWrite(member);
  return deps.database.transaction(member.scope, async (tx) => {
    await getAgentSettings(tx, member.scope, agentId);
    await work(tx);
  });
}
