import type { CredentialId } from '@antiphon/contract/ids';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import { credentials } from '../../db/schema/credentials.ts';
import type { Scope } from '../../db/scope.ts';

/** `lastUsedAt` is good to a minute, so that a busy agent does not rewrite its credential's row at every turn. */
const USE_RESOLUTION_MS = 60_000;

const isOne = (scope: Scope, id: CredentialId) =>
  and(eq(credentials.workspaceUid, scope.workspaceUid), eq(credentials.id, id));

/** Without the sealed key, which only `findCredential` reads. */
const readable = {
  id: credentials.id,
  provider: credentials.provider,
  label: credentials.label,
  baseURL: credentials.baseURL,
  last4: credentials.last4,
  createdAt: credentials.createdAt,
  lastUsedAt: credentials.lastUsedAt,
};

export const listCredentialRows = (tx: Tx, scope: Scope) =>
  tx
    .select(readable)
    .from(credentials)
    .where(eq(credentials.workspaceUid, scope.workspaceUid))
    .orderBy(asc(credentials.createdAt), asc(credentials.id));

export async function findCredential(tx: Tx, scope: Scope, id: CredentialId) {
  const [row] = await tx.select().from(credentials).where(isOne(scope, id));
  return row ?? null;
}

export async function insertCredential(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof credentials.$inferInsert, 'workspaceUid'>,
) {
  const [made] = await tx
    .insert(credentials)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning(readable);
  return made!;
}

export async function removeCredential(tx: Tx, scope: Scope, id: CredentialId): Promise<boolean> {
  const removed = await tx.delete(credentials).where(isOne(scope, id)).returning({ id: credentials.id });
  return removed.length > 0;
}

export async function touchCredential(tx: Tx, scope: Scope, id: CredentialId, now: Date) {
  const isStale = or(
    isNull(credentials.lastUsedAt),
    lt(credentials.lastUsedAt, new Date(now.getTime() - USE_RESOLUTION_MS)),
  );
  await tx
    .update(credentials)
    .set({ lastUsedAt: now })
    .where(and(isOne(scope, id), isStale));
}

/** Titles of the agents whose working copy or published copy names the credential. Earlier versions do not count. */
export async function listAgentTitlesUsing(tx: Tx, scope: Scope, id: CredentialId): Promise<string[]> {
  const inDraft = sql`${agents.draft} #>> '{model,credentialId}' = ${id}`;
  const inPublished = sql`${agentVersions.settings} #>> '{model,credentialId}' = ${id}`;
  const rows = await tx
    .select({ title: sql<string>`${agents.draft} ->> 'title'` })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(
        eq(agentVersions.agentId, agents.id),
        eq(agentVersions.number, agents.publishedVersion),
        eq(agentVersions.workspaceUid, scope.workspaceUid),
      ),
    )
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt), or(inDraft, inPublished)))
    .orderBy(asc(agents.createdAt));
  return rows.map((row) => row.title);
}
