import { z } from 'zod';
import type {
  ChannelAccount,
  InboundEvent,
  MediaRef,
  RawHook,
  SentState,
} from '../../domain/channels/channels.ports.ts';
import { toldText } from '../shared/channel-http/told-text.ts';
import { consentIn } from '../shared/channel-text/opt-out-words.ts';
import { OPTED_OUT, problemOf } from './twilio-failures.ts';
import { readForm } from './twilio-form.ts';

const FILES_MAX = 10;

const Sid = z.string().regex(/^[A-Z]{2}[\da-f]{32}$/);
/** A number, or a short code. What has a name in place of a number cannot be answered. */
const Address = z.string().regex(/^\+?\d{3,15}$/);
const Common = { MessageSid: Sid, AccountSid: Sid, From: Address, To: Address };

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
const Inbound = z.object({
  ...Common,
  Body: toldText(4_096),
  NumMedia: z.coerce.number().int().min(0).max(FILES_MAX).catch(0),
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional().catch(undefined),
});

/** https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks */
const Status = z.object({
  ...Common,
  MessageStatus: z.string(),
  ErrorCode: z.coerce.number().int().catch(0),
});

const STATES: Record<string, SentState> = {
  // Twilio has it: it is not sent again.
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

type Own = Pick<ChannelAccount, 'externalId' | 'accountId'>;
type Fields = Record<string, string>;

/** A call of Twilio's as events of one number. Never throws; what is not understood, or of another number, is nothing. Twilio tells no time: it is now. */
export function readSmsEvents(
  { url, body }: Pick<RawHook, 'url' | 'body'>,
  own: Own,
  now = new Date(),
): InboundEvent[] {
  const fields: Fields = Object.fromEntries((readForm(body) ?? []).toReversed());
  const at = now.toISOString();
  return 'MessageStatus' in fields ? statusEvents(fields, { url, own, at }) : messageEvents(fields, { own, at });
}

function messageEvents(fields: Fields, { own, at }: { own: Own; at: string }): InboundEvent[] {
  const { data } = Inbound.safeParse(fields);
  if (!data || data.AccountSid !== own.accountId || data.To !== own.externalId) return [];
  const { MessageSid: id, From: thread, Body: text = '', OptOutType: told } = data;
  const place = { at, thread };
  const { consent, isLine } = told ? CONSENT_TOLD[told] : consentIn(text, 'sms');
  const events: InboundEvent[] = [];
  if (consent !== null) events.push({ ...place, key: `o:${id}`, kind: 'reachable', isReachable: consent });
  const media = mediaIn(fields, data.NumMedia);
  if (isLine && (text.trim() !== '' || media.length > 0)) {
    // Nothing else is known of them.
    const from = { id: thread, name: thread, handle: thread, lang: '' };
    events.push({ ...place, key: `m:${id}`, kind: 'message', id, from, text, media, isStart: false });
  }
  return events;
}

/** What Twilio has found in a message, and answered itself. */
const CONSENT_TOLD = {
  STOP: { consent: false, isLine: false },
  START: { consent: true, isLine: false },
  HELP: { consent: null, isLine: false },
} as const;

const NAMES: Record<string, string> = {
  'image/jpeg': 'photo.jpg',
  'image/png': 'photo.png',
  'image/gif': 'photo.gif',
  'image/webp': 'photo.webp',
  'application/pdf': 'document.pdf',
  'text/plain': 'text.txt',
  'text/csv': 'table.csv',
  'text/vcard': 'contact.vcf',
  'text/x-vcard': 'contact.vcf',
};

const mediaIn = (fields: Fields, count: number): MediaRef[] =>
  Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const ref = fields[`MediaUrl${at}`] ?? '';
    const type = (fields[`MediaContentType${at}`] ?? '').toLowerCase().slice(0, 100);
    if (ref === '' || ref.length > 1_000) return [];
    const [kind] = type.split('/');
    const name = NAMES[type] ?? (kind === 'audio' || kind === 'video' ? kind : 'file');
    return [{ ref, name, type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream', bytes: null }];
  });

function statusEvents(fields: Fields, { url, own, at }: { url: string; own: Own; at: string }): InboundEvent[] {
  const { data } = Status.safeParse(fields);
  if (!data || data.AccountSid !== own.accountId || data.From !== own.externalId) return [];
  const { MessageSid: id, To: thread, MessageStatus: status, ErrorCode: code } = data;
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  if (!state) return [];
  const problem = state === 'failed' ? problemOf(code) : null;
  const ref = readRef(URL.parse(url)?.searchParams.get('ref') ?? '');
  const events: InboundEvent[] = [{ key: `s:${id}:${state}`, at, thread, kind: 'status', id, ref, state, problem }];
  if (state === 'failed' && code === OPTED_OUT)
    events.push({ key: `o:${id}`, at, thread, kind: 'reachable', isReachable: false });
  return events;
}

/** In an address nothing of it has to be written as a code, which whoever signs it might write otherwise. */
export const writeRef = (ref: string): string => ref.replace(':', '.');
const readRef = (written: string) => written.slice(0, 100).replace('.', ':');
