import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CallEndReason } from './call-ends.ts';
import { AgentId, CallId, ConversationId, MessageId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

/** Who listens and speaks: the visitor's own browser (only words travel), we (sound travels), or the phone network's provider. */
export const CallMode = z.enum(['browser', 'server', 'relay']);
export type CallMode = z.infer<typeof CallMode>;

export const CallChannel = z.enum(['web', 'phone']);
export type CallChannel = z.infer<typeof CallChannel>;

/** `waiting`: asked for, its caller is not connected yet. `transferring`: somebody is rung up for its caller; nothing is charged meanwhile. */
export const CallState = z.enum(['waiting', 'live', 'transferring', 'ended']);
export type CallState = z.infer<typeof CallState>;

/**
 * Whether its caller lets it be recorded. `none`: nothing was to be recorded. `asked`: they have not answered. `announced`: they were told. `refused`:
 * nothing of it is kept.
 */
export const CallConsent = z.enum(['none', 'asked', 'announced', 'agreed', 'refused']);
export type CallConsent = z.infer<typeof CallConsent>;

const words = z.string().max(limits.messageCharsMax);
const piece = z.number().int().min(1).describe('Of what is spoken; they count from 1 within one connection');

/** What the caller's side sends, as text. Sound is sent as bytes: PCM of 16 bits, 16 kHz, one channel, 20 ms a message. */
export const CallerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('partial'), text: words.describe('Understood so far, of words that go on') }),
  z.object({ type: z.literal('final'), text: words.describe('What was said') }),
  z.object({
    type: z.literal('voice'),
    isOn: z.boolean().describe('A voice is heard, for 120 ms by now; or none any more'),
  }),
  z.object({ type: z.literal('tap') }).describe('The agent is to be silent'),
  z.object({
    type: z.literal('played'),
    piece,
    share: z.number().min(0).max(1).describe('How much of it; 1 once it is over'),
  }),
  z.object({
    type: z.literal('resume'),
    messageId: MessageId.describe('Of which something was spoken when the connection was lost'),
    to: z.number().int().min(0).describe('How many characters of it'),
  }),
  z.object({ type: z.literal('end') }),
  z.object({
    type: z.literal('ping'),
    at: z.number(),
    roundTripMs: z.number().min(0).max(60_000).optional().describe('Of the ping before'),
  }),
]);
export type CallerMessage = z.infer<typeof CallerMessage>;

/**
 * What the caller's side is sent, as text. Sound comes as bytes: the number of its piece (4 bytes, little-endian), then PCM of 16
 * bits, 24 kHz, one channel; without any sound behind the number the piece is at its end.
 */
export const CallMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    mode: CallMode,
    lang: z.string().describe('Such as de or pt-BR; empty where nobody knows'),
    voice: z.string().describe('By its name; empty: any that fits the language'),
    rate: z.number().describe('How fast it speaks; 1 is as usual'),
    secret: z.string().describe('Opens the next connection of this call, should this one be lost'),
  }),
  z.object({
    type: z.literal('say'),
    piece,
    text: z.string().describe('As it is spoken'),
    messageId: MessageId.nullable().describe('Whose words they are; null for what is said beside'),
    to: z.number().int().describe('Where in the message it ends, in characters'),
  }),
  z.object({ type: z.enum(['pause', 'resume']) }),
  z.object({ type: z.literal('stop') }).describe('What waits to be spoken is not spoken'),
  z.object({ type: z.literal('heard'), text: z.string(), isFinal: z.boolean() }),
  z.object({ type: z.literal('state'), state: z.enum(['listening', 'thinking', 'speaking']) }),
  z.object({ type: z.literal('ended'), reason: CallEndReason }),
  z.object({ type: z.literal('pong'), at: z.number() }),
]);
export type CallMessage = z.infer<typeof CallMessage>;

const charged = z.number().optional().describe('Credits charged; members of the workspace alone are told');

export const Call = z.object({
  id: CallId,
  agentId: AgentId,
  agentTitle: z.string(),
  conversationId: ConversationId,
  channel: CallChannel,
  caller: z.string().describe('The number that was called from; empty on the web'),
  state: CallState,
  isTest: z.boolean(),
  startedAt: z.iso.datetime().nullable().describe('When its caller was connected first'),
  endedAt: z.iso.datetime().nullable(),
  seconds: z.number().int().describe('That were charged by now'),
  endReason: CallEndReason.nullable(),
  canTransfer: z.boolean().describe('Whether its caller can be put through now, to whom its phone number names'),
  transferredTo: z.string().describe('Who was rung up for its caller last; empty: nobody'),
  consent: CallConsent,
  consentAt: z.iso.datetime().nullable().describe('When its caller was told, or answered'),
  recordingUrl: z
    .string()
    .nullable()
    .describe('Of its sound, for whoever may see the call; null where there is none, or not yet. Takes `Range`'),
  recordedFrom: z.iso.datetime().nullable().describe('When the recording begins'),
  credits: charged,
  createdAt: z.iso.datetime(),
});
export type Call = z.infer<typeof Call>;

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Calls'], successStatus });

export const callsContract = {
  open: route('POST', '/public/conversations/{id}/calls', 'Begin a call with the agent, by voice', 201)
    .input(z.object({ id: ConversationId }))
    .output(
      z.object({
        callId: CallId,
        secret: z
          .string()
          .describe(
            'Opens the connection, once, within 60 seconds: `/api/{region}/calls/{callId}` as a WebSocket of protocol `call.{secret}`',
          ),
      }),
    ),
  list: route('GET', '/v2/workspaces/{uid}/calls', 'List calls, newest first')
    .input(
      PageQuery.extend({
        uid: WorkspaceUid,
        agentId: AgentId.optional(),
        channel: CallChannel.optional(),
        state: CallState.optional(),
      }),
    )
    .output(page(Call)),
  listOf: route('GET', '/v2/conversations/{conversationId}/calls', 'List the calls of a conversation, newest first')
    .input(z.object({ conversationId: ConversationId }))
    .output(z.object({ items: z.array(Call) })),
  end: route('POST', '/v2/conversations/{conversationId}/calls/{callId}/end', 'End a call that goes on')
    .input(z.object({ conversationId: ConversationId, callId: CallId }))
    .output(z.object({ success: z.literal(true) })),
  transfer: route(
    'POST',
    '/v2/conversations/{conversationId}/calls/{callId}/transfer',
    'Put the caller of a phone call through to whom its number names; the agent goes on where nobody answers',
  )
    .input(z.object({ conversationId: ConversationId, callId: CallId }))
    .output(z.object({ success: z.literal(true) })),
  deleteRecording: route(
    'DELETE',
    '/v2/conversations/{conversationId}/calls/{callId}/recording',
    'Delete the recording of a call, for good',
  )
    .input(z.object({ conversationId: ConversationId, callId: CallId }))
    .output(z.object({ success: z.literal(true) })),
};
