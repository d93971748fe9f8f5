import type {
  AgentId,
  ClientId,
  ConversationId,
  DocumentId,
  LeadId,
  NotificationId,
  OrgId,
} from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { NotificationLevel, NotificationSettings } from '@antiphon/contract/notifications';
import { and, desc, eq, gte, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations } from '../../db/schema/conversations.ts';
import { inboxItems } from '../../db/schema/inbox.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { leads } from '../../db/schema/leads.ts';
import {
  notificationMarks as marks,
  notifications,
  pushSubscriptions,
  notificationSettings as settings,
} from '../../db/schema/notifications.ts';
import { orgs } from '../../db/schema/orgs.ts';
import { workspaceMembers } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';
import type { Reader } from './notifications.policy.ts';

export type NotificationRow = typeof notifications.$inferSelect;
export type NotificationOf = NotificationRow & { seenAt: Date | null };
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

/** Null where the same source raised one before. */
export async function insertNotification(
  tx: Tx,
  row: typeof notifications.$inferInsert,
): Promise<NotificationRow | null> {
  const [made] = await tx
    .insert(notifications)
    .values(row)
    .onConflictDoNothing({ target: [notifications.workspaceUid, notifications.source] })
    .returning();
  return made ?? null;
}

export async function findNotification(tx: Tx, scope: Scope, id: NotificationId): Promise<NotificationRow | null> {
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.workspaceUid, scope.workspaceUid), eq(notifications.id, id)));
  return row ?? null;
}

/** What there is for a reader at all. */
const isOf = (scope: Scope, { of }: Reader) =>
  and(
    eq(notifications.workspaceUid, scope.workspaceUid),
    of ? inArray(notifications.agentId, [...of.agentIds]) : undefined,
    of ? inArray(notifications.kind, [...of.kinds]) : undefined,
  );

/** What concerns the person and was not read by them. */
const isFor = (scope: Scope, reader: Reader) =>
  and(
    isOf(scope, reader),
    isNull(marks.readAt),
    or(sql`${notifications.notifyOnly} = '[]'::jsonb`, sql`${notifications.notifyOnly} ? ${reader.personId}`),
  );
const markOf = (personId: string) => and(eq(marks.notificationId, notifications.id), eq(marks.personId, personId));

/** The latest of one level, newest first. */
export async function listLatest(
  tx: Tx,
  scope: Scope,
  reader: Reader,
  level: NotificationLevel,
): Promise<NotificationOf[]> {
  const rows = await tx
    .select({ row: notifications, seenAt: marks.seenAt })
    .from(notifications)
    .leftJoin(marks, markOf(reader.personId))
    .where(and(isFor(scope, reader), eq(notifications.notificationLevel, level)))
    .orderBy(desc(notifications.ts), desc(notifications.id))
    .limit(limits.notificationsPerLevel);
  return rows.map(({ row, seenAt }) => ({ ...row, seenAt }));
}

/** Ids of fresh, unseen ones of a level that are about one page. */
export async function listUnseenAbout(
  tx: Tx,
  scope: Scope,
  reader: Reader,
  about: { level: NotificationLevel; pathname: string; since: Date },
): Promise<NotificationId[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(marks, markOf(reader.personId))
    .where(
      and(
        isFor(scope, reader),
        eq(notifications.notificationLevel, about.level),
        gte(notifications.ts, about.since),
        isNull(marks.seenAt),
        sql`split_part(${notifications.urlPathname}, '?', 1) = ${about.pathname}`,
      ),
    )
    .limit(limits.notificationsPerLevel);
  return rows.map(({ id }) => id);
}

