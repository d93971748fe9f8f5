import { z } from 'zod';
import type { RawHook } from '../../domain/channels/channels.ports.ts';
import type {
  OwnNumber,
  Telephony,
  TelephonyAccount,
  VoiceSettings,
} from '../../domain/phone-numbers/telephony.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { readRelayMessage } from './relay-messages.ts';
import { isSignedByTwilio } from './signed-by-twilio.ts';
import { makeTwilioApi } from './twilio-api.ts';
import {
  readAnsweredBy,
  readDialEnd,
  readForwardAnswer,
  readForwardEnd,
  readIncomingCall,
  readRecordingEnd,
  readRelayEnd,
} from './voice-hooks.ts';
import { voiceMarkup } from './voice-markup.ts';

const WHOLE_MS = 9_500;
const PAGE = 100;
const PAGES_MAX = 10;

const kept = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const method = kept.transform((value) => (value === 'GET' ? 'GET' : 'POST'));
/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource */
const Number_ = z.object({
  sid: z.string().regex(/^PN[\da-f]{32}$/),
  phone_number: z.string(),
  friendly_name: kept,
  capabilities: z.object({ voice: z.boolean().catch(false) }).catch({ voice: false }),
  voice_url: kept,
  voice_method: method,
  voice_fallback_url: kept,
  voice_fallback_method: method,
  voice_application_sid: kept,
  trunk_sid: kept,
});
const Numbers = z.object({ incoming_phone_numbers: z.array(Number_) });
/** https://www.twilio.com/docs/voice/api/call-resource */
const CallSid = z.string().regex(/^CA[\da-f]{32}$/);
const Made = z.object({ sid: CallSid });
const Calls = z.object({
  calls: z.array(z.object({ sid: CallSid, status: z.string(), date_created: z.coerce.date() })),
});
const Any = z.object({});
/** https://www.twilio.com/docs/voice/api/recording */
const Recordings = z.object({
  recordings: z.array(
    z.object({
      sid: z.string().regex(/^RE[\da-f]{32}$/),
      status: z.string(),
      duration: z.coerce.number().int().min(0).catch(0),
    }),
  ),
});
const GOING_ON = new Set(['in-progress', 'paused', 'processing']);
const UNDER_WAY = new Set(['queued', 'initiated', 'ringing', 'in-progress']);

