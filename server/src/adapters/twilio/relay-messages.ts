import { z } from 'zod';
import type { RelayMessage } from '../../domain/phone-numbers/telephony.ports.ts';

/** A prompt is some sentences; nothing else is nearly as long. */
const MESSAGE_MAX = 40_000;

/** As PostgreSQL's text takes it. */
const said = (max: number) => z.string().transform((text) => text.slice(0, max).replaceAll('\0', '').toWellFormed());
const sid = (kind: string) => z.string().regex(new RegExp(`^${kind}[\\da-f]{32}$`));
const Switch = z.enum(['on', 'off']).transform((value) => value === 'on');

/** https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
const Setup = z.object({
  type: z.literal('setup'),
  sessionId: sid('VX'),
  callSid: sid('CA'),
  accountSid: sid('AC'),
  from: said(100).catch(''),
  to: said(100).catch(''),
});
const Prompt = z.object({
  type: z.literal('prompt'),
  voicePrompt: said(8_000),
  lang: said(35).catch(''),
  // Where partial prompts are not asked for, all are whole.
  last: z.boolean().catch(true),
});
const Key = z.object({ type: z.literal('dtmf'), digit: z.string().regex(/^[\d*#A-D]$/) });
const Interrupt = z.object({
  type: z.literal('interrupt'),
  utteranceUntilInterrupt: said(8_000).catch(''),
  durationUntilInterruptMs: z.coerce.number().min(0).catch(0),
});
const Problem = z.object({ type: z.literal('error'), description: said(300).catch('') });
const Info = z.discriminatedUnion('name', [
  z.object({ type: z.literal('info'), name: z.literal('tokensPlayed'), value: said(8_000) }),
  z.object({ type: z.literal('info'), name: z.literal('agentSpeaking'), value: Switch }),
  z.object({ type: z.literal('info'), name: z.literal('clientSpeaking'), value: Switch }),
]);
const Message = z.union([Setup, Prompt, Key, Interrupt, Problem, Info]);

/** Null for what it does not know; it tells of new things without notice. */
export function readRelayMessage(text: string): RelayMessage | null {
  if (text.length > MESSAGE_MAX) return null;
  const { data } = Message.safeParse(jsonOf(text));
  switch (data?.type) {
    case 'setup': {
      const { callSid: callId, accountSid: accountId, sessionId: relayId, from, to } = data;
      return { kind: 'setup', callId, accountId, relayId, from, to };
    }
    case 'prompt':
      return { kind: 'prompt', text: data.voicePrompt, lang: data.lang, isLast: data.last };
    case 'dtmf':
      return { kind: 'key', digit: data.digit };
    case 'interrupt':
      return { kind: 'interrupt', heard: data.utteranceUntilInterrupt, ms: data.durationUntilInterruptMs };
    case 'error':
      return { kind: 'problem', text: data.description };
    case 'info':
      if (data.name === 'tokensPlayed') return { kind: 'played', text: data.value };
      return { kind: 'speaking', who: data.name === 'agentSpeaking' ? 'agent' : 'caller', isOn: data.value };
    default:
      return null;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