/** `ids` null: all that there is for the reader. Nothing else gets a mark. */
export async function markNotifications(
  tx: Tx,
  scope: Scope,
  reader: Reader,
  mark: { ids: readonly NotificationId[] | null; readAt: Date | null; now: Date },
): Promise<number> {
  const { ids, readAt, now } = mark;
  const own = and(isOf(scope, reader), ids ? inArray(notifications.id, [...ids]) : undefined);
  const kept = readAt ? sql`read_at = excluded.read_at` : sql`seen_at = ${marks.seenAt}`;
  // Of a month there may be more than one statement takes as parameters. One that goes meanwhile, with its request, is passed over.
  const answer = (await tx.execute(sql`
    with marked as (
      insert into ${marks} (notification_id, person_id, workspace_uid, seen_at, read_at)
      select ${notifications.id}, ${reader.personId}, ${scope.workspaceUid}, ${now.toISOString()}::timestamptz, ${readAt?.toISOString() ?? null}::timestamptz
      from ${notifications} where ${own} for key share
      on conflict (notification_id, person_id) do update set ${kept} returning 1
    ) select count(*)::int as n from marked`)) as unknown as { rows: { n: number }[] };
  return answer.rows[0]?.n ?? 0;
}

export async function findSettings(tx: Tx, scope: Scope, personId: string): Promise<NotificationSettings | null> {
  const [row] = await tx
    .select({ notifyThrough: settings.notifyThrough, notifyIf: settings.notifyIf })
    .from(settings)
    .where(and(eq(settings.workspaceUid, scope.workspaceUid), eq(settings.personId, personId)));
  return row ?? null;
}

export async function saveSettings(tx: Tx, scope: Scope, personId: string, chosen: NotificationSettings) {
  await tx
    .insert(settings)
    .values({ workspaceUid: scope.workspaceUid, personId, ...chosen })
    .onConflictDoUpdate({ target: [settings.workspaceUid, settings.personId], set: chosen });
}

/** Of those who chose; whoever is not in it has the defaults. */
export async function listSettings(tx: Tx, scope: Scope): Promise<Map<string, NotificationSettings>> {
  const rows = await tx.select().from(settings).where(eq(settings.workspaceUid, scope.workspaceUid));
  return new Map(rows.map(({ personId, notifyThrough, notifyIf }) => [personId, { notifyThrough, notifyIf }]));
}

/** Of people who are members now, and of these clients. */
export async function listSubscriptions(
  tx: Tx,
  scope: Scope,
  clientIds: readonly ClientId[],
): Promise<SubscriptionRow[]> {
  const rows = await tx
    .select({ row: pushSubscriptions })
    .from(pushSubscriptions)
    .leftJoin(
      workspaceMembers,
      and(
        eq(workspaceMembers.workspaceUid, pushSubscriptions.workspaceUid),
        sql`${workspaceMembers.userId} = ${pushSubscriptions.personId}`,
      ),
    )
    .where(
      and(
        eq(pushSubscriptions.workspaceUid, scope.workspaceUid),
        or(isNotNull(workspaceMembers.userId), inArray(pushSubscriptions.personId, [...clientIds])),
      ),
    );
  return rows.map(({ row }) => row);
}

export async function hasSubscriptions(tx: Tx, scope: Scope): Promise<boolean> {
  const [row] = await tx
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.workspaceUid, scope.workspaceUid))
    .limit(1);
  return row !== undefined;
}

/** The newest few of a person are kept: a browser that was reset leaves one behind. */
export async function saveSubscription(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof pushSubscriptions.$inferInsert, 'workspaceUid'>,
) {
  const { personId, endpoint, p256dh, auth } = row;
  const own = and(eq(pushSubscriptions.workspaceUid, scope.workspaceUid), eq(pushSubscriptions.personId, personId));
  await tx
    .insert(pushSubscriptions)
    .values({ workspaceUid: scope.workspaceUid, personId, endpoint, p256dh, auth })
    .onConflictDoUpdate({
      target: [pushSubscriptions.workspaceUid, pushSubscriptions.personId, pushSubscriptions.endpoint],
      set: { p256dh, auth, createdAt: new Date() },
    });
  const newest = tx
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(own)
    .orderBy(desc(pushSubscriptions.createdAt))
    .limit(limits.pushSubscriptionsMax);
  await tx.delete(pushSubscriptions).where(and(own, notInArray(pushSubscriptions.endpoint, newest)));
}

