import type { AgentId, ClientId, OrgId, PayerId, UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { and, asc, count, eq, getColumns, inArray, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { agents } from '../../db/schema/agents.ts';
import { clientLogins } from '../../db/schema/client-sessions.ts';
import { clientAgents, clientOpenings, clients } from '../../db/schema/clients.ts';
import { orgAgents, orgs } from '../../db/schema/orgs.ts';
import { payers } from '../../db/schema/payments.ts';
import type { Scope } from '../../db/scope.ts';

const { passwordHash: _hash, ...readable } = getColumns(clients);
/** Without the password's hash, which nothing here has a use for. */
export type ClientRow = Omit<typeof clients.$inferSelect, 'passwordHash'>;
type NewRow = Omit<typeof clients.$inferInsert, 'workspaceUid'>;
export type ClientFilters = { orgId: OrgId | null; search: string | null };

const byName = sql`lower(${clients.name})`;
const isOne = (scope: Scope, id: ClientId) => and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, id));

const matches = (scope: Scope, { orgId, search }: ClientFilters): SQL | undefined =>
  and(
    eq(clients.workspaceUid, scope.workspaceUid),
    orgId ? eq(clients.orgId, orgId) : undefined,
    search
      ? sql`(strpos(${byName}, lower(${search})) > 0 or strpos(${clients.email}, lower(${search})) > 0)`
      : undefined,
  );

/** By name; `after` is the last client of the page before, by their name now. */
export function listClientRows(
  tx: Tx,
  scope: Scope,
  query: ClientFilters & { after: string | null; limit: number },
): Promise<ClientRow[]> {
  const isAfter = query.after
    ? sql`(${byName}, ${clients.id}) > (select lower(c.name), c.id from clients c where c.id = ${query.after} and c.workspace_uid = ${scope.workspaceUid})`
    : undefined;
  return tx
    .select(readable)
    .from(clients)
    .where(and(matches(scope, query), isAfter))
    .orderBy(asc(byName), asc(clients.id))
    .limit(query.limit);
}

export async function countClients(tx: Tx, scope: Scope, filters: ClientFilters): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(clients).where(matches(scope, filters));
  return row?.n ?? 0;
}

export async function findClientRow(tx: Tx, scope: Scope, id: ClientId): Promise<ClientRow | null> {
  const [row] = await tx.select(readable).from(clients).where(isOne(scope, id));
  return row ?? null;
}

export function listClientNames(tx: Tx, scope: Scope, ids: readonly ClientId[]) {
  return tx
    .select({ id: clients.id, name: clients.name, email: clients.email })
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), inArray(clients.id, [...ids])));
}

export async function lockClientRow(tx: Tx, scope: Scope, id: ClientId): Promise<ClientRow | null> {
  const [row] = await tx.select(readable).from(clients).where(isOne(scope, id)).for('update');
  return row ?? null;
}

