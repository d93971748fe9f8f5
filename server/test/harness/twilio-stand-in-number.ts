import { createHmac, randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';

export type TwilioRefusal = { status: number; code: number; message: string };
export type TwilioOutcome = { result: unknown; refused?: undefined } | { refused: TwilioRefusal; result?: undefined };
export type TwilioAccount = { sid: string; token: string };
export type TwilioSent = {
  sid: string;
  body: string;
  encoding: 'GSM-7' | 'UCS-2';
  segments: number;
  callback: string;
  at: number;
};
export type TwilioCall = { url: string; fields: Record<string, string> };
type State = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed';

export const refused = (code: number, message: string, status = 400): TwilioOutcome => ({
  refused: { status, code, message },
});
export const newSid = (kind: string) => kind + randomBytes(16).toString('hex');

const Address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]);
/** https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource#update-an-incomingphonenumber-resource */
const Change = z.strictObject({
  SmsUrl: Address.optional(),
  SmsMethod: z.enum(['GET', 'POST']).optional(),
  SmsFallbackUrl: Address.optional(),
  SmsApplicationSid: z.union([z.literal(''), z.string().regex(/^AP[\da-f]{32}$/)]).optional(),
});
/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message */
const Message = z.strictObject({
  To: z.string(),
  From: z.string(),
  Body: z.string().min(1),
  StatusCallback: z.url({ protocol: /^https?$/ }).optional(),
  ValidityPeriod: z.coerce.number().int().min(1).max(36_000).optional(),
});

/** https://help.twilio.com/articles/223134027: Twilio obeys and answers them, and passes them on. */
const STOP = /^(?:stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const START = /^(?:start|yes|unstop)$/i;

const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€\f]*$/;

/** How it is sent, and in how many pieces. */
export function partsOf(body: string): Pick<TwilioSent, 'encoding' | 'segments'> {
  const isGsm = GSM.test(body);
  const units = isGsm ? body.length + (body.match(/[\^{}\\[~\]|€\f]/g)?.length ?? 0) : body.length;
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', segments: units <= alone ? 1 : Math.ceil(units / joined) };
}

/** https://www.twilio.com/docs/usage/security#validating-requests */
export function signed(token: string, url: string, fields: readonly (readonly [string, string])[]): string {
  const said = [...fields]
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flat()
    .join('');
  return createHmac('sha1', token).update(`${url}${said}`).digest('base64');
}

export type TwilioNumber = ReturnType<typeof makeTwilioNumber>;

