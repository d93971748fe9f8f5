import type { FunctionDefinition, FunctionTool } from '@antiphon/contract/function-definition';
import type { FunctionLine } from '@antiphon/contract/functions';
import type { AgentId, FunctionId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions, isAnswering } from '../../db/schema/agents.ts';
import { functionRevisions, functions } from '../../db/schema/functions.ts';
import { mcpTools } from '../../db/schema/mcp-sources.ts';
import type { Scope } from '../../db/scope.ts';

const isOne = (scope: Scope, id: FunctionId) =>
  and(eq(functions.workspaceUid, scope.workspaceUid), eq(functions.id, id));
const isRevisionOf = (scope: Scope, id: FunctionId) =>
  and(eq(functionRevisions.workspaceUid, scope.workspaceUid), eq(functionRevisions.functionId, id));

const STATE = {
  id: functions.id,
  edition: functions.edition,
  revision: functions.revision,
  publishedEdition: functions.publishedEdition,
  changedAt: functions.changedAt,
};
const FIELDS = { ...STATE, definition: functions.definition };
export type FunctionRow = NonNullable<Awaited<ReturnType<typeof findFunction>>>;

const textOf = <Field extends 'description' | 'kind'>(field: Field) =>
  sql<FunctionLine[Field]>`${functions.definition} ->> ${sql.raw(`'${field}'`)}`;
const partOf = <Field extends 'method' | 'origin' | 'path'>(field: Field) =>
  sql<FunctionLine[Field]>`${functions.definition} #>> ${sql.raw(`'{request,${field}}'`)}`;

export const listFunctionRows = (tx: Tx, scope: Scope) =>
  tx
    .select({
      ...STATE,
      name: functions.name,
      description: textOf('description'),
      kind: textOf('kind'),
      method: partOf('method'),
      origin: partOf('origin'),
      path: partOf('path'),
      tool: sql<FunctionTool | null>`nullif(${functions.definition} -> 'tool', 'null'::jsonb)`,
    })
    .from(functions)
    .where(eq(functions.workspaceUid, scope.workspaceUid))
    .orderBy(asc(functions.name));

export async function findFunction(tx: Tx, scope: Scope, id: FunctionId) {
  const [row] = await tx.select(FIELDS).from(functions).where(isOne(scope, id));
  return row ?? null;
}

