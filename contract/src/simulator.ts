import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ChannelConnection, ChannelProvider } from './channels.ts';
import { AgentId, ChannelConnectionId, WorkspaceUid } from './ids.ts';
import { PageQuery, page } from './paging.ts';
import { PHONE_NOTES, PHONE_TROUBLES } from './simulated-lines.ts';

const WORDS_MAX = 1_000;

/** `said`: typed on the phone; `shown`: what came there; `note`: what was tried, between them. */
export const PhoneLine = z.object({
  id: z.string(),
  number: z.number().int().describe('The order of all lines of a phone'),
  kind: z.enum(['said', 'shown', 'note']),
  text: z.string().describe('With the marks of the provider'),
  buttons: z.array(z.object({ id: z.string(), label: z.string() })),
  file: z.object({ name: z.string(), type: z.string() }).nullable(),
  note: z.enum(PHONE_NOTES).nullable(),
  state: z.enum(['sent', 'delivered', 'read']).describe('As the provider knows it'),
  at: z.iso.datetime(),
});
export type PhoneLine = z.infer<typeof PhoneLine>;

/** How the simulated phone and its provider are right now. */
export const Phone = z.object({
  channel: ChannelConnection,
  typingUntil: z.iso.datetime().nullable().describe('The agent is seen typing there until then'),
  isTokenDead: z.boolean(),
  isWindowOver: z.boolean(),
  isBlocked: z.boolean(),
  told: z.array(z.enum(['delivered', 'read'])).describe('What the provider tells of a message after it was sent'),
});
export type Phone = z.infer<typeof Phone>;

const agent = z.object({ uid: WorkspaceUid, agentId: AgentId });
const one = agent.extend({ connectionId: ChannelConnectionId });
const words = z.string().trim().min(1, 'Please write something.').max(WORDS_MAX);
const done = z.object({ success: z.literal(true) });
const at = '/v2/workspaces/{uid}/agents/{agentId}/simulator' as const;
const route = <const Rest extends string>(method: 'GET' | 'POST', rest: Rest, summary: string, successStatus = 200) =>
  oc.route({ method, path: `${at}${rest}`, summary, tags: ['Channels'], successStatus });

/** Channels that are tried without an account at their provider. */
export const simulatorContract = {
  connect: route(
    'POST',
    '',
    'Try a channel without an account: a simulated connection; where one stands, it is answered',
    201,
  )
    .input(agent.extend({ provider: ChannelProvider }))
    .output(ChannelConnection),
  open: route('GET', '/{connectionId}', 'How a simulated phone is').input(one).output(Phone),
  lines: route('GET', '/{connectionId}/lines', 'The lines of a simulated phone, the newest first')
    .input(PageQuery.extend(one.shape))
    .output(page(PhoneLine)),
  say: route(
    'POST',
    '/{connectionId}/lines',
    'Write on the simulated phone, or press a button that is shown there',
    201,
  )
    .input(one.extend({ text: words, choiceId: z.string().min(1).max(100).optional() }))
    .output(PhoneLine),
  read: route('POST', '/{connectionId}/read', 'All that is shown on the simulated phone was read')
    .input(one)
    .output(done),
  trouble: route('POST', '/{connectionId}/trouble', 'Make something happen that providers do')
    .input(
      one.extend({
        kind: z.enum(PHONE_TROUBLES),
        words: z.array(words).max(2).default([]).describe('`unordered`: two lines; `by_phone`: what is answered'),
      }),
    )
    .output(Phone),
  mend: route('POST', '/{connectionId}/mend', 'Give the simulated connection a token that works')
    .input(one)
    .output(Phone),
};