/** One phone number of an account, and the people who write to it. `reach`: where an address is found on this machine. */
export function makeTwilioNumber(me: {
  name: string;
  account: TwilioAccount;
  /** Whether it is for SMS. */
  sms: boolean;
  root: () => string;
  reach: (url: string) => string;
  number?: string;
}) {
  const { account, number = `+1555${String(randomInt(10_000_000)).padStart(7, '0')}` } = me;
  const sid = newSid('PN');
  const files = new Map<string, { type: string; bytes: Uint8Array }>();
  const sent = new Map<string, TwilioSent[]>();
  const off = new Set<string>();
  const shut = new Set<string>();
  /** What Twilio answered by itself. */
  const confirmed: string[] = [];
  let hook = {
    SmsUrl: 'https://demo.twilio.com/welcome/sms/reply',
    SmsMethod: 'POST',
    SmsFallbackUrl: '',
    SmsApplicationSid: '',
  };

  const described = () => ({
    ...{ sid, account_sid: account.sid, phone_number: number, friendly_name: me.name },
    capabilities: { voice: true, sms: me.sms, mms: me.sms, fax: false },
    ...{ sms_url: hook.SmsUrl, sms_method: hook.SmsMethod, sms_fallback_url: hook.SmsFallbackUrl },
    sms_application_sid: hook.SmsApplicationSid,
    status: 'in-use',
  });

  const change = (given: Record<string, string>): TwilioOutcome => {
    const { success, data } = Change.safeParse(given);
    if (!success) return refused(21502, 'A parameter is not valid');
    hook = { ...hook, ...(data as Partial<typeof hook>) };
    return { result: described() };
  };

  const send = (given: Record<string, string>): TwilioOutcome => {
    const { success, data } = Message.safeParse(given);
    if (!success) return refused(20001, 'A parameter is not valid');
    const { To: to, Body: body, StatusCallback: callback = '' } = data;
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return refused(21211, `Invalid 'To' Phone Number: ${to}`);
    if (!me.sms) return refused(21606, "The 'From' phone number is not a valid, SMS-capable inbound phone number");
    if (body.length > 1_600) return refused(21617, 'The concatenated message body exceeds the 1600 character limit');
    if (off.has(to)) return refused(21610, 'Attempt to send to unsubscribed recipient');
    if (shut.has(to)) return refused(21614, "'To' number is not a valid mobile number");
    const one = { sid: newSid('SM'), body, callback, ...partsOf(body), at: Date.now() };
    sent.set(to, [...(sent.get(to) ?? []), one]);
    return {
      result: {
        ...{ sid: one.sid, account_sid: account.sid, from: number, to, body, status: 'queued', num_media: '0' },
        ...{ num_segments: String(one.segments), error_code: null, error_message: null, direction: 'outbound-api' },
      },
    };
  };

  /** https://www.twilio.com/docs/messaging/api/message-resource#read-multiple-message-resources, the newest first. */
  const list = (to: string, most: number): TwilioOutcome => ({
    result: {
      messages: (sent.get(to) ?? [])
        .toReversed()
        .slice(0, most)
        .map(({ sid: id, body, at }) => ({
          ...{ sid: id, account_sid: account.sid, from: number, to, body, status: 'queued', direction: 'outbound-api' },
          // Its clock is told in whole seconds.
          ...{ date_created: new Date(at).toUTCString().replace('GMT', '+0000'), date_sent: null },
        })),
      page: 0,
    },
  });

  const callOf = (fields: Record<string, string>, url = hook.SmsUrl): TwilioCall => ({ url, fields });

  const write = (from: string, text: string, more: Record<string, string> = {}): TwilioCall => {
    const id = newSid(more.MediaUrl0 ? 'MM' : 'SM');
    const word = text.trim();
    if (STOP.test(word)) off.add(from);
    else if (START.test(word)) off.delete(from);
    if (STOP.test(word) || /^(?:start|unstop)$/i.test(word)) confirmed.push(from);
    return callOf({
      ...{ ToCountry: 'US', ToState: '', SmsMessageSid: id, NumMedia: '0', ToCity: '', FromZip: '', SmsSid: id },
      ...{ FromState: '', SmsStatus: 'received', FromCity: '', Body: text, FromCountry: 'US', To: number, ToZip: '' },
      ...{ NumSegments: '1', MessageSid: id, AccountSid: account.sid, From: from, ApiVersion: '2010-04-01', ...more },
    });
  };

  /** As it stands, signed for the address that Twilio was told. */
  const deliver = (
    body: string | Uint8Array<ArrayBuffer>,
    { url = hook.SmsUrl, signature }: { url?: string; signature?: string } = {},
  ) => {
    const fields = [...new URLSearchParams(typeof body === 'string' ? body : new TextDecoder().decode(body))];
    return fetch(me.reach(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': signature ?? signed(account.token, url, fields),
        'user-agent': 'TwilioProxy/1.1',
      },
      body,
    });
  };

  /** As often and in the order in which they are given; the statuses of the answers. */
  const post = async (...calls: TwilioCall[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const { url, fields } of calls)
      if (url !== '') statuses.push((await deliver(new URLSearchParams(fields).toString(), { url })).status);
    return statuses;
  };

  const told = (to: string, { sid: id, callback }: TwilioSent, status: State, code?: number): TwilioCall =>
    callOf(
      {
        ...{ SmsSid: id, SmsStatus: status, MessageStatus: status, To: to, MessageSid: id, AccountSid: account.sid },
        ...{ From: number, ApiVersion: '2010-04-01', ...(code ? { ErrorCode: String(code) } : {}) },
      },
      callback,
    );

  return {
    ...{ sid, number, account, name: me.name, described, change, send, list, write, post, deliver, told, confirmed },
    fileAt: (path: string) => files.get(path) ?? null,
    hookUrl: () => hook.SmsUrl,
    /** Somebody else's, set by hand. */
    setHook(url: string, application = '') {
      hook = { ...hook, SmsUrl: url, SmsApplicationSid: application };
    },
    says: (from: string, text: string, more?: Record<string, string>) => post(write(from, text, more)),
    /** A message with a file, which lies where Twilio keeps it. */
    pictured(from: string, file: { type: string; bytes: Uint8Array }, text = '') {
      const path = `Messages/${newSid('MM')}/Media/${newSid('ME')}`;
      files.set(path, file);
      const MediaUrl0 = `${me.root()}/2010-04-01/Accounts/${account.sid}/${path}`;
      return write(from, text, { NumMedia: '1', MediaContentType0: file.type, MediaUrl0 });
    },
    sent: (to: string): TwilioSent[] => sent.get(to) ?? [],
    /** How often each person was written to. */
    counts: (): Map<string, number> => new Map([...sent].map(([to, all]) => [to, all.length])),
    /** Off at Twilio, and nobody was told. */
    offQuietly: (to: string) => off.add(to),
    /** Cannot receive SMS. */
    shut: (to: string) => shut.add(to),
  };
}
