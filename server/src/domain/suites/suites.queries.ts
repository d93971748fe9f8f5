import type { AgentId, DocumentId, SuiteCaseId, SuiteRunId } from '@antiphon/contract/ids';
import type { NewSuiteCase } from '@antiphon/contract/suites';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { suiteCases, suiteResults, suiteRuns, suites } from '../../db/schema/suites.ts';
import type { Scope } from '../../db/scope.ts';

export type CaseRow = typeof suiteCases.$inferSelect;

const isSuite = (scope: Scope, id: AgentId) => and(eq(suites.workspaceUid, scope.workspaceUid), eq(suites.agentId, id));
const isOf = (scope: Scope, id: AgentId) =>
  and(eq(suiteCases.workspaceUid, scope.workspaceUid), eq(suiteCases.agentId, id));
const isCase = (scope: Scope, id: AgentId, caseId: SuiteCaseId) => and(isOf(scope, id), eq(suiteCases.id, caseId));

/** As it is before anybody made one. */
const NONE = { blocksPublishing: false, edition: 0 };

export async function findSuite(tx: Tx, scope: Scope, agentId: AgentId) {
  const [row] = await tx.select().from(suites).where(isSuite(scope, agentId));
  return row ?? NONE;
}

/** Whoever else would change its tests waits. */
export async function lockSuite(tx: Tx, scope: Scope, agentId: AgentId) {
  await tx.insert(suites).values({ agentId, workspaceUid: scope.workspaceUid }).onConflictDoNothing();
  const [row] = await tx.select().from(suites).where(isSuite(scope, agentId)).for('update');
  return row!;
}

export async function updateSuite(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  change: { blocksPublishing: boolean } | 'cases',
) {
  const set = change === 'cases' ? { edition: sql`${suites.edition} + 1` } : change;
  await tx.update(suites).set(set).where(isSuite(scope, agentId));
}

/** Without what is said in them. */
export const listCaseLines = (tx: Tx, scope: Scope, agentId: AgentId) =>
  tx
    .select({
      id: suiteCases.id,
      title: suiteCases.title,
      isMust: suiteCases.isMust,
      changedAt: suiteCases.changedAt,
      turns: sql<number>`jsonb_array_length(${suiteCases.script} -> 'turns')`,
    })
    .from(suiteCases)
    .where(isOf(scope, agentId))
    .orderBy(asc(suiteCases.createdAt), asc(suiteCases.id));

export const listCases = (tx: Tx, scope: Scope, agentId: AgentId): Promise<CaseRow[]> =>
  tx.select().from(suiteCases).where(isOf(scope, agentId)).orderBy(asc(suiteCases.createdAt), asc(suiteCases.id));

export async function countCases(tx: Tx, scope: Scope, agentId: AgentId): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(suiteCases).where(isOf(scope, agentId));
  return row?.total ?? 0;
}

export async function findCase(tx: Tx, scope: Scope, agentId: AgentId, caseId: SuiteCaseId): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(suiteCases)
    .where(isCase(scope, agentId, caseId));
  return row ?? null;
}

export async function insertCase(
  tx: Tx,
  scope: Scope,
  { id, agentId, ...fields }: NewSuiteCase & { id: SuiteCaseId; agentId: AgentId },
): Promise<CaseRow> {
  const [made] = await tx
    .insert(suiteCases)
    .values({ id, workspaceUid: scope.workspaceUid, agentId, ...fields })
    .returning();
  return made!;
}

/** In their order. */
export async function insertCases(
  tx: Tx,
  scope: Scope,
  { agentId, at, cases }: { agentId: AgentId; at: Date; cases: readonly (NewSuiteCase & { id: SuiteCaseId })[] },
): Promise<void> {
  if (cases.length === 0) return;
  const { workspaceUid } = scope;
  await tx
    .insert(suiteCases)
    .values(cases.map((one, index) => ({ ...one, workspaceUid, agentId, createdAt: new Date(at.getTime() + index) })));
}

