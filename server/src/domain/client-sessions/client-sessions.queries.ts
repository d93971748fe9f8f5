import type { AgentId, ClientId, ConversationId, OrgId, UserId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { agents } from '../../db/schema/agents.ts';
import { clientLogins, clientSessions } from '../../db/schema/client-sessions.ts';
import { clientAgents, clients } from '../../db/schema/clients.ts';
import { conversations } from '../../db/schema/conversations.ts';
import { orgAgents, orgs } from '../../db/schema/orgs.ts';
import { workspaceMembers } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

export type SessionRow = typeof clientSessions.$inferSelect;
export type LoginKind = (typeof clientLogins.$inferSelect)['kind'];

const ofScope = (scope: Scope) => eq(clientSessions.workspaceUid, scope.workspaceUid);

/** With the person and the org; both are null for the agency's own key. */
export async function findSessionRow(tx: Tx, scope: Scope, by: { tokenHash: string } | { id: string }) {
  const isIt = 'id' in by ? eq(clientSessions.id, by.id) : eq(clientSessions.tokenHash, by.tokenHash);
  const [row] = await tx
    .select({ session: clientSessions, client: clients, org: orgs })
    .from(clientSessions)
    .leftJoin(clients, and(eq(clients.id, clientSessions.clientId), eq(clients.workspaceUid, scope.workspaceUid)))
    .leftJoin(orgs, and(eq(orgs.id, clients.orgId), eq(orgs.workspaceUid, scope.workspaceUid)))
    .where(and(ofScope(scope), isIt));
  return row ?? null;
}

/** In the order in which they were given to the client; null asks for all of the workspace. The trash does not count. */
export async function listAgentFaces(tx: Tx, scope: Scope, clientId: ClientId | null) {
  const face = {
    ID: agents.id,
    title: sql<string>`coalesce(${agents.title}, '')`,
    roundedImageURL: sql<string>`coalesce(${agents.draft} ->> 'roundedImageURL', '')`,
  };
  const lives = and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt));
  if (clientId === null)
    return tx.select(face).from(agents).where(lives).orderBy(asc(agents.createdAt), asc(agents.id));
  return tx
    .select(face)
    .from(clientAgents)
    .innerJoin(agents, and(eq(agents.id, clientAgents.agentId), lives))
    .where(and(eq(clientAgents.workspaceUid, scope.workspaceUid), eq(clientAgents.clientId, clientId)))
    .orderBy(asc(clientAgents.createdAt), asc(clientAgents.agentId));
}

/** The trash does not count. */
export async function hasOrgAgents(tx: Tx, scope: Scope, orgId: OrgId): Promise<boolean> {
  const found = await tx
    .select({ id: agents.id })
    .from(orgAgents)
    .innerJoin(agents, and(eq(agents.id, orgAgents.agentId), isNull(agents.deletedAt)))
    .where(and(eq(orgAgents.workspaceUid, scope.workspaceUid), eq(orgAgents.orgId, orgId)))
    .limit(1);
  return found.length > 0;
}

/** What each call of a client needs to know of their agents. */
export async function listAgentIds(tx: Tx, scope: Scope, clientId: ClientId | null): Promise<AgentId[]> {
  const rows = await (clientId === null
    ? tx
        .select({ id: agents.id })
        .from(agents)
        .where(and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt)))
    : tx
        .select({ id: agents.id })
        .from(clientAgents)
        .innerJoin(agents, and(eq(agents.id, clientAgents.agentId), isNull(agents.deletedAt)))
        .where(and(eq(clientAgents.workspaceUid, scope.workspaceUid), eq(clientAgents.clientId, clientId))));
  return rows.map(({ id }) => id);
}

export async function findConversationAgentId(tx: Tx, scope: Scope, id: ConversationId): Promise<AgentId | null> {
  const [row] = await tx
    .select({ agentId: conversations.agentId })
    .from(conversations)
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id)));
  return row?.agentId ?? null;
}

export async function insertSession(tx: Tx, scope: Scope, row: Omit<SessionRow, 'workspaceUid'>) {
  await tx.insert(clientSessions).values({ ...row, workspaceUid: scope.workspaceUid });
}

export async function touchSession(tx: Tx, scope: Scope, id: string, now: Date) {
  await tx
    .update(clientSessions)
    .set({ lastUsedAt: now })
    .where(and(ofScope(scope), eq(clientSessions.id, id)));
}

