import type { OutgoingPart } from '../channels/channels.ports.ts';
import { fillTemplate, templateTextOf } from '../channels/template.rules.ts';
import type { CampaignRow } from './campaigns.queries.ts';
import { messageOf } from './message.rules.ts';

type Written = Pick<CampaignRow, 'text' | 'optOutLine' | 'template'>;

/** What one person is sent. */
export const partFor = (campaign: Written, person: { name: string }): OutgoingPart =>
  campaign.template ? fillTemplate(campaign.template, person) : { kind: 'text', text: messageOf(campaign) };

/** What they read. */
export const textFor = (campaign: Written, person: { name: string }): string =>
  campaign.template ? templateTextOf(campaign.template, person) : messageOf(campaign);

/** Where a channel finds them, of their number as E.164: WhatsApp writes it without its plus. */
export const threadOf = (kind: CampaignRow['kind'], number: string): string =>
  kind === 'whatsapp' ? number.replace(/^\+/, '') : number;