export async function updateCase(
  tx: Tx,
  scope: Scope,
  { id, agentId, ...fields }: NewSuiteCase & { id: SuiteCaseId; agentId: AgentId },
): Promise<CaseRow> {
  const [changed] = await tx
    .update(suiteCases)
    .set({ ...fields, edition: sql`${suiteCases.edition} + 1`, changedAt: sql`now()` })
    .where(isCase(scope, agentId, id))
    .returning();
  return changed!;
}

export async function removeCase(tx: Tx, scope: Scope, agentId: AgentId, caseId: SuiteCaseId): Promise<boolean> {
  const gone = await tx
    .delete(suiteCases)
    .where(isCase(scope, agentId, caseId))
    .returning({ id: suiteCases.id });
  return gone.length > 0;
}

/** Those of the documents that the agent has. */
export async function listKnown(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  ids: readonly DocumentId[],
): Promise<ReadonlySet<DocumentId>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: knowledgeDocuments.id })
    .from(knowledgeDocuments)
    .where(
      and(
        eq(knowledgeDocuments.workspaceUid, scope.workspaceUid),
        eq(knowledgeDocuments.agentId, agentId),
        inArray(knowledgeDocuments.id, [...ids]),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** What an agent's working copy is, in a word; null where there is no such agent. */
export async function findDraftMd5(tx: Tx, scope: Scope, agentId: AgentId): Promise<string | null> {
  const [row] = await tx
    .select({ md5: agents.draftMd5 })
    .from(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, agentId)));
  return row?.md5 ?? null;
}

/** What an agent knows, in a word: it is another one as soon as a document is read anew with other words. */
export async function findKnowledgeMd5(tx: Tx, scope: Scope, agentId: AgentId): Promise<string> {
  const [row] = await tx
    .select({
      md5: sql<string>`md5(coalesce(string_agg(concat_ws(' ', ${knowledgeDocuments.id}, ${knowledgeDocuments.contentHash},
        ${knowledgeDocuments.questionKeys}, ${knowledgeDocuments.language}), ' ' order by ${knowledgeDocuments.id}), ''))`,
    })
    .from(knowledgeDocuments)
    .where(and(eq(knowledgeDocuments.workspaceUid, scope.workspaceUid), eq(knowledgeDocuments.agentId, agentId)));
  return row!.md5;
}

/** Whether any of an agent's tests must pass. */
export async function hasMust(tx: Tx, scope: Scope, agentId: AgentId): Promise<boolean> {
  const rows = await tx
    .select({ id: suiteCases.id })
    .from(suiteCases)
    .where(and(isOf(scope, agentId), eq(suiteCases.isMust, true)))
    .limit(1);
  return rows.length > 0;
}

/** Whether one that must pass did not, in the newest finished run of these settings. Null where there is none. */
export async function findGateRun(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  { settingsMd5, now }: { settingsMd5: string; now: { knowledgeMd5: string; edition: number } | null },
): Promise<{ runId: SuiteRunId; failing: string[] } | null> {
  const [run] = await tx
    .select({ id: suiteRuns.id })
    .from(suiteRuns)
    .where(
      and(
        eq(suiteRuns.workspaceUid, scope.workspaceUid),
        eq(suiteRuns.agentId, agentId),
        eq(suiteRuns.state, 'done'),
        eq(suiteRuns.settingsMd5, settingsMd5),
        now ? eq(suiteRuns.knowledgeMd5, now.knowledgeMd5) : undefined,
        now ? eq(suiteRuns.edition, now.edition) : undefined,
      ),
    )
    .orderBy(sql`${suiteRuns.startedAt} desc`)
    .limit(1);
  if (!run) return null;
  const failing = await tx
    .select({ title: suiteResults.title })
    .from(suiteResults)
    .where(
      and(
        eq(suiteResults.workspaceUid, scope.workspaceUid),
        eq(suiteResults.runId, run.id),
        eq(suiteResults.isMust, true),
        sql`${suiteResults.verdict} <> 'passed'`,
      ),
    )
    .orderBy(asc(suiteResults.position));
  return { runId: run.id, failing: failing.map(({ title }) => title) };
}
