import { type CampaignKind, isMessageKind } from '@antiphon/contract/campaign-words';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, LeadGroupId, LeadId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { grantConsents, noteWord } from '../consents/change-consent.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { demandCampaignWrite } from './campaigns.policy.ts';
import { listSenderRows, listTextSenderRows } from './campaigns.queries.ts';
import { consentChannelOf } from './campaigns.rules.ts';
import { addressOf } from './recipient.rules.ts';
import { countGroups, listPicked } from './recipients.queries.ts';

type Deps = { database: Database; secretKey: string };

const PIECE = 500;

/** Of all in these groups whose number can be called, or written to, from one of the agent's; whoever said stop stays off. Returns how many were written. */
export async function recordConsents(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  given: { kind: CampaignKind; groupIds: LeadGroupId[]; source: string; proof: string; givenAt: string },
): Promise<number> {
  demandCampaignWrite(member);
  const { scope } = member;
  const { kind, groupIds, source, proof } = given;
  const channel = consentChannelOf(kind);
  const pick = { agentId, groupIds, withoutGroupIds: [] };
  const line = { source, proof, givenAt: new Date(given.givenAt), recordedBy: actorOf(member) };
  if (line.givenAt > new Date())
    fail('invalid_input', { issues: [{ path: 'givenAt', message: 'This is in the future.' }] });
  const own = await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    if ((await countGroups(tx, scope, agentId, groupIds)) < new Set(groupIds).size) fail('not_found');
    const senders = await (isMessageKind(kind)
      ? listTextSenderRows(tx, scope, agentId, [kind])
      : listSenderRows(tx, scope, agentId));
    return senders[0]?.number ?? fail('conflict', { message: NO_NUMBER[kind] });
  });
  let recorded = 0;
  for (let after: LeadId | null = null; ; ) {
    const from: LeadId | null = after;
    const piece = await deps.database.transaction(scope, async (tx) => {
      const leads = await listPicked(tx, scope, pick, { after: from, limit: PIECE });
      const addresses = leads.flatMap((lead) => {
        const read = addressOf(lead, { own, kind });
        return 'address' in read ? [read.address] : [];
      });
      return { leads, added: await grantConsents(deps, tx, scope, { channel, addresses, given: line }) };
    });
    recorded += piece.added;
    after = piece.leads.at(-1)?.id ?? null;
    if (piece.leads.length < PIECE) break;
  }
  await deps.database.transaction(scope, (tx) =>
    recordAudit(tx, scope, {
      ...{ actor: actorOf(member), action: 'consent.record', target: agentId },
      details: { channel, groupIds, source, recorded },
    }),
  );
  return recorded;
}

const NO_NUMBER: Record<CampaignKind, string> = {
  call: 'Let this agent answer a phone number first: numbers are read as of its country.',
  sms: 'Connect an SMS number to this agent first: numbers are read as of its country.',
  whatsapp: 'Connect a WhatsApp number to this agent first: numbers are read as of its country.',
};

/** From now on, in every campaign of the workspace. */
export async function refuseNumber(
  deps: Deps,
  member: Member,
  agentId: AgentId,
  { number: address }: { number: string },
): Promise<void> {
  demandCampaignWrite(member);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const actor = actorOf(member);
    const given = { source: 'typed', proof: '', givenAt: new Date(), recordedBy: actor };
    for (const channel of ['voice', 'sms', 'whatsapp'] as const)
      await noteWord(deps, tx, scope, { channel, address, isGranted: false, given });
    await recordAudit(tx, scope, { actor, action: 'consent.withdraw', target: agentId });
  });
}