/** Whoever else would change it waits. */
export async function lockFunction(tx: Tx, scope: Scope, id: FunctionId) {
  const [row] = await tx.select(FIELDS).from(functions).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function countFunctions(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(functions)
    .where(eq(functions.workspaceUid, scope.workspaceUid));
  return row?.total ?? 0;
}

export async function listFunctionNames(tx: Tx, scope: Scope): Promise<string[]> {
  const rows = await tx
    .select({ name: functions.name })
    .from(functions)
    .where(eq(functions.workspaceUid, scope.workspaceUid));
  return rows.map(({ name }) => name);
}

/** Of those with these names that were published: what the newest revision says. */
export const listNewestByName = (tx: Tx, scope: Scope, names: readonly string[]) =>
  tx
    .select({
      name: functions.name,
      functionId: functions.id,
      revision: functionRevisions.number,
      definition: functionRevisions.definition,
    })
    .from(functions)
    .innerJoin(
      functionRevisions,
      and(
        eq(functionRevisions.workspaceUid, scope.workspaceUid),
        eq(functionRevisions.functionId, functions.id),
        eq(functionRevisions.number, functions.revision),
      ),
    )
    .where(and(eq(functions.workspaceUid, scope.workspaceUid), inArray(functions.name, [...names])));

export async function insertFunction(tx: Tx, scope: Scope, id: FunctionId, definition: FunctionDefinition) {
  const [made] = await tx
    .insert(functions)
    .values({ id, workspaceUid: scope.workspaceUid, name: definition.name, definition })
    .returning(FIELDS);
  return made!;
}

export async function updateDefinition(tx: Tx, scope: Scope, id: FunctionId, definition: FunctionDefinition) {
  const [changed] = await tx
    .update(functions)
    .set({ definition, name: definition.name, edition: sql`${functions.edition} + 1`, changedAt: sql`now()` })
    .where(isOne(scope, id))
    .returning(FIELDS);
  return changed!;
}

/** A copy of the working copy, as revision `number`. */
export async function insertRevision(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof functionRevisions.$inferInsert, 'workspaceUid'> & { edition: number },
) {
  const { edition, ...revision } = row;
  await tx.insert(functionRevisions).values({ ...revision, workspaceUid: scope.workspaceUid });
  const [published] = await tx
    .update(functions)
    .set({ revision: row.number, publishedEdition: edition })
    .where(isOne(scope, row.functionId))
    .returning(FIELDS);
  return published!;
}

/** But for those that an agent's working copy or a published copy names. */
export async function deleteRevisionsUpTo(tx: Tx, scope: Scope, id: FunctionId, number: number) {
  const used = (await listUseRows(tx, scope, id)).flatMap(({ draftRevision, liveRevision }) => [
    ...(draftRevision === null ? [] : [draftRevision]),
    ...(liveRevision === null ? [] : [liveRevision]),
  ]);
  const isUsed = used.length === 0 ? sql`false` : inArray(functionRevisions.number, used);
  await tx
    .delete(functionRevisions)
    .where(and(isRevisionOf(scope, id), lte(functionRevisions.number, number), sql`not ${isUsed}`));
}

export const listRevisionRows = (tx: Tx, scope: Scope, id: FunctionId) =>
  tx
    .select({
      number: functionRevisions.number,
      publishedByUserId: functionRevisions.publishedByUserId,
      createdAt: functionRevisions.createdAt,
    })
    .from(functionRevisions)
    .where(isRevisionOf(scope, id))
    .orderBy(desc(functionRevisions.number));

export async function removeFunction(tx: Tx, scope: Scope, id: FunctionId) {
  await tx.delete(functions).where(isOne(scope, id));
}

/** The definitions of revisions that are about to be used. While the transaction lasts nobody deletes them. */
export async function lockRevisions(
  tx: Tx,
  scope: Scope,
  named: readonly { functionId: FunctionId; revision: number }[],
) {
  if (named.length === 0) return [];
  const ids = named.map(({ functionId }) => functionId);
  await tx
    .select({ id: functions.id })
    .from(functions)
    .where(and(eq(functions.workspaceUid, scope.workspaceUid), inArray(functions.id, ids)))
    .orderBy(asc(functions.id))
    .for('key share');
  return listRevisionDefinitions(tx, scope, named);
}

/** Those that there are. */
export const listRevisionDefinitions = (
  tx: Tx,
  scope: Scope,
  named: readonly { functionId: FunctionId; revision: number }[],
) =>
  tx
    .select({
      functionId: functionRevisions.functionId,
      revision: functionRevisions.number,
      definition: functionRevisions.definition,
    })
    .from(functionRevisions)
    .where(
      and(
        eq(functionRevisions.workspaceUid, scope.workspaceUid),
        or(
          ...named.map(({ functionId, revision }) =>
            and(eq(functionRevisions.functionId, functionId), eq(functionRevisions.number, revision)),
          ),
        ),
      ),
    );

/** What the servers of these tools say of them, of those that they have. */
export async function listToolFingerprints(tx: Tx, scope: Scope, tools: readonly FunctionTool[]) {
  if (tools.length === 0) return [];
  return tx
    .select({ sourceId: mcpTools.sourceId, name: mcpTools.name, fingerprint: mcpTools.fingerprint })
    .from(mcpTools)
    .where(
      and(
        eq(mcpTools.workspaceUid, scope.workspaceUid),
        eq(mcpTools.isThere, true),
        or(...tools.map(({ sourceId, name }) => and(eq(mcpTools.sourceId, sourceId), eq(mcpTools.name, name)))),
      ),
    );
}

/** The same, one of each agent: where visitors get two versions of it, the one that names the older revision. */
export const listUsingAgents = async (tx: Tx, scope: Scope, id: FunctionId) => [
  ...new Map((await listUseRows(tx, scope, id)).map((row) => [row.agentId, row])).values(),
];

/** Agents whose working copy or a published copy names a function. Earlier versions and agents in the trash do not count. */
async function listUseRows(tx: Tx, scope: Scope, id: FunctionId) {
  const named = JSON.stringify([{ functionId: id }]);
  const revisionIn = (settings: typeof agents.draft | typeof agentVersions.settings) => sql<number | null>`(
    select (bound ->> 'revision')::int from jsonb_array_elements(${settings} -> 'functions') bound
    where bound ->> 'functionId' = ${id} limit 1)`;
  const uses = (settings: typeof agents.draft | typeof agentVersions.settings) =>
    sql`coalesce(${settings} -> 'functions' @> ${named}::jsonb, false)`;
  const rows = await tx
    .select({
      agentId: agents.id,
      title: agents.title,
      draftRevision: revisionIn(agents.draft),
      liveRevision: revisionIn(agentVersions.settings),
    })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), isAnswering, eq(agentVersions.workspaceUid, scope.workspaceUid)),
    )
    .where(
      and(
        eq(agents.workspaceUid, scope.workspaceUid),
        isNull(agents.deletedAt),
        or(uses(agents.draft), uses(agentVersions.settings)),
      ),
    )
    .orderBy(asc(agents.createdAt), asc(agents.id), desc(revisionIn(agentVersions.settings)));
  return rows.map(
    ({
      title,
      ...row
    }): { agentId: AgentId; title: string; draftRevision: number | null; liveRevision: number | null } => ({
      ...row,
      title: title ?? '',
    }),
  );
}
