import { isMessageKind } from '@antiphon/contract/campaign-words';
import type { CampaignRecipient } from '@antiphon/contract/campaigns';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type CampaignRow, findCampaignRow, listSenderRows, listTextSenderRows } from './campaigns.queries.ts';
import { judgeLeads } from './judge-leads.ts';
import { countPicked, listPicked } from './recipients.queries.ts';

const SHOWN = 20;

/** The first of them, as they would be taken up now. Nothing is kept of it. */
export async function previewRecipients(
  { database, secretKey }: { database: Database; secretKey: string },
  scope: Scope,
  { agentId, campaignId }: { agentId: AgentId; campaignId: CampaignId },
): Promise<{ items: CampaignRecipient[]; total: number }> {
  return database.transaction(scope, async (tx) => {
    const campaign = (await findCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found');
    const total = await countPicked(tx, scope, campaign);
    const leads = await listPicked(tx, scope, campaign, { after: null, limit: SHOWN });
    const own = await ownNumberOf(tx, scope, campaign);
    const judged = await judgeLeads({ secretKey, now: new Date() }, tx, scope, {
      ...{ campaign, own: own ?? '', leads, taken: new Set<string>() },
    });
    const items = judged.map(({ leadId, name, address, reason }) => ({
      ...{ leadId, name, address, reason, tries: 0, problem: '', conversationId: null },
      state: reason === null ? ('waiting' as const) : ('skipped' as const),
    }));
    return { items, total };
  });
}

/** What it calls or writes from; null where that is gone. */
export async function ownNumberOf(
  tx: Tx,
  scope: Scope,
  { kind, agentId, phoneNumberId, connectionId }: CampaignRow,
): Promise<string | null> {
  const senders: readonly { id: string; number: string }[] = isMessageKind(kind)
    ? await listTextSenderRows(tx, scope, agentId, [kind])
    : await listSenderRows(tx, scope, agentId);
  return senders.find(({ id }) => id === (isMessageKind(kind) ? connectionId : phoneNumberId))?.number ?? null;
}
