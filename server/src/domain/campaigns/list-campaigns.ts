import type { RecipientState, SkipReason } from '@antiphon/contract/campaign-words';
import { isMessageKind, NAME_PLACE, RECIPIENT_STATES, SKIP_REASONS } from '@antiphon/contract/campaign-words';
import type { Campaign, CampaignRecipient, CampaignSender } from '@antiphon/contract/campaigns';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import { smsSegments } from '@antiphon/contract/sms-text';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { templateTextOf } from '../channels/template.rules.ts';
import {
  type CampaignRow,
  countOpen,
  countReplies,
  findCampaignRow,
  listCampaignRows,
  listSenderRows,
  listTextSenderRows,
  type Tally,
  tallyRecipients,
} from './campaigns.queries.ts';
import { messageOf, optOutLineOf, registrationOf } from './message.rules.ts';
import { listRecipientRows } from './recipients.queries.ts';

type Deps = { database: Database };
type Named = { agentId: AgentId; campaignId: CampaignId };

export const CAMPAIGNS_MAX = 200;

export async function listCampaigns({ database }: Deps, scope: Scope, agentId: AgentId): Promise<Campaign[]> {
  return database.transaction(scope, async (tx) =>
    toCampaigns(tx, scope, agentId, await listCampaignRows(tx, scope, agentId, CAMPAIGNS_MAX)),
  );
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
  const [one] = await toCampaigns(tx, scope, row.agentId, [row]);
  return one as Campaign;
}

/** The line that is added to messages of an agent, whichever of its languages it answers in. Fails with `not_found`. */
export async function readOptOutLine(tx: Tx, scope: Scope, agentId: AgentId): Promise<string> {
  return optOutLineOf(chooseLanguage(await getAgentSettings(tx, scope, agentId), '', ''));
}

async function toCampaigns(tx: Tx, scope: Scope, agentId: AgentId, rows: CampaignRow[]): Promise<Campaign[]> {
  const line = await readOptOutLine(tx, scope, agentId);
  const ids = rows.map(({ id }) => id);
  const tallies = await tallyRecipients(tx, scope, ids);
  const open = await countOpen(tx, scope, ids);
  const texts = rows.filter(({ kind }) => isMessageKind(kind)).map(({ id }) => id);
  const replies = await countReplies(tx, scope, texts);
  return rows.map((row) => ({
    ...toCampaign(
      row,
      tallies.filter(({ campaignId }) => campaignId === row.id),
    ),
    ...lettersOf(row, line),
    underWay: open.get(row.id) ?? 0,
    replies: replies.get(row.id) ?? 0,
  }));
}

/** Of a message, with the line that is added to it; it stays as it was when it began. */
function lettersOf({ kind, text, optOutLine: begun }: CampaignRow, line: string) {
  if (kind !== 'sms') return { optOutLine: '', segments: 0 };
  const optOutLine = begun || line;
  return { optOutLine, segments: smsSegments(messageOf({ text, optOutLine })).segments };
}

const summed = <Key extends string>(keys: readonly Key[], of: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;

function toCampaign(
  row: CampaignRow,
  tallies: readonly Tally[],
): Omit<Campaign, 'optOutLine' | 'segments' | 'underWay' | 'replies'> {
  const sum = (fits: (one: Tally) => boolean) => tallies.filter(fits).reduce((all, { n }) => all + n, 0);
  const { approvedAt, takenAt, startsAt, createdAt, startedAt, endedAt } = row;
  return {
    ...{ id: row.id, agentId: row.agentId, kind: row.kind, state: row.state, pausedFor: row.pausedFor },
    ...{ name: row.name, phoneNumberId: row.phoneNumberId, connectionId: row.connectionId },
    ...{ groupIds: row.groupIds, withoutGroupIds: row.withoutGroupIds, text: row.text, machineText: row.machineText },
    ...templateOf(row),
    ...{ days: row.days, fromMinute: row.fromMinute, toMinute: row.toMinute, cap: row.cap },
    isApproved: approvedAt !== null,
    isTaken: takenAt !== null,
    startsAt: startsAt?.toISOString() ?? null,
    counts: summed<RecipientState>(RECIPIENT_STATES, (key) => sum(({ state }) => state === key)),
    skipped: summed<SkipReason>(SKIP_REASONS, (key) => sum(({ reason }) => reason === key)),
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function templateOf({ template }: CampaignRow): Pick<Campaign, 'template' | 'templateText' | 'templateCategory'> {
  if (!template) return { template: null, templateText: '', templateCategory: null };
  const { name, language, values, category } = template;
  const templateText = templateTextOf(template, { name: NAME_PLACE });
  return { template: { name, language, values }, templateText, templateCategory: category };
}

export async function listSenders({ database }: Deps, scope: Scope, agentId: AgentId): Promise<CampaignSender[]> {
  return database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const calls = (await listSenderRows(tx, scope, agentId)).map((one) => ({ kind: 'call' as const, ...one }));
    const texts = await listTextSenderRows(tx, scope, agentId, ['sms', 'whatsapp']);
    return [
      ...calls,
      ...texts.map(({ kind, ...one }) =>
        kind === 'sms' ? { kind, ...one, registration: registrationOf(one.number) } : { kind, ...one },
      ),
    ];
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
