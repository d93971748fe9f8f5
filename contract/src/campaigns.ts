import { oc } from '@orpc/contract';
import * as z from 'zod';
import {
  CAMPAIGN_KINDS,
  CAMPAIGN_STATES,
  HOURS_FIRST,
  HOURS_LAST,
  PAUSE_REASONS,
  RECIPIENT_STATES,
  SKIP_REASONS,
  SMS_REGISTRATIONS,
  TEMPLATE_CATEGORIES,
} from './campaign-words.ts';
import { AgentId, CampaignId, ChannelConnectionId, ConversationId, LeadGroupId, LeadId, PhoneNumberId } from './ids.ts';
import { LeadGroup } from './leads.ts';
import { limits } from './limits.ts';
import { ChosenTemplate, MessageTemplate } from './message-templates.ts';

const minute = z.number().int().min(HOURS_FIRST).max(HOURS_LAST);
const text = (max: number) => z.string().trim().max(max);
const groups = z.array(LeadGroupId).max(limits.leadGroupsMax);
const TURNED = { path: ['toMinute'], message: 'The hours end before they begin.' };
const isForward = (hours: { fromMinute?: number | undefined; toMinute?: number | undefined }) =>
  hours.fromMinute === undefined || hours.toMinute === undefined || hours.fromMinute < hours.toMinute;

const settings = {
  name: text(80).min(1, 'Please enter a name.'),
  phoneNumberId: PhoneNumberId.nullable().describe('What it calls from: one that the agent answers'),
  connectionId: ChannelConnectionId.nullable().describe(
    'What it writes from: an SMS or WhatsApp number that is connected to the agent',
  ),
  groupIds: groups.describe('Leads in any of these'),
  withoutGroupIds: groups.describe('But none who is in one of these'),
  text: text(1_000).describe(
    'What is said first, or the whole message without the line that says how to opt out; of WhatsApp its template says it',
  ),
  template: ChosenTemplate.nullable().describe('Of WhatsApp: which approved text is sent, and with what in it'),
  machineText: text(500).describe('What an answering machine is told; empty: it is hung up on'),
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .max(7)
    .transform((days) => [...new Set(days)].sort())
    .describe('1 is Monday'),
  fromMinute: minute.describe('Of the day where the person is, in all zones that their number may be in'),
  toMinute: minute,
  cap: z.number().int().min(1).max(1_000_000).nullable().describe('So many people at most; null: all'),
  startsAt: z.iso.datetime().nullable().describe('Not before; null: at once'),
};

export const CampaignCounts = z.record(z.enum(RECIPIENT_STATES), z.number().int());

export const Campaign = z.object({
  id: CampaignId,
  agentId: AgentId,
  kind: z.enum(CAMPAIGN_KINDS),
  state: z.enum(CAMPAIGN_STATES),
  pausedFor: z.enum(PAUSE_REASONS).nullable(),
  isApproved: z.boolean().describe('False while a client’s campaign waits for their agency'),
  isTaken: z.boolean().describe('Whether all recipients were taken up'),
  ...settings,
  days: z.array(z.number().int()),
  counts: CampaignCounts.describe('Recipients by what became of them; once it has begun'),
  skipped: z.record(z.enum(SKIP_REASONS), z.number().int()).describe('Of those who were passed over, why'),
  templateText: z
    .string()
    .describe('What the template says, with `{name}` where a name stands, and `{{1}}` where nothing stands yet'),
  templateCategory: z.enum(TEMPLATE_CATEGORIES).nullable(),
  underWay: z
    .number()
    .int()
    .describe('Calls that were asked for and are not over, or messages of which no answer came yet'),
  optOutLine: z.string().describe('What is added to a message, in the language of the agent; empty for calls'),
  segments: z.number().int().describe('In how many pieces a message leaves; 0 for calls'),
  replies: z.number().int().describe('People who answered a message'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

export const CampaignRecipient = z.object({
  leadId: LeadId,
  name: z.string(),
  address: z.string().describe('As E.164; as the lead has it where it is none'),
  state: z.enum(RECIPIENT_STATES),
  reason: z.enum(SKIP_REASONS).nullable(),
  tries: z.number().int(),
  problem: z.string().describe('What the provider said of the last try that failed'),
  conversationId: ConversationId.nullable(),
});
export type CampaignRecipient = z.infer<typeof CampaignRecipient>;

const sender = { number: z.string(), name: z.string() };
export const CampaignSender = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: PhoneNumberId, ...sender }),
  z.object({
    kind: z.literal('sms'),
    id: ChannelConnectionId,
    ...sender,
    registration: z
      .enum(SMS_REGISTRATIONS)
      .nullable()
      .describe('What carriers want of such a number first: `a2p` of one of the United States; null: nothing known'),
  }),
  z.object({ kind: z.literal('whatsapp'), id: ChannelConnectionId, ...sender }),
]);
export type CampaignSender = z.infer<typeof CampaignSender>;

