import type { ConversationId, WebhookDeliveryId } from '@antiphon/contract/ids';
import type { WebhookDeliveryState, WebhookDeliveryType } from '@antiphon/contract/webhooks';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../../db/schema/webhooks.ts';
import type { Scope } from '../../db/scope.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

const ownEndpoint = (scope: Scope) => eq(webhookEndpoints.workspaceUid, scope.workspaceUid);
/** Of the endpoint that is there now: those of one that was deleted go by themselves, a moment later. */
const ofEndpoint = (scope: Scope) =>
  and(
    eq(webhookDeliveries.workspaceUid, scope.workspaceUid),
    gte(
      webhookDeliveries.createdAt,
      sql`(select e.created_at from webhook_endpoints e where e.workspace_uid = ${scope.workspaceUid})`,
    ),
  );
const ownDelivery = (scope: Scope, id: WebhookDeliveryId) => and(ofEndpoint(scope), eq(webhookDeliveries.id, id));

export async function findEndpoint(tx: Tx, scope: Scope): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(ownEndpoint(scope));
  return row ?? null;
}

export async function lockEndpoint(tx: Tx, scope: Scope): Promise<EndpointRow | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(ownEndpoint(scope)).for('update');
  return row ?? null;
}

/** Null where somebody else made one in the same moment. */
export async function insertEndpoint(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof webhookEndpoints.$inferInsert, 'workspaceUid'>,
): Promise<EndpointRow | null> {
  const [made] = await tx
    .insert(webhookEndpoints)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning();
  return made ?? null;
}

export async function updateEndpoint(tx: Tx, scope: Scope, change: Partial<EndpointRow>): Promise<EndpointRow | null> {
  const [row] = await tx.update(webhookEndpoints).set(change).where(ownEndpoint(scope)).returning();
  return row ?? null;
}

export async function deleteEndpoint(tx: Tx, scope: Scope): Promise<void> {
  await tx.delete(webhookEndpoints).where(ownEndpoint(scope));
}

/** Deliveries to an endpoint that was deleted, with their attempts: at most `most`, and how many went. */
export const deleteLeftDeliveries = (tx: Tx, scope: Scope, most: number): Promise<number> =>
  deleteSome(
    tx,
    webhookDeliveries,
    sql`${eq(webhookDeliveries.workspaceUid, scope.workspaceUid)} and ${webhookDeliveries.createdAt} < coalesce(
      (select e.created_at from webhook_endpoints e where e.workspace_uid = ${scope.workspaceUid}), 'infinity')`,
    most,
  );

/** True for the first of this UTC day (`2026-11-21`). */
export async function takeMailOfDay(tx: Tx, scope: Scope, day: string): Promise<boolean> {
  const taken = await tx
    .update(webhookEndpoints)
    .set({ mailedOn: day })
    .where(and(ownEndpoint(scope), sql`${webhookEndpoints.mailedOn} is distinct from ${day}`))
    .returning({ uid: webhookEndpoints.workspaceUid });
  return taken.length > 0;
}

/** An event that was taken before changes nothing. The transaction may be older than the endpoint; the delivery is not. */
export async function insertDelivery(tx: Tx, row: Omit<typeof webhookDeliveries.$inferInsert, 'createdAt'>) {
  await tx
    .insert(webhookDeliveries)
    .values({ ...row, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [webhookDeliveries.workspaceUid, webhookDeliveries.eventId] });
}

export async function findDelivery(tx: Tx, scope: Scope, id: WebhookDeliveryId): Promise<DeliveryRow | null> {
  const [row] = await tx.select().from(webhookDeliveries).where(ownDelivery(scope, id));
  return row ?? null;
}

export async function updateDelivery(
  tx: Tx,
  scope: Scope,
  id: WebhookDeliveryId,
  change: Partial<DeliveryRow>,
): Promise<boolean> {
  const rows = await tx
    .update(webhookDeliveries)
    .set(change)
    .where(ownDelivery(scope, id))
    .returning({ id: webhookDeliveries.id });
  return rows.length > 0;
}

/** Writes only while the lease of a delivery that is still wanted is held; null otherwise. */
export async function updateLeased(
  tx: Tx,
  scope: Scope,
  held: { id: WebhookDeliveryId; lease: Lease },
  change: Partial<DeliveryRow> | ReturnType<typeof renewed>,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set(change)
    .where(
      and(ownDelivery(scope, held.id), isHeld(webhookDeliveries, held.lease), eq(webhookDeliveries.state, 'pending')),
    )
    .returning();
  return row ?? null;
}

export async function insertAttempt(tx: Tx, row: typeof webhookAttempts.$inferInsert) {
  await tx.insert(webhookAttempts).values(row);
}

export function listAttempts(tx: Tx, scope: Scope, id: WebhookDeliveryId): Promise<AttemptRow[]> {
  return tx
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.workspaceUid, scope.workspaceUid), eq(webhookAttempts.deliveryId, id)))
    .orderBy(desc(webhookAttempts.number))
    .limit(100);
}

export type DeliveryFilter = { state?: WebhookDeliveryState | undefined; type?: WebhookDeliveryType | undefined };

/** Newest first. */
export function listDeliveryRows(
  tx: Tx,
  scope: Scope,
  query: DeliveryFilter & { limit: number; after: Cursor | null },
): Promise<DeliveryRow[]> {
  const { after, state, type } = query;
  const { createdAt, id } = webhookDeliveries;
  return tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        ofEndpoint(scope),
        state ? eq(webhookDeliveries.state, state) : undefined,
        type ? eq(webhookDeliveries.type, type) : undefined,
        after ? isBehind(createdAt, id, after) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(query.limit);
}

/** What still waits is given up, to be replayed by hand. */
export async function failPending(tx: Tx, scope: Scope) {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', nextAttemptAt: null, ...GIVEN_BACK })
    .where(and(eq(webhookDeliveries.workspaceUid, scope.workspaceUid), eq(webhookDeliveries.state, 'pending')));
}

/** Failed deliveries of events since then are pending again; how many. */
export async function replayFailedSince(tx: Tx, scope: Scope, since: Date, now: Date): Promise<number> {
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: 'pending', tries: 0, nextAttemptAt: now, ...GIVEN_BACK })
    .where(and(ofEndpoint(scope), eq(webhookDeliveries.state, 'failed'), gte(webhookDeliveries.createdAt, since)))
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

/** With their attempts. */
export async function deleteDeliveriesAbout(tx: Tx, scope: Scope, conversationId: ConversationId) {
  await tx
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceUid, scope.workspaceUid),
        sql`${webhookDeliveries.payload} ->> 'conversationId' = ${conversationId}`,
      ),
    );
}
