import { type CampaignKind, isMessageKind, type KeptTemplate, USUAL_HOURS } from '@antiphon/contract/campaign-words';
import type { Campaign } from '@antiphon/contract/campaigns';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, type CampaignId, newCampaignId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { chooseTemplate, type TemplateDeps } from '../channels/choose-template.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { demandCampaignWrite, mayApprove } from './campaigns.policy.ts';
import {
  type CampaignRow,
  countCampaigns,
  deleteCampaignRow,
  findCampaignRow,
  insertCampaign,
  listSenderRows,
  listTextSenderRows,
  lockCampaignRow,
  updateCampaignRow,
} from './campaigns.queries.ts';
import { maySteps } from './campaigns.rules.ts';
import { CAMPAIGNS_MAX, toOneCampaign } from './list-campaigns.ts';
import { countGroups } from './recipients.queries.ts';

type Deps = TemplateDeps;
type Named = { agentId: AgentId; campaignId: CampaignId };
type Settings = Pick<
  Campaign,
  | 'name'
  | 'phoneNumberId'
  | 'connectionId'
  | 'groupIds'
  | 'withoutGroupIds'
  | 'text'
  | 'template'
  | 'machineText'
  | 'days'
  | 'fromMinute'
  | 'toMinute'
  | 'cap'
  | 'startsAt'
>;
/** As it is told: what is not named stays. */
export type CampaignChange = { [Key in keyof Settings]?: Settings[Key] | undefined };

/** What a paused one may be changed in. */
const OF_HOURS = new Set<keyof Settings>(['days', 'fromMinute', 'toMinute', 'cap']);

/** Nobody is called before it is started. Fails with `not_found` for a number or a group that is not the agent's. */
export async function createCampaign(
  deps: Deps,
  member: Member,
  { agentId, kind, ...given }: { agentId: AgentId; kind: CampaignKind } & CampaignChange,
): Promise<Campaign> {
  demandCampaignWrite(member);
  const { scope } = member;
  const template = await keptTemplate(deps, scope, { agentId, kind, connectionId: null }, given);
  return deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    if ((await countCampaigns(tx, scope, agentId)) >= CAMPAIGNS_MAX)
      fail('conflict', { message: `An agent may have at most ${CAMPAIGNS_MAX} campaigns. Delete one first.` });
    const change = await checked(tx, scope, { agentId, kind }, { ...USUAL_HOURS[kind], ...toColumns(given, template) });
    const { days, fromMinute, toMinute } = { ...USUAL_HOURS[kind], ...change };
    const row = await insertCampaign(tx, scope, {
      ...{ name: '', ...change, days, fromMinute, toMinute },
      ...{ id: newCampaignId(), agentId, kind, createdBy: actorOf(member) },
    });
    return toOneCampaign(tx, scope, row);
  });
}

/** Fails with `conflict` where it has begun, but for the hours and the cap of a paused one. */
export async function updateCampaign(
  deps: Deps,
  member: Member,
  { agentId, campaignId }: Named,
  given: CampaignChange,
): Promise<Campaign> {
  demandCampaignWrite(member);
  const { scope } = member;
  const { database } = deps;
  const template = await findTemplate(deps, scope, { agentId, campaignId }, given);
  return database.transaction(scope, async (tx) => {
    const before = (await lockCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found');
    const named = (Object.keys(given) as (keyof Settings)[]).filter((key) => given[key] !== undefined);
    if (!maySteps(named.every((key) => OF_HOURS.has(key)) ? 'hours' : 'change', before.state))
      fail('conflict', { message: 'A campaign that has begun is not changed any more. Pause it to change its hours.' });
    const { fromMinute, toMinute } = before;
    const change = await checked(tx, scope, before, { fromMinute, toMinute, ...toColumns(given, template) });
    // What somebody of the agency said yes to was another one.
    const unasked = mayApprove(member) ? {} : { approvedAt: null };
    const row = named.length === 0 ? before : await updateCampaignRow(tx, scope, campaignId, { ...change, ...unasked });
    return toOneCampaign(tx, scope, row ?? fail('not_found'));
  });
}

/** With its results. Fails with `conflict` while it goes on. */
export async function deleteCampaign(
  { database }: { database: Database },
  member: Member,
  { agentId, campaignId }: Named,
): Promise<void> {
  demandCampaignWrite(member);
  const { scope } = member;
  await database.transaction(scope, async (tx) => {
    const row = (await lockCampaignRow(tx, scope, agentId, campaignId)) ?? fail('not_found');
    if (!maySteps('delete', row.state)) fail('conflict', { message: 'Stop the campaign first.' });
    await deleteCampaignRow(tx, scope, campaignId);
    const details = { name: row.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'campaign.delete', target: campaignId, details });
  });
}