/** Calls over Twilio's Programmable Voice and its ConversationRelay, which listens and speaks; no sound comes to us. */
export function makeTwilioVoice({ baseUrl, wholeMs = WHOLE_MS }: { baseUrl: string; wholeMs?: number }): Telephony {
  const { call, remove, loadSound } = makeTwilioApi({ baseUrl });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);
  const change = (account: TelephonyAccount, path: string, form: Record<string, string>) =>
    call({ account, path, form, result: Any, signal: deadline() });

  return {
    verify: (hook, { token }) => addressesOf(hook.url).some((url) => isSignedByTwilio({ ...hook, url }, token)),
    readCall: readIncomingCall,
    readRelayEnd,
    readForwardEnd,
    readForwardAnswer,
    readRecordingEnd,
    readDialEnd,
    readAnsweredBy,
    readMessage: readRelayMessage,
    writeAnswer: (answer) => ({ type: 'text/xml', body: voiceMarkup(answer) }),
    async listNumbers(account) {
      const signal = deadline();
      const found: OwnNumber[] = [];
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = { PageSize: String(PAGE), Page: String(page) };
        const asked = { account, query, signal, path: 'IncomingPhoneNumbers', result: Numbers };
        const { incoming_phone_numbers: numbers } = await call(asked);
        found.push(...numbers.map(toOwnNumber));
        if (numbers.length < PAGE) break;
      }
      return found;
    },
    beatenBy: ({ trunkId, applicationId }) => (trunkId !== '' ? 'trunk' : applicationId !== '' ? 'application' : null),
    async pointNumber(account, id, url) {
      const form = { VoiceUrl: url, VoiceMethod: 'POST', VoiceFallbackUrl: '', VoiceApplicationSid: '', TrunkSid: '' };
      await change(account, `IncomingPhoneNumbers/${id}`, form);
    },
    async restoreNumber(account, id, voice) {
      await change(account, `IncomingPhoneNumbers/${id}`, settingsOf(voice));
    },
    async dial(account, { from, to, url, statusUrl, ringSeconds, machine }) {
      const form = {
        ...{ From: from, To: to, Url: url, Method: 'POST', Timeout: String(ringSeconds) },
        ...{ StatusCallback: statusUrl, StatusCallbackMethod: 'POST', StatusCallbackEvent: 'completed' },
        ...machineFields(machine),
      };
      return (await call({ account, path: 'Calls', form, result: Made, signal: deadline(), isSend: true })).sid;
    },
    async findDialed(account, { from, to, since }) {
      // Twilio finds them by the day.
      const query = { From: from, To: to, 'StartTime>': since.toISOString().slice(0, 10), PageSize: String(PAGE) };
      const { calls } = await call({ account, path: 'Calls', query, result: Calls, signal: deadline() });
      // Its clock is told in whole seconds.
      const first = Math.floor(since.getTime() / 1_000) * 1_000;
      return calls
        .filter(({ date_created: at }) => at.getTime() >= first)
        .map(({ sid, status, date_created: at }) => ({ callId: sid, at, isOver: !UNDER_WAY.has(status) }))
        .sort((one, other) => other.at.getTime() - one.at.getTime());
    },
    async hangUp(account, callId) {
      await change(account, `Calls/${demandCall(callId)}`, { Status: 'completed' });
    },
    async redirect(account, callId, url) {
      await change(account, `Calls/${demandCall(callId)}`, { Url: url, Method: 'POST' });
    },
    async startRecording(account, callId, url) {
      await change(account, `Calls/${demandCall(callId)}/Recordings`, {
        ...{ RecordingStatusCallback: url, RecordingStatusCallbackMethod: 'POST' },
        ...{ RecordingStatusCallbackEvent: 'completed', RecordingChannels: 'dual', RecordingTrack: 'both' },
      });
    },
    async changeRecording(account, callId, to) {
      // Whichever goes on: nobody has told us its id.
      const path = `Calls/${demandCall(callId)}/Recordings/Twilio.CURRENT`;
      await change(account, path, { Status: to, ...(to === 'paused' ? { PauseBehavior: 'silence' } : {}) });
    },
    async findRecordings(account, callId) {
      const asked = { account, path: `Calls/${demandCall(callId)}/Recordings`, result: Recordings, signal: deadline() };
      return (await call(asked)).recordings.map(({ sid, status, duration }) => ({
        ...{ recordingId: sid, seconds: duration, isThere: status === 'completed', isGoingOn: GOING_ON.has(status) },
      }));
    },
    fetchRecording: (account, recordingId, bytesMax, signal) =>
      loadSound({ account, path: `Recordings/${demandRecording(recordingId)}.mp3`, bytesMax, signal }),
    async deleteRecording(account, recordingId) {
      await remove({ account, path: `Recordings/${demandRecording(recordingId)}`, signal: deadline() });
    },
  };
}

/** https://www.twilio.com/docs/voice/answering-machine-detection: told beside the call, for waiting for it would delay the first word. */
const machineFields = (machine: Parameters<Telephony['dial']>[1]['machine']): Record<string, string> =>
  machine === undefined
    ? {}
    : {
        ...{ MachineDetection: machine.waitsForBeep ? 'DetectMessageEnd' : 'Enable', AsyncAmd: 'true' },
        ...{ AsyncAmdStatusCallback: machine.url, AsyncAmdStatusCallbackMethod: 'POST' },
      };

/** How often a call is tried again stands behind `#`; whether that is signed, Twilio does not say. */
function addressesOf(url: RawHook['url']): string[] {
  const bare = url.replace(/#.*$/, '');
  return bare === url ? [url] : [bare, url];
}

/** A part of an address. */
function demandCall(callId: string): string {
  if (!CallSid.safeParse(callId).success) throw new VendorFailure('invalid', 'This is not a call of Twilio.');
  return callId;
}

function demandRecording(recordingId: string): string {
  if (!/^RE[\da-f]{32}$/.test(recordingId)) throw new VendorFailure('invalid', 'This is not a recording of Twilio.');
  return recordingId;
}

const toOwnNumber = (number: z.infer<typeof Number_>): OwnNumber => ({
  id: number.sid,
  number: number.phone_number,
  name: (number.friendly_name || number.phone_number).slice(0, 200),
  takesCalls: number.capabilities.voice,
  voice: {
    url: number.voice_url.slice(0, 1_000),
    method: number.voice_method,
    fallbackUrl: number.voice_fallback_url.slice(0, 1_000),
    fallbackMethod: number.voice_fallback_method,
    applicationId: number.voice_application_sid,
    trunkId: number.trunk_sid,
  },
});

/** A trunk and an application end each other, so only the one that was there is told. */
const settingsOf = ({ url, method: how, fallbackUrl, fallbackMethod, applicationId, trunkId }: VoiceSettings) => ({
  ...{ VoiceUrl: url, VoiceMethod: how, VoiceFallbackUrl: fallbackUrl, VoiceFallbackMethod: fallbackMethod },
  ...(trunkId === '' ? { VoiceApplicationSid: applicationId } : { TrunkSid: trunkId }),
});