/** `personId` null: whoever has it, since the push service says that it is gone. */
export async function removeSubscription(tx: Tx, scope: Scope, endpoint: string, personId: string | null) {
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.workspaceUid, scope.workspaceUid),
        eq(pushSubscriptions.endpoint, endpoint),
        personId === null ? undefined : eq(pushSubscriptions.personId, personId),
      ),
    );
}

export async function findAgentTitle(tx: Tx, scope: Scope, id: AgentId): Promise<string | null> {
  const [row] = await tx
    .select({ title: agents.title })
    .from(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id)));
  return row?.title ?? null;
}

export async function findOrgName(tx: Tx, scope: Scope, id: OrgId): Promise<string | null> {
  const [row] = await tx
    .select({ name: orgs.name })
    .from(orgs)
    .where(and(eq(orgs.workspaceUid, scope.workspaceUid), eq(orgs.id, id)));
  return row?.name ?? null;
}

export async function findDocumentTitle(tx: Tx, scope: Scope, id: DocumentId): Promise<string | null> {
  const [row] = await tx
    .select({ title: knowledgeDocuments.title })
    .from(knowledgeDocuments)
    .where(and(eq(knowledgeDocuments.workspaceUid, scope.workspaceUid), eq(knowledgeDocuments.id, id)));
  return row?.title ?? null;
}

export type ContactRef = { conversationId: ConversationId; leadId?: LeadId | null };

/** Where a visitor can be reached, '' where nobody knows: their lead's address or number, else what the conversation has. Null: it is gone. */
export async function findContact(
  tx: Tx,
  scope: Scope,
  { conversationId, leadId }: ContactRef,
): Promise<{ address: string; name: string } | null> {
  const isLead = and(eq(leads.id, leadId ?? ('' as LeadId)), isNull(leads.deletedAt));
  const [row] = await tx
    .select({
      address: sql<string>`coalesce(nullif(${leads.email}, ''), nullif(${leads.phone}, ''), ${conversations.contactEmail}, '')`,
      name: sql<string>`left(coalesce(nullif(${conversations.contactName}, ''), ${conversations.variables} ->> 'name', ''), 100)`,
    })
    .from(conversations)
    .leftJoin(leads, and(eq(leads.workspaceUid, conversations.workspaceUid), isLead))
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, conversationId)));
  return row ?? null;
}

/** What a visitor left in a form. Null where the conversation is gone. */
export async function findLeftMessage(tx: Tx, scope: Scope, id: ConversationId) {
  const { environment, contactName, contactEmail, contactMessage, workspaceUid } = conversations;
  const [row] = await tx
    .select({
      environment,
      name: contactName,
      email: sql<string>`coalesce(${contactEmail}, '')`,
      message: contactMessage,
    })
    .from(conversations)
    .where(and(eq(workspaceUid, scope.workspaceUid), eq(conversations.id, id)));
  return row ?? null;
}

const isAbout = (scope: Scope, conversationId: ConversationId) =>
  and(
    eq(notifications.workspaceUid, scope.workspaceUid),
    sql`position(${conversationId} in ${notifications.urlPathname}) > 0`,
  );

/** Those whose link opens the conversation. */
export async function deleteNotificationsAbout(tx: Tx, scope: Scope, conversationId: ConversationId) {
  await tx.delete(notifications).where(isAbout(scope, conversationId));
}

/** Of those, the ones that tell of somebody who wants a person. */
export async function deleteRequestsAbout(tx: Tx, scope: Scope, conversationId: ConversationId) {
  // By level, as the index has it.
  const isRequest = and(eq(notifications.notificationLevel, 2), eq(notifications.kind, 'person_requested'));
  await tx.delete(notifications).where(and(isAbout(scope, conversationId), isRequest));
}

export async function isRequestOpen(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<boolean> {
  const { workspaceUid, state } = inboxItems;
  const rows = await tx
    .select({ state })
    .from(inboxItems)
    .where(and(eq(workspaceUid, scope.workspaceUid), eq(inboxItems.conversationId, conversationId), eq(state, 'open')));
  return rows.length > 0;
}
