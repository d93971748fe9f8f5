import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CHANNEL_PROVIDERS } from './channel-names.ts';
import { AgentId, ChannelConnectionId, WorkspaceUid } from './ids.ts';
import { PageQuery, page } from './paging.ts';

export const ChannelProvider = z.enum(CHANNEL_PROVIDERS);

/**
 * waiting (nobody has written yet) -> connected; paused by a person; `token_dead`: the provider refuses the token; `taken_over`: the provider
 * calls somebody else.
 */
export const ChannelState = z.enum(['waiting', 'connected', 'paused', 'token_dead', 'taken_over']);
export type ChannelState = z.infer<typeof ChannelState>;

/**
 * queued -> sending -> sent, and where the provider tells it, -> delivered -> read; or not: `failed`, `dropped` (a person took over first),
 * `unsure` (no answer came: it may have arrived).
 */
export const DeliveryState = z.enum(['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'dropped', 'unsure']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/**
 * Why it was not delivered: they blocked us, it could not be sent in time, nobody knows whether it arrived, the provider refused it, they
 * wrote too long ago to be answered there (`window`), carriers do not know our number (`unregistered`).
 */
export const DeliveryProblem = z.enum(['blocked', 'late', 'unknown', 'refused', 'window', 'unregistered']);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const Delivery = z.object({ state: DeliveryState, problem: DeliveryProblem.nullable() });
export type Delivery = z.infer<typeof Delivery>;

/** A bot, page or number through which people reach an agent. Its token is written and replaced, never read. */
export const ChannelConnection = z.object({
  id: ChannelConnectionId,
  provider: ChannelProvider,
  agentId: AgentId,
  externalId: z.string().describe('As the provider names it: the number of the bot, the ID of the phone number'),
  accountId: z.string().describe('The account that it belongs to there; empty where it has none'),
  name: z.string().describe('As people read it'),
  handle: z.string().describe('How people find it there, without an @'),
  state: ChannelState,
  isSimulated: z.boolean().describe('Tried without an account at the provider'),
  answersMentions: z
    .boolean()
    .nullable()
    .describe('Among many it answers whoever mentions it; null where the provider has no such places'),
  problem: z.string().describe('What the provider said last that somebody has to see to; else empty'),
  lastInAt: z.iso.datetime().nullable(),
  lastOutAt: z.iso.datetime().nullable(),
  waiting: z.number().int().describe('Messages that wait to be sent'),
  createdAt: z.iso.datetime(),
});
export type ChannelConnection = z.infer<typeof ChannelConnection>;

/** One of a workspace, with the agent that answers there. */
export const ListedChannel = ChannelConnection.extend({ agentTitle: z.string() });
export type ListedChannel = z.infer<typeof ListedChannel>;

const agent = z.object({ uid: WorkspaceUid, agentId: AgentId });
const one = agent.extend({ connectionId: ChannelConnectionId });
const done = z.object({ success: z.literal(true) });
const path = <const Rest extends string>(rest: Rest) =>
  `/v2/workspaces/{uid}/agents/{agentId}/channels${rest}` as const;
const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', at: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path: at, summary, tags: ['Channels'], successStatus });

const takesOver = z.boolean().default(false).describe('It answers here from now on, whoever was called for it before');

const telegram = agent.extend({
  token: z
    .string()
    .trim()
    .min(1, 'Please paste the token of the bot.')
    .max(200)
    .regex(/^\d{3,20}:[\w-]{20,150}$/, 'This is not the token of a bot. It looks like 123456789:AbCd…'),
  takesOver,
});

const metaId = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .regex(/^\d{5,25}$/, 'This is not an ID of Meta. It is a number, such as 106540352242922.');

const metaToken = z
  .string()
  .trim()
  .min(1, 'Please paste the access token.')
  .max(1_000)
  .regex(/^[\w|.-]{20,}$/, 'This is not an access token. It is a long text, often beginning with EAA.');

const metaSecret = z
  .string()
  .trim()
  .min(1, 'Please paste the app secret.')
  .regex(/^[\da-f]{32}$/i, 'This is not an app secret. It has 32 digits and letters from a to f.');

const whatsapp = agent.extend({
  phoneNumberId: metaId('Please paste the phone number ID.').describe('Of the number, not the number itself'),
  accountId: metaId('Please paste the account ID.').describe('Of the WhatsApp Business account'),
  token: metaToken,
  appSecret: metaSecret,
  takesOver,
});

const metaPage = agent.extend({
  appId: metaId('Please paste the app ID.'),
  appSecret: metaSecret,
  token: metaToken.describe('Of the page'),
  takesOver,
});

const discord = agent.extend({
  token: z
    .string()
    .trim()
    .min(1, 'Please paste the token of the bot.')
    .max(300)
    .regex(
      /^[\w-]{10,80}\.[\w-]{4,20}\.[\w-]{20,120}$/,
      'This is not the token of a bot. It has three parts with a dot between them.',
    ),
  takesOver,
});

const sms = agent.extend({
  accountSid: z
    .string()
    .trim()
    .min(1, 'Please paste the Account SID.')
    .regex(
      /^AC[\da-f]{32}$/,
      'This is not an Account SID. It begins with AC, and 32 digits and letters from a to f follow.',
    ),
  authToken: z
    .string()
    .trim()
    .min(1, 'Please paste the Auth Token.')
    .regex(/^[\da-f]{32}$/, 'This is not an Auth Token. It has 32 digits and letters from a to f.'),
  phoneNumber: z
    .string()
    .trim()
    .min(1, 'Please type the phone number.')
    .max(40)
    .transform((number) => number.replace(/[\s().-]/g, ''))
    .pipe(
      z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please type the number with its country code, such as +1 555 010 0199.'),
    )
    .describe('With its country code, as +15550100199'),
  takesOver,
});

export type ChannelConnectInput = {
  telegram: z.infer<typeof telegram>;
  whatsapp: z.infer<typeof whatsapp>;
  messenger: z.infer<typeof metaPage>;
  instagram: z.infer<typeof metaPage>;
  discord: z.infer<typeof discord>;
  sms: z.infer<typeof sms>;
};

export const channelsContract = {
  list: route('GET', path(''), 'List the channels of an agent')
    .input(agent)
    .output(z.object({ items: z.array(ChannelConnection) })),
  listAll: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/channels',
      summary: 'List the channels of all agents at one provider, the oldest first',
      tags: ['Channels'],
    })
    .input(PageQuery.extend({ uid: WorkspaceUid, provider: ChannelProvider }))
    .output(page(ListedChannel)),
  connectTelegram: route(
    'POST',
    path('/telegram'),
    'Connect a Telegram bot; with the token of one that is connected, its token is replaced',
    201,
  )
    .input(telegram)
    .output(ChannelConnection),
  connectWhatsApp: route(
    'POST',
    path('/whatsapp'),
    'Connect a phone number of the WhatsApp Business Platform; one that is connected gets the new token',
    201,
  )
    .input(whatsapp)
    .output(ChannelConnection),
  connectMessenger: route(
    'POST',
    path('/messenger'),
    'Connect a Facebook page by its token; one that is connected gets the new token',
    201,
  )
    .input(metaPage)
    .output(ChannelConnection),
  connectInstagram: route(
    'POST',
    path('/instagram'),
    'Connect an Instagram account by the token of its Facebook page; one that is connected gets the new token',
    201,
  )
    .input(metaPage)
    .output(ChannelConnection),
  connectDiscord: route(
    'POST',
    path('/discord'),
    'Connect a Discord bot; with the token of one that is connected, its token is replaced',
    201,
  )
    .input(discord)
    .output(ChannelConnection),
  update: route('PATCH', path('/{connectionId}'), 'Change where a channel answers')
    .input(one.extend({ answersMentions: ChannelConnection.shape.answersMentions.unwrap() }))
    .output(ChannelConnection),
  connectSms: route(
    'POST',
    path('/sms'),
    'Connect a phone number of a Twilio account for SMS; one that is connected gets the new token',
    201,
  )
    .input(sms)
    .output(ChannelConnection),
  pause: route('POST', path('/{connectionId}/pause'), 'Pause a channel: nothing is answered or sent')
    .input(one)
    .output(ChannelConnection),
  resume: route('POST', path('/{connectionId}/resume'), 'Resume a channel; what waits is answered and sent')
    .input(one)
    .output(ChannelConnection),
  remove: route('DELETE', path('/{connectionId}'), 'Remove a channel; its conversations stay').input(one).output(done),
};
