import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { FunctionId, McpSourceId } from '@antiphon/contract/ids';
import { and, asc, count, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { functions } from '../../db/schema/functions.ts';
import { mcpSources, mcpTools } from '../../db/schema/mcp-sources.ts';
import type { Scope } from '../../db/scope.ts';
import type { KeptTool } from './tool-definition.rules.ts';

const isOne = (scope: Scope, id: McpSourceId) =>
  and(eq(mcpSources.workspaceUid, scope.workspaceUid), eq(mcpSources.id, id));
const isOf = (scope: Scope, id: McpSourceId) =>
  and(eq(mcpTools.workspaceUid, scope.workspaceUid), eq(mcpTools.sourceId, id));

export type SourceRow = typeof mcpSources.$inferSelect;
export type ToolRow = typeof mcpTools.$inferSelect;

/** Oldest first, each with how many tools it has, and how many of these are functions and were changed since. */
export const listSourceRows = (tx: Tx, scope: Scope) =>
  tx
    .select({
      source: mcpSources,
      tools: count(mcpTools.name),
      approved: count(mcpTools.functionId),
      changed: sql<number>`count(*) filter (where ${mcpTools.functionId} is not null
        and (not ${mcpTools.isThere} or ${mcpTools.fingerprint} <> ${mcpTools.approvedFingerprint}))::int`,
    })
    .from(mcpSources)
    .leftJoin(mcpTools, and(eq(mcpTools.sourceId, mcpSources.id), eq(mcpTools.workspaceUid, scope.workspaceUid)))
    .where(eq(mcpSources.workspaceUid, scope.workspaceUid))
    .groupBy(mcpSources.id)
    .orderBy(asc(mcpSources.createdAt), asc(mcpSources.id));

export async function countSources(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(mcpSources)
    .where(eq(mcpSources.workspaceUid, scope.workspaceUid));
  return row?.total ?? 0;
}

export async function findSource(tx: Tx, scope: Scope, id: McpSourceId): Promise<SourceRow | null> {
  const [row] = await tx.select().from(mcpSources).where(isOne(scope, id));
  return row ?? null;
}

/** Whoever else would look at it, approve of it or delete it waits. */
export async function lockSource(tx: Tx, scope: Scope, id: McpSourceId): Promise<SourceRow | null> {
  const [row] = await tx.select().from(mcpSources).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function insertSource(tx: Tx, scope: Scope, row: Omit<typeof mcpSources.$inferInsert, 'workspaceUid'>) {
  await tx.insert(mcpSources).values({ ...row, workspaceUid: scope.workspaceUid });
}

export async function noteLook(
  tx: Tx,
  scope: Scope,
  id: McpSourceId,
  look: Partial<Pick<SourceRow, 'lookedAt' | 'fault'>>,
) {
  await tx.update(mcpSources).set(look).where(isOne(scope, id));
}

/** By their names, each with what kind of function it is, if any. */
export const listToolRows = (tx: Tx, scope: Scope, id: McpSourceId) =>
  tx
    .select({
      tool: mcpTools,
      kind: sql<FunctionDefinition['kind'] | null>`${functions.definition} ->> 'kind'`,
    })
    .from(mcpTools)
    .leftJoin(functions, and(eq(functions.id, mcpTools.functionId), eq(functions.workspaceUid, scope.workspaceUid)))
    .where(isOf(scope, id))
    .orderBy(asc(mcpTools.name));

export async function findTool(tx: Tx, scope: Scope, id: McpSourceId, name: string): Promise<ToolRow | null> {
  const [row] = await tx
    .select()
    .from(mcpTools)
    .where(and(isOf(scope, id), eq(mcpTools.name, name)));
  return row ?? null;
}

/** What its server says of its tools now. What was approved stays beside it; what is gone stays where it is a function. */
export async function writeTools(tx: Tx, scope: Scope, id: McpSourceId, tools: readonly KeptTool[]) {
  const isListed = (names: string[]) => (names.length === 0 ? undefined : notInArray(mcpTools.name, names));
  const isGone = and(isOf(scope, id), isListed(tools.map(({ name }) => name)));
  await tx.delete(mcpTools).where(and(isGone, isNull(mcpTools.functionId)));
  await tx.update(mcpTools).set({ isThere: false }).where(isGone);
  if (tools.length === 0) return;
  await tx
    .insert(mcpTools)
    .values(tools.map((tool) => ({ ...tool, sourceId: id, workspaceUid: scope.workspaceUid, isThere: true })))
    .onConflictDoUpdate({
      target: [mcpTools.sourceId, mcpTools.name],
      set: {
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        inputSchema: sql`excluded.input_schema`,
        outputSchema: sql`excluded.output_schema`,
        readOnlyHint: sql`excluded.read_only_hint`,
        fingerprint: sql`excluded.fingerprint`,
        isThere: true,
      },
    });
}

/** What its server says of it now is what was approved. */
export async function noteApproval(tx: Tx, scope: Scope, id: McpSourceId, name: string, functionId: FunctionId) {
  await tx
    .update(mcpTools)
    .set({
      functionId,
      approvedFingerprint: sql`${mcpTools.fingerprint}`,
      approvedDescription: sql`${mcpTools.description}`,
      approvedSchema: sql`${mcpTools.inputSchema}`,
    })
    .where(and(isOf(scope, id), eq(mcpTools.name, name)));
}

export async function removeSource(tx: Tx, scope: Scope, id: McpSourceId) {
  await tx.delete(mcpSources).where(isOne(scope, id));
}
