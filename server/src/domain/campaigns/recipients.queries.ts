import type { RecipientState } from '@antiphon/contract/campaign-words';
import type { AgentId, CampaignId, LeadGroupId, LeadId } from '@antiphon/contract/ids';
import { and, asc, count, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/is-among.ts';
import { campaignAttempts, campaignRecipients } from '../../db/schema/campaigns.ts';
import { leadGroups, leads } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';

export type LeadPick = { agentId: AgentId; groupIds: readonly LeadGroupId[]; withoutGroupIds: readonly LeadGroupId[] };
export type PickedLead = { id: LeadId; name: string; phone: string; custom: Record<string, string> };

const membersOf = (scope: Scope, ids: readonly LeadGroupId[]) =>
  sql`(select m.lead_id from lead_group_members m where m.workspace_uid = ${scope.workspaceUid} and m.group_id = any(${sql.param([...ids])}::text[]))`;

const isPicked = (scope: Scope, { agentId, groupIds, withoutGroupIds }: LeadPick): SQL =>
  and(
    eq(leads.workspaceUid, scope.workspaceUid),
    eq(leads.agentId, agentId),
    isNull(leads.deletedAt),
    isAmong(leads.id, membersOf(scope, groupIds)),
    withoutGroupIds.length > 0 ? not(isAmong(leads.id, membersOf(scope, withoutGroupIds))) : undefined,
  ) as SQL;

/** In the order of their ids, which a piece goes on in. */
export function listPicked(
  tx: Tx,
  scope: Scope,
  pick: LeadPick,
  { after, limit }: { after: LeadId | null; limit: number },
): Promise<PickedLead[]> {
  return tx
    .select({ id: leads.id, name: leads.name, phone: leads.phone, custom: leads.custom })
    .from(leads)
    .where(and(isPicked(scope, pick), after === null ? undefined : gt(leads.id, after)))
    .orderBy(asc(leads.id))
    .limit(limit);
}

export async function countPicked(tx: Tx, scope: Scope, pick: LeadPick): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(leads).where(isPicked(scope, pick));
  return row?.n ?? 0;
}

/** Those of these groups that are the agent's. */
export async function countGroups(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  ids: readonly LeadGroupId[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await tx
    .select({ n: count() })
    .from(leadGroups)
    .where(
      and(
        eq(leadGroups.workspaceUid, scope.workspaceUid),
        eq(leadGroups.agentId, agentId),
        inArray(leadGroups.id, [...ids]),
      ),
    );
  return row?.n ?? 0;
}

/** Of these marks, those that another campaign reached for since. */
export async function findContacted(
  tx: Tx,
  scope: Scope,
  { but, marks, since }: { but: CampaignId; marks: readonly string[]; since: Date },
): Promise<Set<string>> {
  if (marks.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ mark: campaignAttempts.addressMark })
    .from(campaignAttempts)
    .where(
      and(
        eq(campaignAttempts.workspaceUid, scope.workspaceUid),
        sql`${campaignAttempts.addressMark} = any(${sql.param([...marks])}::text[])`,
        gt(campaignAttempts.begunAt, since),
        sql`${campaignAttempts.campaignId} <> ${but}`,
      ),
    );
  return new Set(rows.map(({ mark }) => mark));
}

/** In the order of the leads' ids, with what was said of the last try. */
export async function listRecipientRows(
  tx: Tx,
  scope: Scope,
  campaignId: CampaignId,
  { state, after, limit }: { state: RecipientState | undefined; after: string | null; limit: number },
) {
  const last = sql`(select a.id from campaign_attempts a where a.workspace_uid = ${scope.workspaceUid}
    and a.campaign_id = ${campaignId} and a.lead_id = campaign_recipients.lead_id order by a.begun_at desc limit 1)`;
  const rows = await tx
    .select({
      leadId: campaignRecipients.leadId,
      name: leads.name,
      address: campaignRecipients.address,
      state: campaignRecipients.state,
      reason: campaignRecipients.reason,
      tries: campaignRecipients.tries,
      problem: campaignAttempts.problem,
      conversationId: campaignAttempts.conversationId,
    })
    .from(campaignRecipients)
    .innerJoin(leads, and(eq(leads.id, campaignRecipients.leadId), eq(leads.workspaceUid, scope.workspaceUid)))
    .leftJoin(
      campaignAttempts,
      and(eq(campaignAttempts.workspaceUid, scope.workspaceUid), sql`campaign_attempts.id = ${last}`),
    )
    .where(
      and(
        eq(campaignRecipients.workspaceUid, scope.workspaceUid),
        eq(campaignRecipients.campaignId, campaignId),
        state && eq(campaignRecipients.state, state),
        after === null ? undefined : sql`${campaignRecipients.leadId} > ${after}`,
      ),
    )
    .orderBy(asc(campaignRecipients.leadId))
    .limit(limit);
  return rows.map((row) => ({ ...row, problem: row.problem ?? '' }));
}
