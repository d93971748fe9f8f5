import type { RecipientState, SkipReason } from '@antiphon/contract/campaign-words';
import { RECIPIENT_STATES, SKIP_REASONS } from '@antiphon/contract/campaign-words';
import type { Campaign, CampaignRecipient, CampaignSender } from '@antiphon/contract/campaigns';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import {
  type CampaignRow,
  countOpen,
  findCampaignRow,
  listCampaignRows,
  listSenderRows,
  type Tally,
  tallyRecipients,
} from './campaigns.queries.ts';
import { listRecipientRows } from './recipients.queries.ts';

type Deps = { database: Database };
type Named = { agentId: AgentId; campaignId: CampaignId };

export const CAMPAIGNS_MAX = 200;

export async function listCampaigns({ database }: Deps, scope: Scope, agentId: AgentId): Promise<Campaign[]> {
  return database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    return toCampaigns(tx, scope, await listCampaignRows(tx, scope, agentId, CAMPAIGNS_MAX));
  });
}

/** Fails with `not_found`. */
export async function readCampaign(
  { database }: Deps,
  scope: Scope,
  { agentId, campaignId }: Named,
): Promise<Campaign> {
  return database.transaction(scope, async (tx) =>
    toOneCampaign(tx, scope, (await findCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found')),
  );
}

export async function toOneCampaign(tx: Tx, scope: Scope, row: CampaignRow): Promise<Campaign> {
  const [one] = await toCampaigns(tx, scope, [row]);
  return one as Campaign;
}

async function toCampaigns(tx: Tx, scope: Scope, rows: CampaignRow[]): Promise<Campaign[]> {
  const ids = rows.map(({ id }) => id);
  const tallies = await tallyRecipients(tx, scope, ids);
  const open = await countOpen(tx, scope, ids);
  return rows.map((row) =>
    toCampaign(
      row,
      tallies.filter(({ campaignId }) => campaignId === row.id),
      open.get(row.id) ?? 0,
    ),
  );
}

const summed = <Key extends string>(keys: readonly Key[], of: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;

function toCampaign(row: CampaignRow, tallies: readonly Tally[], underWay: number): Campaign {
  const sum = (fits: (one: Tally) => boolean) => tallies.filter(fits).reduce((all, { n }) => all + n, 0);
  const { approvedAt, takenAt, startsAt, createdAt, startedAt, endedAt } = row;
  return {
    ...{ id: row.id, agentId: row.agentId, kind: row.kind, state: row.state, pausedFor: row.pausedFor },
    ...{ name: row.name, phoneNumberId: row.phoneNumberId },
    ...{ groupIds: row.groupIds, withoutGroupIds: row.withoutGroupIds, text: row.text, machineText: row.machineText },
    ...{ days: row.days, fromMinute: row.fromMinute, toMinute: row.toMinute, cap: row.cap },
    isApproved: approvedAt !== null,
    isTaken: takenAt !== null,
    startsAt: startsAt?.toISOString() ?? null,
    counts: summed<RecipientState>(RECIPIENT_STATES, (key) => sum(({ state }) => state === key)),
    skipped: summed<SkipReason>(SKIP_REASONS, (key) => sum(({ reason }) => reason === key)),
    underWay,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

export async function listSenders({ database }: Deps, scope: Scope, agentId: AgentId): Promise<CampaignSender[]> {
  return database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    return listSenderRows(tx, scope, agentId);
  });
}

/** In the order of the leads' ids. */
export async function listRecipients(
  { database }: Deps,
  scope: Scope,
  named: Named,
  { state, cursor, limit }: { state?: RecipientState | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: CampaignRecipient[]; nextCursor: string | null }> {
  return database.transaction(scope, async (tx) => {
    if (!(await findCampaignRow(tx, scope, named.agentId, named.campaignId))) fail('not_found');
    const page = { state, after: cursor ?? null, limit: limit + 1 };
    const rows = await listRecipientRows(tx, scope, named.campaignId, page);
    const items = rows.slice(0, limit);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.leadId ?? null) : null };
  });
}
