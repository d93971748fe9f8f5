import { isMessageKind } from '@antiphon/contract/campaign-words';
import type { Campaign } from '@antiphon/contract/campaigns';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, CampaignId } from '@antiphon/contract/ids';
import { smsLength, smsSegments } from '@antiphon/contract/sms-text';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { TEMPLATE_TEXT_MAX, templateTextOf } from '../channels/template.rules.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { demandCampaignWrite, mayApprove } from './campaigns.policy.ts';
import type { WakeCampaigns } from './campaigns.ports.ts';
import { type CampaignRow, lockCampaignRow, updateCampaignRow } from './campaigns.queries.ts';
import { type CampaignStep, maySteps, stateAfterStart } from './campaigns.rules.ts';
import { readOptOutLine, toOneCampaign } from './list-campaigns.ts';
import { messageOf } from './message.rules.ts';

type Deps = { database: Database; campaignRuns: WakeCampaigns };
type Named = { agentId: AgentId; campaignId: CampaignId };

/**
 * Starts it, lets a paused one go on, or says yes to a client's, which waits for that. Fails with `conflict` where it is over or something is
 * missing.
 */
export async function startCampaign(deps: Deps, member: Member, named: Named, now = new Date()): Promise<Campaign> {
  return step(deps, member, named, 'start', async (row, tx) => {
    demandWhole(row);
    const letters = row.state === 'draft' ? await fixLetters(tx, member.scope, row) : {};
    if (row.state === 'scheduled' && (row.approvedAt !== null || !mayApprove(member))) return {};
    const approvedAt = row.approvedAt ?? (mayApprove(member) ? now : null);
    const state = stateAfterStart({ startsAt: row.startsAt, isApproved: approvedAt !== null }, now);
    return {
      ...{ ...letters, state, approvedAt, pausedFor: null, dueAt: now, countsSince: now },
      startedAt: state === 'running' ? (row.startedAt ?? now) : row.startedAt,
    };
  });
}

export const pauseCampaign = (deps: Deps, member: Member, named: Named): Promise<Campaign> =>
  step(deps, member, named, 'pause', async () => ({ state: 'paused', pausedFor: 'hand' }));

/** For good. What has left goes on: who is on the phone is not hung up on. */
export const stopCampaign = (deps: Deps, member: Member, named: Named, now = new Date()): Promise<Campaign> =>
  step(deps, member, named, 'stop', async () => ({ state: 'stopped', pausedFor: null, endedAt: now }));

async function step(
  { database, campaignRuns }: Deps,
  member: Member,
  { agentId, campaignId }: Named,
  name: CampaignStep,
  change: (row: CampaignRow, tx: Tx) => Promise<Partial<CampaignRow>>,
): Promise<Campaign> {
  demandCampaignWrite(member);
  const { scope } = member;
  const campaign = await database.transaction(scope, async (tx) => {
    const row = (await lockCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found');
    if (!maySteps(name, row.state)) fail('conflict', { message: `This campaign is ${row.state}.` });
    const changed = await updateCampaignRow(tx, scope, campaignId, { state: row.state, ...(await change(row, tx)) });
    await recordAudit(tx, scope, { actor: actorOf(member), action: `campaign.${name}`, target: campaignId });
    return toOneCampaign(tx, scope, changed ?? fail('not_found'));
  });
  campaignRuns.wake();
  return campaign;
}

const refuse = (message: string): never => fail('conflict', { message });

function demandWhole({ kind, phoneNumberId, connectionId, groupIds, text, template }: CampaignRow) {
  if ((isMessageKind(kind) ? connectionId : phoneNumberId) === null) refuse('Choose the number first.');
  if (groupIds.length === 0) refuse('Choose at least one group of leads first.');
  if (kind === 'whatsapp') demandFilled(template);
  else if (text === '') refuse(kind === 'sms' ? 'Write the message first.' : 'Write what is said first.');
}

/** Fails with `conflict` where a place of it is empty. */
export function demandFilled(template: CampaignRow['template']) {
  if (!template) return refuse('Choose the template first.');
  if (template.places.some((_, at) => (template.values[at] ?? '') === ''))
    refuse('Fill in every place of the template.');
  if (templateTextOf(template, { name: '' }).length > TEMPLATE_TEXT_MAX)
    refuse('This message is too long. Shorten what stands in it.');
}

/** More is refused by whoever sends it. */
const LENGTH_MAX = 1_600;

/** From now on everybody gets the same, whatever becomes of the agent's language. */
async function fixLetters(tx: Tx, scope: Scope, { agentId, kind, text }: CampaignRow): Promise<Partial<CampaignRow>> {
  // WhatsApp takes many a second from one number, and says when it is too many.
  if (kind === 'whatsapp') return { segments: 0 };
  if (kind === 'call') return {};
  const optOutLine = await readOptOutLine(tx, scope, agentId);
  const message = messageOf({ text, optOutLine });
  if (smsLength(message) > LENGTH_MAX) refuse('This message is too long. Shorten it first.');
  return { optOutLine, segments: smsSegments(message).segments };
}
