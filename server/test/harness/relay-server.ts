import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { makeRecordings, type Recording } from './twilio-recordings.ts';
import { newSid, refused, type TwilioAccount, type TwilioOutcome } from './twilio-stand-in-number.ts';

/** `reset`, `silent`: done, and whoever asked does not learn it. `down`: not done. */
export type RelayFault = 'reset' | 'silent' | 'down';
type Given = Record<string, string>;

const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
const Method = z.enum(['GET', 'POST']);
/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource#update-an-incomingphonenumber-resource */
const Change = z.strictObject({
  VoiceUrl: Address.optional(),
  VoiceMethod: Method.optional(),
  VoiceFallbackUrl: Address.optional(),
  VoiceFallbackMethod: Method.optional(),
  VoiceApplicationSid: z.union([z.literal(''), z.string().regex(/^AP[\da-f]{32}$/)]).optional(),
  TrunkSid: z.union([z.literal(''), z.string().regex(/^TK[\da-f]{32}$/)]).optional(),
  SmsUrl: Address.optional(),
  SmsMethod: Method.optional(),
  SmsFallbackUrl: Address.optional(),
  SmsApplicationSid: z.string().optional(),
});
const Listed = z.strictObject({
  PhoneNumber: z.string().optional(),
  PageSize: z.coerce.number().int().min(1).max(1_000).optional(),
  Page: z.coerce.number().int().min(0).optional(),
});
/** https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource */
const Dial = z.strictObject({
  From: z.string(),
  To: z.string(),
  Url: z.url({ protocol: /^https?$/ }),
  Method: Method.optional(),
  Timeout: z.coerce.number().int().min(1).max(600).optional(),
  StatusCallback: z.url({ protocol: /^https?$/ }).optional(),
  StatusCallbackMethod: Method.optional(),
  StatusCallbackEvent: z.enum(['initiated', 'ringing', 'answered', 'completed']).optional(),
  MachineDetection: z.enum(['Enable', 'DetectMessageEnd']).optional(),
  AsyncAmd: z.enum(['true', 'false']).optional(),
  AsyncAmdStatusCallback: z.url({ protocol: /^https?$/ }).optional(),
  AsyncAmdStatusCallbackMethod: Method.optional(),
});
const CallChange = z.union([
  z.strictObject({ Status: z.literal('completed') }),
  z.strictObject({ Url: z.url({ protocol: /^https?$/ }), Method: Method.optional() }),
]);
const Calls = z.strictObject({
  From: z.string().optional(),
  To: z.string().optional(),
  'StartTime>': z.iso.date().optional(),
  PageSize: z.coerce.number().int().min(1).max(1_000).optional(),
});
const NOT_THERE = refused(20404, 'The requested resource was not found', 404);

/** Each is another one, and none of those that tests call from. */
const FIRST_NUMBER = 1_000;
let lastNumber = FIRST_NUMBER;

export type RelayNumber = {
  sid: string;
  number: string;
  name: string;
  account: TwilioAccount;
  takesCalls: boolean;
  settings: Record<string, string>;
};
/** Of somebody who calls. */
export type IncomingLine = {
  sid: string;
  state(): string;
  hangUp(): void;
  ask(url: string): Promise<void>;
  tellRecorded(recording: Recording): void;
};
export type Dialed = {
  sid: string;
  account: string;
  from: string;
  to: string;
  url: string;
  statusUrl: string;
  machineUrl: string;
  at: Date;
  state: string;
};

/**
 * A loopback server that plays Twilio's Programmable Voice: its API of numbers and calls. Paths and parameters that are not Twilio's are
 * refused as it refuses them.
 */