const e164 = z
  .string()
  .trim()
  .max(40)
  .transform((number) => number.replace(/[\s().-]/g, ''))
  .pipe(
    z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please type the number with its country code, such as +1 202 555 0100.'),
  );
const agent = z.object({ id: AgentId });
const one = agent.extend({ campaignId: CampaignId });
const done = z.object({ success: z.literal(true) });
const route = (method: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({
    ...{ method, summary, successStatus, tags: ['Campaigns'] },
    path: `/v2/agents/{id}/campaigns${end}`,
  });

export const campaignsContract = {
  list: route('GET', '', 'List campaigns, newest first')
    .input(agent)
    .output(z.object({ items: z.array(Campaign), mayApprove: z.boolean() })),
  listSenders: route('GET', '/senders', 'List the numbers that campaigns of this agent can call or write from')
    .input(agent)
    .output(z.object({ items: z.array(CampaignSender) })),
  listTemplates: route('GET', '/templates', 'List the approved texts that a WhatsApp number of this agent can send')
    .input(agent.extend({ connectionId: ChannelConnectionId }))
    .output(z.object({ items: z.array(MessageTemplate) })),
  listGroups: route('GET', '/groups', 'List the groups of leads that campaigns of this agent can be for')
    .input(agent)
    .output(z.object({ items: z.array(LeadGroup) })),
  create: route('POST', '', 'Make a campaign; nobody is called before it is started', 201)
    .input(
      agent.extend({ kind: z.enum(CAMPAIGN_KINDS), ...z.object(settings).partial().required({ name: true }).shape }),
    )
    .output(Campaign),
  get: route('GET', '/{campaignId}', 'Read a campaign with its results').input(one).output(Campaign),
  update: route(
    'POST',
    '/{campaignId}',
    'Change a campaign that has not begun; a paused one takes its hours and its cap',
  )
    .input(one.extend(z.object(settings).partial().shape).refine(isForward, TURNED))
    .output(Campaign),
  delete: route('DELETE', '/{campaignId}', 'Delete a campaign that is not going on, with its results')
    .input(one)
    .output(done),
  preview: route('GET', '/{campaignId}/preview', 'Look at the first 20 recipients, and why some are passed over')
    .input(one)
    .output(z.object({ items: z.array(CampaignRecipient), total: z.number().int() })),
  listRecipients: route('GET', '/{campaignId}/recipients', 'List recipients and what became of them')
    .input(
      one.extend({
        state: z.enum(RECIPIENT_STATES).optional(),
        cursor: z.string().max(64).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(50),
      }),
    )
    .output(z.object({ items: z.array(CampaignRecipient), nextCursor: z.string().nullable() })),
  start: route('POST', '/{campaignId}/start', 'Start a campaign, let a paused one go on, or say yes to a client’s')
    .input(one)
    .output(Campaign),
  pause: route('POST', '/{campaignId}/pause', 'Call nobody until it is started again').input(one).output(Campaign),
  stop: route('POST', '/{campaignId}/stop', 'End a campaign for good; what is under way goes on')
    .input(one)
    .output(Campaign),
  test: route('POST', '/{campaignId}/test', 'Send the message to a number that wrote to the agent; five times a day')
    .input(one.extend({ number: e164 }))
    .output(done),
  recordConsent: route('POST', '/consents', 'Record that leads in these groups agreed to be called, or to get messages')
    .input(
      agent.extend({
        kind: z.enum(CAMPAIGN_KINDS).default('call'),
        groupIds: groups.min(1),
        source: text(200).min(1, 'Please say where they agreed.').describe('Such as a form, with its address'),
        proof: text(1_000).default('').describe('What they agreed to, and how it can be shown'),
        givenAt: z.iso.datetime().describe('When'),
      }),
    )
    .output(z.object({ recorded: z.number().int().describe('Numbers of which nothing was recorded before') })),
  refuse: route('POST', '/do-not-call', 'Record that a number is neither called nor written to any more')
    .input(agent.extend({ number: e164 }))
    .output(done),
};