/** What was chosen, asked of its provider before anything is locked; undefined where nothing was. */
async function keptTemplate(
  deps: Deps,
  scope: Scope,
  before: Pick<CampaignRow, 'agentId' | 'kind' | 'connectionId'>,
  { template, connectionId = before.connectionId }: CampaignChange,
): Promise<KeptTemplate | null | undefined> {
  // Each number has its own: with another one goes what was chosen.
  if (template === undefined) return connectionId === before.connectionId ? undefined : null;
  if (template === null) return null;
  const refuse = (message: string): never =>
    fail('invalid_input', { message, issues: [{ path: 'template', message }] });
  if (before.kind !== 'whatsapp') return refuse('Messages of WhatsApp alone have templates.');
  if (!connectionId) return refuse('Choose the number first.');
  return chooseTemplate(deps, scope, { agentId: before.agentId, connectionId }, template);
}

async function findTemplate(deps: Deps, scope: Scope, { agentId, campaignId }: Named, given: CampaignChange) {
  if (given.template === undefined && given.connectionId === undefined) return undefined;
  const before = await deps.database.transaction(scope, (tx) => findCampaignRow(tx, scope, agentId, campaignId));
  return before ? keptTemplate(deps, scope, before, given) : undefined;
}

function toColumns(
  { startsAt, template: _, ...given }: CampaignChange,
  template: KeptTemplate | null | undefined,
): Partial<CampaignRow> {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return {
    ...named,
    ...(template === undefined ? {} : { template }),
    ...(startsAt === undefined ? {} : { startsAt: startsAt === null ? null : new Date(startsAt) }),
  };
}

async function checked(
  tx: Tx,
  scope: Scope,
  { agentId, kind }: Pick<CampaignRow, 'agentId' | 'kind'>,
  change: Partial<CampaignRow>,
) {
  const { fromMinute = 0, toMinute = 1, phoneNumberId = null, connectionId = null } = change;
  const refuse = (path: string, message: string): never =>
    fail('invalid_input', { message, issues: [{ path, message }] });
  if (fromMinute >= toMinute) refuse('toMinute', 'The hours end before they begin.');
  const isOwn = (id: string, senders: readonly { id: string }[]) => senders.some((one) => one.id === id);
  const [calls, texts] = [listSenderRows, listTextSenderRows];
  if (phoneNumberId !== null && !isOwn(phoneNumberId, await calls(tx, scope, agentId))) fail('not_found');
  if (connectionId !== null && kind !== 'call' && !isOwn(connectionId, await texts(tx, scope, agentId, [kind])))
    fail('not_found');
  if (isMessageKind(kind) && phoneNumberId !== null) refuse('phoneNumberId', 'Messages are not sent from there.');
  if (kind === 'call' && connectionId !== null) refuse('connectionId', 'Nobody is called from there.');
  for (const path of ['groupIds', 'withoutGroupIds'] as const) {
    const ids = [...new Set(change[path] ?? [])];
    if ((await countGroups(tx, scope, agentId, ids)) < ids.length) fail('not_found');
  }
  return change;
}
