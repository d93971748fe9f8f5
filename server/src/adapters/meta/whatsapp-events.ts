import type { InboundEvent, MediaRef, SentState } from '../../domain/channels/channels.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import { consentIn } from '../shared/channel-text/opt-out-words.ts';
import { problemOf } from './graph-failures.ts';
import {
  type WhatsAppChange,
  type WhatsAppMedia,
  type WhatsAppMessage,
  type WhatsAppStatus,
  WhatsAppUpdate,
} from './whatsapp-update.ts';

/** Some hundred messages at once. Four times as much would hold up everybody else for a tenth of a second. */
const BODY_MAX = 256 * 1024;

/** What people send and we do not take. What WhatsApp tells by itself (a number that changed, a reaction) is none of these. */
const UNSUPPORTED = ['sticker', 'location', 'contacts', 'order', 'unsupported'];

const STATES: Record<string, SentState> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** A call of Meta's as events of one phone number. Never throws; what is not understood is nothing. */
export function readWhatsAppEvents(body: Uint8Array, phoneNumberId: string): InboundEvent[] {
  const { data: update } = WhatsAppUpdate.safeParse(readJson(body, BODY_MAX));
  const changes = update?.entry.flatMap((entry) => entry.changes.map(({ value }) => value)) ?? [];
  return changes
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId)
    .flatMap((change) => [
      ...change.messages.flatMap((message) => messageEvents(message, change)),
      ...change.statuses.flatMap(statusEvents),
    ]);
}

const instantOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

function messageEvents(message: WhatsAppMessage, { contacts }: WhatsAppChange): InboundEvent[] {
  const thread = message.from ?? message.from_user_id;
  if (!thread) return [];
  const place = { key: `m:${message.id}`, at: instantOf(message.timestamp), thread };
  const text = textIn(message);
  const media = mediaIn(message);
  const { consent } = consentIn(message.text?.body ?? '', 'chat');
  if (consent !== null) return [{ ...place, key: `o:${message.id}`, kind: 'reachable', isReachable: consent }];
  const isStart = message.type === 'request_welcome';
  if (text !== '' || media.length > 0 || isStart) {
    const contact = contacts.find(({ wa_id, user_id }) => wa_id === thread || user_id === thread) ?? contacts[0];
    const { name = '', username = '' } = contact?.profile ?? {};
    const from = { id: thread, name, handle: username, lang: '' };
    const choiceId = message.interactive?.button_reply?.id;
    const pressed = choiceId ? { choiceId } : {};
    return [{ ...place, kind: 'message', id: message.id, from, text, media, isStart, ...pressed }];
  }
  return UNSUPPORTED.includes(message.type) ? [{ ...place, kind: 'unsupported', what: message.type }] : [];
}

/** What was written, or the words on a button that was pressed. */
function textIn({ text, button, interactive, ...media }: WhatsAppMessage): string {
  const caption = media.image?.caption ?? media.video?.caption ?? media.document?.caption;
  const choice = interactive?.button_reply?.title ?? interactive?.list_reply?.title;
  return text?.body ?? button?.text ?? choice ?? caption ?? '';
}

const mediaIn = ({ image, audio, video, document }: WhatsAppMessage): MediaRef[] =>
  [
    refOf(image, 'photo.jpg', 'image/jpeg'),
    refOf(audio, 'voice.ogg', 'audio/ogg'),
    refOf(video, 'video.mp4', 'video/mp4'),
    refOf(document, 'file', 'application/octet-stream'),
  ].filter((ref) => ref !== null);

function refOf(file: WhatsAppMedia | undefined, name: string, type: string): MediaRef | null {
  if (!file) return null;
  const given = (file.filename ?? '').replace(/[/\\\p{Cc}]+/gu, ' ').trim();
  // Such as `audio/ogg; codecs=opus`.
  const [, kind = type] = /^([\w.+-]+\/[\w.+-]+)(?:$|;)/.exec(file.mime_type?.toLowerCase() ?? '') ?? [];
  return { ref: file.id, name: given || name, type: kind, bytes: null };
}

function statusEvents(status: WhatsAppStatus): InboundEvent[] {
  const thread = status.recipient_id ?? status.recipient_user_id;
  const state = STATES[status.status];
  if (!thread || !state) return [];
  const problem = state === 'failed' ? problemOf(status.errors[0]?.code ?? 0) : null;
  const { id, biz_opaque_callback_data: ref = '' } = status;
  return [
    { key: `s:${id}:${state}`, at: instantOf(status.timestamp), thread, kind: 'status', id, ref, state, problem },
  ];
}
