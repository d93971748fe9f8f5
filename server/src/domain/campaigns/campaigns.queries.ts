import type { MessageKind, RecipientState, SkipReason } from '@antiphon/contract/campaign-words';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease, renewed } from '../../db/lease.ts';
import { campaignAttempts, campaignRecipients, campaigns } from '../../db/schema/campaigns.ts';
import { channelConnections } from '../../db/schema/channels.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import type { Scope } from '../../db/scope.ts';

export type CampaignRow = typeof campaigns.$inferSelect;

const isOf = (scope: Scope, agentId: AgentId) =>
  and(eq(campaigns.workspaceUid, scope.workspaceUid), eq(campaigns.agentId, agentId));
const isOne = (scope: Scope, id: CampaignId) =>
  and(eq(campaigns.workspaceUid, scope.workspaceUid), eq(campaigns.id, id));

/** The newest first. */
export const listCampaignRows = (tx: Tx, scope: Scope, agentId: AgentId, most: number): Promise<CampaignRow[]> =>
  tx
    .select()
    .from(campaigns)
    .where(isOf(scope, agentId))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(most);

export async function findCampaignRow(tx: Tx, scope: Scope, agentId: AgentId, id: CampaignId) {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(isOf(scope, agentId), eq(campaigns.id, id)));
  return row ?? null;
}

/** Until the transaction ends nobody begins a call of it. */
export async function lockCampaignRow(tx: Tx, scope: Scope, agentId: AgentId, id: CampaignId) {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(isOf(scope, agentId), eq(campaigns.id, id)))
    .for('update');
  return row ?? null;
}

export async function insertCampaign(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof campaigns.$inferInsert, 'workspaceUid'>,
): Promise<CampaignRow> {
  const [made] = await tx
    .insert(campaigns)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return made as CampaignRow;
}

export async function updateCampaignRow(
  tx: Tx,
  scope: Scope,
  id: CampaignId,
  change: Partial<CampaignRow>,
): Promise<CampaignRow | null> {
  const [row] = await tx.update(campaigns).set(change).where(isOne(scope, id)).returning();
  return row ?? null;
}

export async function deleteCampaignRow(tx: Tx, scope: Scope, id: CampaignId) {
  await tx.delete(campaigns).where(isOne(scope, id));
}

export async function countCampaigns(tx: Tx, scope: Scope, agentId: AgentId): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(campaigns).where(isOf(scope, agentId));
  return row?.n ?? 0;
}

export type Tally = { campaignId: CampaignId; state: RecipientState; reason: SkipReason | null; n: number };

export const tallyRecipients = (tx: Tx, scope: Scope, ids: readonly CampaignId[]): Promise<Tally[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select({
          campaignId: campaignRecipients.campaignId,
          state: campaignRecipients.state,
          reason: campaignRecipients.reason,
          n: count(),
        })
        .from(campaignRecipients)
        .where(
          and(
            eq(campaignRecipients.workspaceUid, scope.workspaceUid),
            inArray(campaignRecipients.campaignId, [...ids]),
          ),
        )
        .groupBy(campaignRecipients.campaignId, campaignRecipients.state, campaignRecipients.reason);

export async function countOpen(tx: Tx, scope: Scope, ids: readonly CampaignId[]): Promise<Map<CampaignId, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: campaignAttempts.campaignId, n: count() })
    .from(campaignAttempts)
    .where(
      and(
        eq(campaignAttempts.workspaceUid, scope.workspaceUid),
        inArray(campaignAttempts.campaignId, [...ids]),
        isNull(campaignAttempts.endedAt),
      ),
    )
    .groupBy(campaignAttempts.campaignId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Whoever answered has a conversation since. */
export async function countReplies(tx: Tx, scope: Scope, ids: readonly CampaignId[]): Promise<Map<CampaignId, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: campaignAttempts.campaignId, n: count() })
    .from(campaignAttempts)
    .where(
      and(
        eq(campaignAttempts.workspaceUid, scope.workspaceUid),
        inArray(campaignAttempts.campaignId, [...ids]),
        isNotNull(campaignAttempts.conversationId),
      ),
    )
    .groupBy(campaignAttempts.campaignId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Those that are connected and not only tried. WhatsApp knows its numbers by others, and shows them. */
export const listTextSenderRows = (tx: Tx, scope: Scope, agentId: AgentId, kinds: readonly MessageKind[]) =>
  tx
    .select({
      id: channelConnections.id,
      kind: sql<MessageKind>`${channelConnections.provider}`,
      number: sql<string>`case ${channelConnections.provider} when 'sms' then ${channelConnections.externalId} else ${channelConnections.handle} end`,
      name: channelConnections.name,
    })
    .from(channelConnections)
    .where(
      and(
        eq(channelConnections.workspaceUid, scope.workspaceUid),
        eq(channelConnections.agentId, agentId),
        inArray(channelConnections.provider, [...kinds]),
        eq(channelConnections.isSimulated, false),
      ),
    )
    .orderBy(channelConnections.createdAt, channelConnections.id);

export const listSenderRows = (tx: Tx, scope: Scope, agentId: AgentId) =>
  tx
    .select({ id: phoneNumbers.id, number: phoneNumbers.number, name: phoneNumbers.name })
    .from(phoneNumbers)
    .where(and(eq(phoneNumbers.workspaceUid, scope.workspaceUid), eq(phoneNumbers.agentId, agentId)))
    .orderBy(phoneNumbers.createdAt, phoneNumbers.id);

export async function setRun(tx: Tx, scope: Scope, id: CampaignId, change: Partial<CampaignRow>) {
  await tx.update(campaigns).set(change).where(isOne(scope, id));
}

/** The worker is done with it for so long; does nothing where another has it. */
export async function giveBackRun(tx: Tx, scope: Scope, id: CampaignId, lease: Lease, againMs: number) {
  await tx
    .update(campaigns)
    .set({
      ...{ leaseOwner: null, leaseUntil: null },
      dueAt: sql`clock_timestamp() + ${againMs}::int * interval '1 millisecond'`,
    })
    .where(and(isOne(scope, id), isHeld(campaigns, lease)));
}

export async function renewRun(tx: Tx, scope: Scope, id: CampaignId, lease: Lease, ms: number): Promise<boolean> {
  const rows = await tx
    .update(campaigns)
    .set(renewed(ms))
    .where(and(isOne(scope, id), isHeld(campaigns, lease)))
    .returning({ id: campaigns.id });
  return rows.length > 0;
}
