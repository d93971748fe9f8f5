import type { SkipReason } from '@antiphon/contract/campaign-words';
import type { LeadId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { wantsName } from '../channels/template.rules.ts';
import { findConsents } from '../consents/change-consent.ts';
import { addressMark } from '../consents/consents.rules.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { consentChannelOf } from './campaigns.rules.ts';
import { addressOf, zonesOf } from './recipient.rules.ts';
import { findContacted, listPicked, type PickedLead } from './recipients.queries.ts';

export type JudgedLead = {
  leadId: LeadId;
  name: string;
  address: string;
  addressMark: string;
  zones: string[];
  reason: SkipReason | null;
};

/** Nobody hears of two campaigns within so long. */
const APART_MS = 3 * 24 * 60 * 60_000;

/** The next of whom it is for, in the order of their ids. */
export const pickLeads = (
  tx: Tx,
  scope: Scope,
  campaign: Pick<CampaignRow, 'agentId' | 'groupIds' | 'withoutGroupIds'>,
  page: { after: LeadId | null; limit: number },
): Promise<PickedLead[]> => listPicked(tx, scope, campaign, page);

/** Which of these a campaign may reach out to, from its number; why not to the others. `taken`: marks of whom it has already. */
export async function judgeLeads(
  { secretKey, now }: { secretKey: string; now: Date },
  tx: Tx,
  scope: Scope,
  {
    campaign,
    own,
    leads,
    taken,
  }: {
    campaign: Pick<CampaignRow, 'id' | 'kind' | 'template'>;
    own: string;
    leads: readonly PickedLead[];
    taken: ReadonlySet<string>;
  },
): Promise<JudgedLead[]> {
  const found = leads.map((lead) => {
    const one = { leadId: lead.id, name: lead.name, zones: [] as string[] };
    const read = addressOf(lead, { own, kind: campaign.kind });
    if ('reason' in read) return { ...one, address: lead.phone.slice(0, 40), addressMark: '', reason: read.reason };
    const { address } = read;
    const mark = addressMark(secretKey, scope.workspaceUid, address);
    return { ...one, address, addressMark: mark, zones: zonesOf(address, lead.custom), reason: null };
  });
  const marks = [...new Set(found.map((one) => one.addressMark).filter((mark) => mark !== ''))];
  const last = await findConsents(tx, scope, { channel: consentChannelOf(campaign.kind), marks });
  const since = new Date(now.getTime() - APART_MS);
  const contacted = await findContacted(tx, scope, { but: campaign.id, marks, since });
  const seen = new Set(taken);
  const isNamed = campaign.template !== null && wantsName(campaign.template);
  return found.map((one) => {
    const { addressMark: mark } = one;
    if (one.reason) return one;
    const reason: SkipReason | null =
      one.zones.length === 0
        ? 'not_callable'
        : isNamed && one.name.trim() === ''
          ? 'no_name'
          : last.get(mark) === false
            ? 'opted_out'
            : !last.has(mark)
              ? 'no_consent'
              : seen.has(mark)
                ? 'duplicate'
                : contacted.has(mark)
                  ? 'contacted'
                  : null;
    if (reason === null) seen.add(mark);
    return { ...one, reason };
  });
}