/** `clientId`: only where the session is that person's. */
export async function removeSession(tx: Tx, scope: Scope, id: string, clientId?: ClientId): Promise<boolean> {
  const isTheirs = clientId ? eq(clientSessions.clientId, clientId) : undefined;
  const removed = await tx
    .delete(clientSessions)
    .where(and(ofScope(scope), eq(clientSessions.id, id), isTheirs))
    .returning({ id: clientSessions.id });
  return removed.length > 0;
}

/** What a member may do; null for who is none. */
export async function findMemberPermissions(tx: Tx, scope: Scope, userId: UserId) {
  const [row] = await tx
    .select({ permissions: workspaceMembers.permissions })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceUid, scope.workspaceUid), eq(workspaceMembers.userId, userId)));
  return row?.permissions ?? null;
}

export async function removeOpenedSessions(tx: Tx, scope: Scope, openedBy: UserId) {
  await tx.delete(clientSessions).where(and(ofScope(scope), eq(clientSessions.openedBy, openedBy)));
}

/** Those that live, without what the agency opened; the newest use first. */
export function listOwnRows(tx: Tx, scope: Scope, clientId: ClientId, sessionVersion: number, now: Date) {
  return tx
    .select()
    .from(clientSessions)
    .where(
      and(
        ofScope(scope),
        eq(clientSessions.clientId, clientId),
        eq(clientSessions.sessionVersion, sessionVersion),
        isNull(clientSessions.openedBy),
        gt(clientSessions.expiresAt, now),
      ),
    )
    .orderBy(desc(clientSessions.lastUsedAt));
}

export async function findByEmail(tx: Tx, scope: Scope, email: string) {
  const [row] = await tx
    .select()
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.email, email)));
  return row ?? null;
}

/** Until the transaction ends nobody else gives the client a password. */
export async function lockClient(tx: Tx, scope: Scope, id: ClientId) {
  const [row] = await tx
    .select()
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, id)))
    .for('update');
  return row ?? null;
}

/** In place of the one before of its kind. */
export async function putLogin(
  tx: Tx,
  scope: Scope,
  row: { clientId: ClientId; kind: LoginKind; secretHash: string; expiresAt: Date },
) {
  const { secretHash, expiresAt } = row;
  await tx
    .insert(clientLogins)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({
      target: [clientLogins.clientId, clientLogins.kind],
      set: { secretHash, expiresAt, tries: 0 },
    });
}

export async function lockCode(tx: Tx, scope: Scope, clientId: ClientId, kind: LoginKind = 'code') {
  const [row] = await tx
    .select()
    .from(clientLogins)
    .where(
      and(
        eq(clientLogins.workspaceUid, scope.workspaceUid),
        eq(clientLogins.clientId, clientId),
        eq(clientLogins.kind, kind),
      ),
    )
    .for('update');
  return row ?? null;
}

export async function countTry(tx: Tx, scope: Scope, clientId: ClientId, kind: LoginKind = 'code') {
  await tx
    .update(clientLogins)
    .set({ tries: sql`${clientLogins.tries} + 1` })
    .where(
      and(
        eq(clientLogins.workspaceUid, scope.workspaceUid),
        eq(clientLogins.clientId, clientId),
        eq(clientLogins.kind, kind),
      ),
    );
}

/** Takes the link's token away: whoever comes second finds none. */
export async function takeLinkRow(tx: Tx, scope: Scope, secretHash: string) {
  const [row] = await tx
    .delete(clientLogins)
    .where(
      and(
        eq(clientLogins.workspaceUid, scope.workspaceUid),
        eq(clientLogins.secretHash, secretHash),
        inArray(clientLogins.kind, ['link', 'invitation']),
      ),
    )
    .returning();
  return row ?? null;
}

/** What mails brought: after a sign-in the code and link of one, after a new password the invitation's too. */
export async function removeLogins(tx: Tx, scope: Scope, clientId: ClientId, kinds: LoginKind[] = ['code', 'link']) {
  await tx
    .delete(clientLogins)
    .where(
      and(
        eq(clientLogins.workspaceUid, scope.workspaceUid),
        eq(clientLogins.clientId, clientId),
        inArray(clientLogins.kind, kinds),
      ),
    );
}

export async function findAgencyRow(tx: Tx, scope: Scope) {
  const [row] = await tx.select().from(agencies).where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row ?? null;
}
