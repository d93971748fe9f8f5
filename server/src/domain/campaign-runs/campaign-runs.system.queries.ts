import type { CallId, CampaignId, LeadId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';

export type BegunAttempt = { leadId: LeadId; name: string; address: string; from: string; tries: number };
export type ClaimedAttempt =
  | ({ outcome: 'begun' } & BegunAttempt)
  | { outcome: 'state' | 'rate' | 'lines' | 'later' | 'done' | 'again' }
  | { outcome: 'paused'; reason: string };

export async function claimAttempt(
  tx: Tx,
  _scope: SystemScope,
  claim: {
    workspaceUid: WorkspaceUid;
    campaignId: CampaignId;
    id: CallId;
    turnId: string;
    now: Date | null;
    month: string;
    amountMicro: bigint;
    monthlyLimitMicro: bigint | null;
    expiresAt: Date;
    lineMs: number;
  },
): Promise<ClaimedAttempt> {
  const { rows } =
    await tx.execute(sql`select claim_campaign_attempt(${claim.workspaceUid}, ${claim.campaignId}, ${claim.id},
    ${claim.turnId}, ${claim.now?.toISOString() ?? null}::timestamptz, ${claim.month}, ${claim.amountMicro.toString()}::bigint,
    ${claim.monthlyLimitMicro?.toString() ?? null}::bigint, ${claim.expiresAt.toISOString()}::timestamptz, ${claim.lineMs}::int) as answer`);
  return (rows[0] as { answer: ClaimedAttempt }).answer;
}