export async function startRelayServer() {
  const numbers: RelayNumber[] = [];
  const calls: IncomingLine[] = [];
  const dialed: Dialed[] = [];
  const planned: { fault: RelayFault; on: RegExp; times: number }[] = [];
  const recordings = makeRecordings();
  const requests: { path: string; method: string; given: Given }[] = [];

  const described = ({ sid, number, name, account, takesCalls, settings }: RelayNumber) => ({
    ...{ sid, account_sid: account.sid, phone_number: number, friendly_name: name, status: 'in-use' },
    capabilities: { voice: takesCalls, sms: true, mms: true, fax: false },
    ...{ voice_url: settings.VoiceUrl, voice_method: settings.VoiceMethod },
    ...{ voice_fallback_url: settings.VoiceFallbackUrl, voice_fallback_method: settings.VoiceFallbackMethod },
    voice_application_sid: settings.VoiceApplicationSid || null,
    trunk_sid: settings.TrunkSid || null,
    ...{ sms_url: settings.SmsUrl, sms_application_sid: settings.SmsApplicationSid },
  });

  const changeNumber = (one: RelayNumber, given: Given): TwilioOutcome => {
    const { success, data } = Change.safeParse(given);
    if (!success) return refused(21502, 'A parameter is not valid');
    if (data.TrunkSid && data.VoiceApplicationSid) return refused(21502, 'A trunk and an application');
    Object.assign(one.settings, data);
    // Each ends the other.
    if (data.TrunkSid) one.settings.VoiceApplicationSid = '';
    if (data.VoiceApplicationSid) one.settings.TrunkSid = '';
    return { result: described(one) };
  };

  const listNumbers = (own: RelayNumber[], query: Given): TwilioOutcome => {
    const { success, data } = Listed.safeParse(query);
    if (!success) return refused(20001, 'Unknown parameter');
    const { PhoneNumber: part = '', PageSize: size = 50, Page: page = 0 } = data;
    const found = own.filter(({ number }) => number.includes(part)).slice(page * size, (page + 1) * size);
    return { result: { incoming_phone_numbers: found.map(described), page } };
  };

  const dial = (own: RelayNumber[], given: Given): TwilioOutcome => {
    const { success, data } = Dial.safeParse(given);
    if (!success) return refused(20001, 'A parameter is not valid');
    const from = own.find(({ number }) => number === data.From);
    if (!from) return refused(21210, `'From' is not a verified phone number: ${data.From}`);
    if (!/^\+[1-9]\d{6,14}$/.test(data.To)) return refused(21211, `Invalid 'To' Phone Number: ${data.To}`);
    const one = { sid: newSid('CA'), account: from.account.sid, from: data.From, to: data.To, url: data.Url };
    const told = { statusUrl: data.StatusCallback ?? '', machineUrl: data.AsyncAmdStatusCallback ?? '' };
    dialed.push({ ...one, ...told, at: new Date(), state: 'ringing' });
    return { result: { sid: one.sid, status: 'queued', from: data.From, to: data.To } };
  };

  const listCalls = (account: string, query: Given): TwilioOutcome => {
    const { success, data } = Calls.safeParse(query);
    if (!success) return refused(20001, 'Unknown parameter');
    const since = new Date(data['StartTime>'] ?? 0);
    const found = dialed.filter(
      (one) => one.account === account && one.from === data.From && one.to === data.To && one.at >= since,
    );
    // As RFC 2822 writes it, in whole seconds.
    const listed = found.map(({ sid, at, state }) => ({ sid, status: state, date_created: at.toUTCString() }));
    return { result: { calls: listed, page: 0 } };
  };

  const changeCall = (account: string, sid: string, given: Given): TwilioOutcome => {
    const { success, data } = CallChange.safeParse(given);
    if (!success) return refused(20001, 'A parameter is not valid');
    const out = dialed.find((one) => one.sid === sid && one.account === account);
    const come = calls.find((one) => one.sid === sid);
    if (!out && !come) return NOT_THERE;
    if (come?.state() === 'completed' || out?.state === 'completed')
      return refused(21220, 'Call is not in-progress. Cannot redirect.');
    if ('Status' in data) {
      if (out) out.state = 'completed';
      come?.hangUp();
    } else void come?.ask(data.Url);
    return { result: { sid, status: 'completed' } };
  };

  const changeRecordings = (account: string, path: string, method: string, given: Given): TwilioOutcome | null => {
    const [, call = '', rest = ''] = /^Calls\/(CA[\da-f]{32})\/Recordings(\/Twilio\.CURRENT)?\.json$/.exec(path) ?? [];
    const line = calls.find((one) => one.sid === call);
    if (!line) return null;
    if (method === 'POST' && line.state() !== 'in-progress')
      return refused(21220, 'Requested resource is not eligible for recording');
    const { ended, ...outcome } = recordings.ofCall(account, call, { method, rest, given });
    if (ended) line.tellRecorded(ended);
    return outcome;
  };

  /** Their files, and that they go. */
  const takeRecording = (account: string, path: string, method: string, response: ServerResponse): boolean => {
    const [, sid = '', ending] = /^Recordings\/(RE[\da-f]{32})\.(mp3|json)$/.exec(path) ?? [];
    const found = recordings.find(account, sid);
    if (!found || found.state !== 'completed') return false;
    if (method === 'GET' && ending === 'mp3')
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(found.bytes);
    else if (method === 'DELETE' && ending === 'json') {
      recordings.remove(account, sid);
      response.writeHead(204).end();
    } else return false;
    return true;
  };

  const carryOut = (account: string, method: string, path: string, query: Given, given: Given): TwilioOutcome => {
    const own = numbers.filter((one) => one.account.sid === account);
    const [, kind = '', sid = ''] = /^(\w+)(?:\/([A-Z]{2}[\da-f]{32}))?\.json$/.exec(path) ?? [];
    const one = own.find((found) => found.sid === sid);
    const recorded = changeRecordings(account, path, method, given);
    if (recorded) return recorded;
    if (method === 'GET' && sid === '' && kind === 'IncomingPhoneNumbers') return listNumbers(own, query);
    if (method === 'GET' && sid === '' && kind === 'Calls') return listCalls(account, query);
    if (method === 'POST' && sid === '' && kind === 'Calls') return dial(own, given);
    if (method === 'POST' && kind === 'Calls') return changeCall(account, sid, given);
    if (method === 'POST' && kind === 'IncomingPhoneNumbers' && one) return changeNumber(one, given);
    return NOT_THERE;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://twilio');
    const coded = /^Basic ([\w+/=]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const [sid = '', token = ''] = Buffer.from(coded, 'base64').toString().split(/:(.*)/s);
    const [, named, path = ''] = /^\/2010-04-01\/Accounts\/(\w+)\/(.+)$/.exec(url.pathname) ?? [];
    const given = Object.fromEntries(new URLSearchParams(await text(request)));
    const method = request.method ?? '';
    requests.push({ path, method, given });
    const found = planned.find(({ on, times }) => times > 0 && on.test(`${method} ${path}`));
    if (found) found.times -= 1;
    if (found?.fault === 'down') return void response.writeHead(502).end('<html>Bad gateway</html>');
    const isKnown = numbers.some(({ account }) => account.sid === sid && account.token === token);
    if (isKnown && named === sid && found === undefined && takeRecording(sid, path, method, response)) return;
    const outcome = !isKnown
      ? refused(20003, 'Authenticate', 401)
      : named === sid
        ? carryOut(sid, method, path, Object.fromEntries(url.searchParams), given)
        : NOT_THERE;
    if (found?.fault === 'reset') return void response.destroy();
    if (found?.fault === 'silent') return void setTimeout(() => response.destroy(), 30_000).unref();
    const { refused: no, result } = outcome;
    const more = no ? { more_info: `https://www.twilio.com/docs/errors/${no.code}` } : {};
    response
      .writeHead(no ? no.status : method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(no ? { ...no, ...more } : result));
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests, dialed, calls, recordings },
    numberOf: (digits: string) => numbers.find(({ number }) => number === digits),
    /** Of an account, or of a new one. */
    addNumber({
      name = 'Harbour',
      takesCalls = true,
      account = { sid: newSid('AC'), token: randomBytes(16).toString('hex') } as TwilioAccount,
      number: own = '',
    } = {}): RelayNumber {
      const settings = {
        ...{ VoiceUrl: 'https://demo.twilio.com/welcome/voice/', VoiceMethod: 'POST', VoiceFallbackUrl: '' },
        ...{ VoiceFallbackMethod: 'POST', VoiceApplicationSid: '', TrunkSid: '', SmsUrl: '', SmsApplicationSid: '' },
      };
      lastNumber = lastNumber === 9_999 ? FIRST_NUMBER : lastNumber + 1;
      const digits = own || `+1202555${lastNumber}`;
      const made = { sid: newSid('PN'), number: digits, name, account, takesCalls, settings };
      numbers.push(made);
      return made;
    },
    /** For the next `times` calls whose method and path `on` names. */
    next(fault: RelayFault, { on = /./, times = 1 }: { on?: RegExp; times?: number } = {}) {
      planned.push({ fault, on, times });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
