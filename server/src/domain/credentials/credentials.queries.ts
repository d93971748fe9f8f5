import type { CredentialId } from '@antiphon/contract/ids';
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents, agentVersions, isAnswering } from '../../db/schema/agents.ts';
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
  addedByUserId: credentials.addedByUserId,
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

/** Whose key it is; null where there is none. While the transaction lasts nobody deletes it. */
export async function lockCredentialForUse(tx: Tx, scope: Scope, id: CredentialId) {
  const { provider } = credentials;
  const [row] = await tx.select({ provider }).from(credentials).where(isOne(scope, id)).for('key share');
  return row?.provider ?? null;
}

/** For its deletion: waits until whoever is about to use it has done so. */
export async function lockCredential(tx: Tx, scope: Scope, id: CredentialId) {
  const [row] = await tx.select(readable).from(credentials).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function updateSecret(
  tx: Tx,
  scope: Scope,
  id: CredentialId,
  change: Pick<typeof credentials.$inferInsert, 'sealed' | 'last4' | 'addedByUserId'>,
) {
  await tx
    .update(credentials)
    .set({ ...change, lastUsedAt: null })
    .where(isOne(scope, id));
}

/**
 * Agents whose working copy or a published copy names a credential (`id`, else any). Earlier versions and agents in the trash
 * do not count.
 */
export async function listAgentsUsing(tx: Tx, scope: Scope, id?: CredentialId) {
  const used = sql<CredentialId>`used.credential_id`;
  const rows = await tx
    .selectDistinct({ ID: agents.id, title: agents.title, createdAt: agents.createdAt, credentialId: used })
    .from(agents)
    .leftJoin(
      agentVersions,
      and(eq(agentVersions.agentId, agents.id), isAnswering, eq(agentVersions.workspaceUid, scope.workspaceUid)),
    )
    .innerJoin(
      sql`lateral (
        select ${agents.credentialId} union all select ${agentVersions.credentialId} union all
        select ${agents.draft} #>> '{voice,credentialId}' union all
        select ${agentVersions.settings} #>> '{voice,credentialId}' union all
        select fallback ->> 'credentialId' from jsonb_array_elements(
          coalesce(${agents.draft} #> '{model,fallbacks}', '[]') ||
          coalesce(${agentVersions.settings} #> '{model,fallbacks}', '[]')
        ) as fallback
      ) as used (credential_id)`,
      id ? eq(used, id) : isNotNull(used),
    )
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt)))
    .orderBy(asc(agents.createdAt), asc(agents.id));
  return rows.map(({ ID, title, credentialId }) => ({ ID, title: title ?? '', credentialId }));
}