/** Who has the address, if anybody; until the transaction ends nobody else can take it. */
export async function lockEmail(tx: Tx, scope: Scope, email: string): Promise<{ id: ClientId; orgId: OrgId } | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`client:${scope.workspaceUid}:${email}`}, 0))`);
  const [row] = await tx
    .select({ id: clients.id, orgId: clients.orgId })
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.email, email)));
  return row ?? null;
}

export async function insertClient(tx: Tx, scope: Scope, row: NewRow) {
  await tx.insert(clients).values({ ...row, workspaceUid: scope.workspaceUid });
}

/**
 * `isNewPassword` ends what was signed in with the one before. Codes and links that were mailed end with the address they went
 * to, or the password they stood in for.
 */
export async function updateClientRow(
  tx: Tx,
  scope: Scope,
  id: ClientId,
  { isNewPassword, ...change }: Partial<NewRow> & { isNewPassword: boolean },
) {
  const version = isNewPassword ? { sessionVersion: sql`${clients.sessionVersion} + 1` } : {};
  const chosen = change.preferredLanguage === undefined ? {} : { hasChosenLanguage: true };
  if (Object.keys(change).length === 0 && !isNewPassword) return;
  await tx
    .update(clients)
    .set({ ...change, ...version, ...chosen })
    .where(isOne(scope, id));
  if (isNewPassword || change.email !== undefined)
    await tx
      .delete(clientLogins)
      .where(and(eq(clientLogins.workspaceUid, scope.workspaceUid), eq(clientLogins.clientId, id)));
}

export async function removeClient(tx: Tx, scope: Scope, id: ClientId): Promise<boolean> {
  const removed = await tx.delete(clients).where(isOne(scope, id)).returning({ id: clients.id });
  return removed.length > 0;
}

/** Agents of clients in the order of their assignment; those in the trash do not count. */
export function listClientAgents(tx: Tx, scope: Scope, ids: ClientId[]) {
  return tx
    .select({ clientId: clientAgents.clientId, agentId: clientAgents.agentId })
    .from(clientAgents)
    .innerJoin(agents, and(eq(agents.id, clientAgents.agentId), isNull(agents.deletedAt)))
    .where(and(eq(clientAgents.workspaceUid, scope.workspaceUid), inArray(clientAgents.clientId, ids)))
    .orderBy(asc(clientAgents.createdAt), asc(clientAgents.agentId));
}

/** Whether the org sees the agent; until the transaction ends it goes on to. */
export async function lockOrgAgent(tx: Tx, scope: Scope, orgId: OrgId, agentId: AgentId): Promise<boolean> {
  const rows = await tx
    .select({ agentId: orgAgents.agentId })
    .from(orgAgents)
    .where(
      and(eq(orgAgents.workspaceUid, scope.workspaceUid), eq(orgAgents.orgId, orgId), eq(orgAgents.agentId, agentId)),
    )
    .for('key share');
  return rows.length > 0;
}

/** Of orgs that do not keep their people out. */
export function listClientsOfAgent(tx: Tx, scope: Scope, agentId: AgentId) {
  return tx
    .select({
      id: clients.id,
      email: clients.email,
      pages: clients.canAccess,
      language: clients.preferredLanguage,
      notificationsSettings: clients.notificationsSettings,
    })
    .from(clientAgents)
    .innerJoin(clients, eq(clients.id, clientAgents.clientId))
    .innerJoin(orgs, eq(orgs.id, clients.orgId))
    .where(
      and(
        eq(clientAgents.workspaceUid, scope.workspaceUid),
        eq(clientAgents.agentId, agentId),
        sql`not (${orgs.settings} ->> 'disableClientAccess')::boolean`,
      ),
    );
}

/** Everybody of the org that pays, by name. */
export const listPeopleOfPayer = (tx: Tx, scope: Scope, payerId: PayerId) =>
  tx
    .select({
      orgName: orgs.name,
      email: clients.email,
      language: clients.preferredLanguage,
      isOrgAdmin: clients.isOrgAdmin,
    })
    .from(payers)
    .innerJoin(orgs, eq(orgs.id, payers.orgId))
    .innerJoin(clients, eq(clients.orgId, orgs.id))
    .where(and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.id, payerId)))
    .orderBy(asc(clients.name), asc(clients.id));

export async function insertClientAgent(
  tx: Tx,
  scope: Scope,
  client: Pick<ClientRow, 'id' | 'orgId'>,
  agentId: AgentId,
) {
  await tx
    .insert(clientAgents)
    .values({ clientId: client.id, orgId: client.orgId, agentId, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing();
}

export async function removeClientAgent(tx: Tx, scope: Scope, clientId: ClientId, agentId: AgentId) {
  await tx
    .delete(clientAgents)
    .where(
      and(
        eq(clientAgents.workspaceUid, scope.workspaceUid),
        eq(clientAgents.clientId, clientId),
        eq(clientAgents.agentId, agentId),
      ),
    );
}

/** The brand of the workspace; empty until it has one. */
export async function findAgencyId(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx
    .select({ id: agencies.id })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row?.id ?? '';
}

export async function hasAgents(tx: Tx, scope: Scope): Promise<boolean> {
  const isOwn = and(eq(agents.workspaceUid, scope.workspaceUid), isNull(agents.deletedAt));
  return (await tx.select({ id: agents.id }).from(agents).where(isOwn).limit(1)).length > 0;
}

/** Also takes away the workspace's codes that have ended. */
export async function insertOpening(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof clientOpenings.$inferInsert, 'workspaceUid'>,
  now: Date,
) {
  await tx
    .delete(clientOpenings)
    .where(and(eq(clientOpenings.workspaceUid, scope.workspaceUid), lt(clientOpenings.expiresAt, now)));
  await tx.insert(clientOpenings).values({ ...row, workspaceUid: scope.workspaceUid });
}

export async function removeOpenings(tx: Tx, scope: Scope, openedBy: UserId) {
  await tx
    .delete(clientOpenings)
    .where(and(eq(clientOpenings.workspaceUid, scope.workspaceUid), eq(clientOpenings.openedBy, openedBy)));
}

/** What the link of an invitation signs in with, in place of the one before. */
export async function putInvitation(
  tx: Tx,
  scope: Scope,
  { clientId, secretHash, expiresAt }: { clientId: ClientId; secretHash: string; expiresAt: Date },
) {
  await tx
    .insert(clientLogins)
    .values({ clientId, kind: 'invitation', secretHash, expiresAt, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({ target: [clientLogins.clientId, clientLogins.kind], set: { secretHash, expiresAt } });
}

/** Takes the code away: whoever comes second finds none. */
export async function takeOpeningRow(tx: Tx, scope: Scope, codeHash: string) {
  const [row] = await tx
    .delete(clientOpenings)
    .where(and(eq(clientOpenings.workspaceUid, scope.workspaceUid), eq(clientOpenings.codeHash, codeHash)))
    .returning();
  return row ?? null;
}

export async function setOnline(tx: Tx, scope: Scope, id: ClientId) {
  await tx
    .update(clients)
    .set({ status: 'online' })
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, id), ne(clients.status, 'online')));
}

/** Where none was chosen until now: any other than English was, by them or as their org's. */
export async function chooseFirstLanguage(tx: Tx, scope: Scope, id: ClientId, preferredLanguage: DashboardLanguage) {
  await tx
    .update(clients)
    .set({ preferredLanguage, hasChosenLanguage: true })
    .where(and(isOne(scope, id), not(clients.hasChosenLanguage), eq(clients.preferredLanguage, 'en')));
}
