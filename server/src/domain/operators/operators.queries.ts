import type { InboxSettings, OperatorStatus } from '@antiphon/contract/handoffs';
import type { AgentId, CannedResponseId, OrgId } from '@antiphon/contract/ids';
import { and, asc, count, eq, exists, gt, gte, inArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { clientAgents, clients } from '../../db/schema/clients.ts';
import { cannedResponses, inboxSettings, operatorPresence } from '../../db/schema/handoffs.ts';
import { orgs } from '../../db/schema/orgs.ts';
import { workspaceMembers } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

const isPerson = (scope: Scope, personId: string) =>
  and(eq(operatorPresence.workspaceUid, scope.workspaceUid), eq(operatorPresence.personId, personId));

export async function upsertPresence(
  tx: Tx,
  scope: Scope,
  personId: string,
  change: { seenAt?: Date; status?: OperatorStatus },
) {
  await tx
    .insert(operatorPresence)
    .values({ workspaceUid: scope.workspaceUid, personId, ...change })
    .onConflictDoUpdate({ target: [operatorPresence.workspaceUid, operatorPresence.personId], set: change });
}

/** As if they had been seen at `seenAt` last. */
export async function agePresence(tx: Tx, scope: Scope, personId: string, seenAt: Date): Promise<void> {
  await tx
    .update(operatorPresence)
    .set({ seenAt })
    .where(and(isPerson(scope, personId), gt(operatorPresence.seenAt, seenAt)));
}

export async function findStatus(tx: Tx, scope: Scope, personId: string): Promise<OperatorStatus | null> {
  const [row] = await tx
    .select({ status: operatorPresence.status })
    .from(operatorPresence)
    .where(isPerson(scope, personId));
  return row?.status ?? null;
}

/** A client who may answer visitors: of an org that lets its people in and has no handoff disabled. */
const mayAnswer = sql`${clients.status} = 'online' and ${clients.canAccess} ? '/convos' and not ${orgs.disableHandoff}
  and not (${orgs.settings} ->> 'disableClientAccess')::boolean`;

/**
 * Whoever was removed or deleted counts no more, however recently they were seen. `agentIds`: clients count where they work with
 * one of these; null counts everybody.
 */
export async function countPresent(
  tx: Tx,
  scope: Scope,
  since: Date,
  agentIds: readonly AgentId[] | null,
): Promise<number> {
  const isWithAgent = tx
    .select({ one: sql`1` })
    .from(clientAgents)
    .where(
      and(eq(clientAgents.clientId, clients.id), agentIds ? inArray(clientAgents.agentId, [...agentIds]) : undefined),
    );
  const isMember = tx
    .select({ one: sql`1` })
    .from(workspaceMembers)
    .where(
      and(
        eq(workspaceMembers.workspaceUid, operatorPresence.workspaceUid),
        sql`${workspaceMembers.userId} = ${operatorPresence.personId}`,
      ),
    );
  const [row] = await tx
    .select({ total: count() })
    .from(operatorPresence)
    .leftJoin(
      clients,
      and(eq(clients.workspaceUid, operatorPresence.workspaceUid), sql`${clients.id} = ${operatorPresence.personId}`),
    )
    .leftJoin(orgs, eq(orgs.id, clients.orgId))
    .where(
      and(
        eq(operatorPresence.workspaceUid, scope.workspaceUid),
        gte(operatorPresence.seenAt, since),
        or(and(exists(isMember), eq(operatorPresence.status, 'online')), and(mayAnswer, exists(isWithAgent))),
      ),
    );
  return row?.total ?? 0;
}

/** Of an org, or with an empty id the workspace's. */
const isOf = (scope: Scope, orgId: OrgId | '') =>
  and(eq(cannedResponses.workspaceUid, scope.workspaceUid), eq(cannedResponses.orgId, orgId));

export function listCannedRows(tx: Tx, scope: Scope, orgId: OrgId | '') {
  return tx
    .select({ id: cannedResponses.id, shortcut: cannedResponses.shortcut, text: cannedResponses.text })
    .from(cannedResponses)
    .where(isOf(scope, orgId))
    .orderBy(asc(cannedResponses.shortcut));
}

export async function upsertCanned(
  tx: Tx,
  scope: Scope,
  row: { id: CannedResponseId; orgId: OrgId | ''; shortcut: string; text: string },
) {
  const [saved] = await tx
    .insert(cannedResponses)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [cannedResponses.workspaceUid, cannedResponses.orgId, cannedResponses.shortcut],
      set: { text: row.text },
    })
    .returning({ id: cannedResponses.id, shortcut: cannedResponses.shortcut, text: cannedResponses.text });
  return saved!;
}

export async function deleteCannedRow(tx: Tx, scope: Scope, orgId: OrgId | '', id: CannedResponseId): Promise<boolean> {
  const gone = await tx
    .delete(cannedResponses)
    .where(and(isOf(scope, orgId), eq(cannedResponses.id, id)))
    .returning({ id: cannedResponses.id });
  return gone.length > 0;
}

export async function findInboxSettings(tx: Tx, scope: Scope): Promise<InboxSettings | null> {
  const [row] = await tx
    .select({
      predefinedTags: inboxSettings.predefinedTags,
      onlyPredefinedTags: inboxSettings.onlyPredefinedTags,
    })
    .from(inboxSettings)
    .where(eq(inboxSettings.workspaceUid, scope.workspaceUid));
  return row ?? null;
}

export async function upsertInboxSettings(tx: Tx, scope: Scope, settings: InboxSettings) {
  await tx
    .insert(inboxSettings)
    .values({ workspaceUid: scope.workspaceUid, ...settings })
    .onConflictDoUpdate({ target: inboxSettings.workspaceUid, set: settings });
}
