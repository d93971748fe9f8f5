import { z } from 'zod';
import type {
  AnsweredBy,
  DialEnd,
  ForwardEnd,
  IncomingCall,
  RecordingEnd,
  RelayEnd,
} from '../../domain/phone-numbers/telephony.ports.ts';
import { readForm } from './twilio-form.ts';

const sid = (kind: string) => z.string().regex(new RegExp(`^${kind}[\\da-f]{32}$`));
const Common = { CallSid: sid('CA'), AccountSid: sid('AC') };
/** A number, a name of SIP, `anonymous` and the like. */
const party = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 100).replaceAll('\0', '').toWellFormed());

/** https://www.twilio.com/docs/voice/twiml#request-parameters */
const Incoming = z.object({ ...Common, From: party, To: party });

/** https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#action-url-callback-parameters */
const Ended = z.object({
  ...Common,
  SessionStatus: z.enum(['ended', 'completed', 'failed']),
  SessionDuration: z.coerce.number().int().min(0).max(86_400).catch(0),
  CallStatus: z.string().catch(''),
  HandoffData: z
    .string()
    .catch('')
    .transform((text) => text.slice(0, 4_000)),
});

/** https://www.twilio.com/docs/voice/twiml/dial#action */
const Forwarded = z.object({ ...Common, DialCallStatus: z.string(), CallStatus: z.string().catch('') });

/** https://www.twilio.com/docs/voice/twiml/number#statuscallback: of the call that was made for another. */
const Taken = z.object({ ...Common, ParentCallSid: sid('CA'), CallStatus: z.string() });

/** https://www.twilio.com/docs/voice/api/recording#recordingstatuscallback */
const Recorded = z.object({
  ...Common,
  RecordingSid: sid('RE'),
  RecordingStatus: z.string(),
  RecordingDuration: z.coerce.number().int().min(0).max(86_400).catch(0),
});

/** https://www.twilio.com/docs/voice/api/call-resource#statuscallbackevent */
const DialEnded = z.object({
  ...Common,
  CallStatus: z.enum(['completed', 'busy', 'no-answer', 'failed', 'canceled']),
  SipResponseCode: z
    .string()
    .regex(/^\d{3}$/)
    .catch(''),
  ErrorCode: z
    .string()
    .regex(/^\d{1,6}$/)
    .catch(''),
});
/** https://www.twilio.com/docs/voice/answering-machine-detection#asyncamdstatuscallback */
const Detected = z.object({ ...Common, AnsweredBy: z.string() });

const fieldsOf = (body: Uint8Array) => Object.fromEntries((readForm(body) ?? []).toReversed());

export function readIncomingCall(body: Uint8Array): IncomingCall | null {
  const { data } = Incoming.safeParse(fieldsOf(body));
  return data ? { callId: data.CallSid, accountId: data.AccountSid, from: data.From, to: data.To } : null;
}

export function readRelayEnd(body: Uint8Array): RelayEnd | null {
  const { data } = Ended.safeParse(fieldsOf(body));
  if (!data) return null;
  const { CallSid: callId, AccountSid: accountId, SessionStatus: status, SessionDuration: seconds } = data;
  return { callId, accountId, status, seconds, isOnLine: data.CallStatus === 'in-progress', handoff: data.HandoffData };
}

export function readForwardEnd(body: Uint8Array): ForwardEnd | null {
  const { data } = Forwarded.safeParse(fieldsOf(body));
  if (!data) return null;
  const isAnswered = data.DialCallStatus === 'completed' || data.DialCallStatus === 'answered';
  const isOnLine = data.CallStatus === 'in-progress';
  return { callId: data.CallSid, accountId: data.AccountSid, isAnswered, isOnLine };
}

export function readForwardAnswer(body: Uint8Array): Pick<ForwardEnd, 'callId' | 'accountId' | 'isAnswered'> | null {
  const { data } = Taken.safeParse(fieldsOf(body));
  if (!data) return null;
  return { callId: data.ParentCallSid, accountId: data.AccountSid, isAnswered: data.CallStatus === 'in-progress' };
}

export function readRecordingEnd(body: Uint8Array): RecordingEnd | null {
  const { data } = Recorded.safeParse(fieldsOf(body));
  if (!data) return null;
  const { CallSid: callId, AccountSid: accountId, RecordingSid: recordingId, RecordingDuration: seconds } = data;
  return { callId, accountId, recordingId, isThere: data.RecordingStatus === 'completed', seconds };
}

export function readDialEnd(body: Uint8Array): DialEnd | null {
  const { data } = DialEnded.safeParse(fieldsOf(body));
  if (!data) return null;
  const { CallStatus: status, ErrorCode: code, SipResponseCode: sip } = data;
  const became = status === 'no-answer' ? 'no_answer' : status;
  const problem = code === '' ? sip && `SIP ${sip}` : `Twilio ${code}`;
  return { callId: data.CallSid, accountId: data.AccountSid, became, problem: became === 'failed' ? problem : '' };
}

export function readAnsweredBy(body: Uint8Array): AnsweredBy | null {
  const { data } = Detected.safeParse(fieldsOf(body));
  if (!data) return null;
  const isMachine = data.AnsweredBy.startsWith('machine_') || data.AnsweredBy === 'fax';
  return { callId: data.CallSid, accountId: data.AccountSid, isMachine };
}
