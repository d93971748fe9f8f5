import type { ChannelAccount, InboundEvent, MediaRef } from '../../domain/channels/channels.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import { consentIn } from '../shared/channel-text/opt-out-words.ts';
import {
  type Messaging,
  type MessengerAttachment,
  type MessengerMessage,
  MessengerUpdate,
} from './messenger-update.ts';

const BODY_MAX = 256 * 1024;

const FILES: Record<string, { name: string; type: string }> = {
  image: { name: 'photo.jpg', type: 'image/jpeg' },
  audio: { name: 'voice.mp4', type: 'audio/mp4' },
  video: { name: 'video.mp4', type: 'video/mp4' },
  file: { name: 'file', type: 'application/octet-stream' },
};

type Page = Pick<ChannelAccount, 'externalId' | 'accountId'>;

/** A call of Meta's as events of one page. Never throws; what is not understood is nothing. */
export const readMessengerEvents = (body: Uint8Array, page: Page): InboundEvent[] => readEvents(body, page, 'page');

/** The same of one Instagram account. */
export const readInstagramEvents = (body: Uint8Array, account: Page): InboundEvent[] =>
  readEvents(body, account, 'instagram');

function readEvents(body: Uint8Array, page: Page, object: 'page' | 'instagram'): InboundEvent[] {
  const { data: update } = MessengerUpdate.safeParse(readJson(body, BODY_MAX));
  if (update?.object !== object) return [];
  const entries = update.entry.filter(({ id }) => id === page.externalId);
  return entries.flatMap(({ time, messaging }) =>
    messaging.flatMap((one) => eventsOf(one, page, one.timestamp ?? time ?? 0)),
  );
}

const instantOf = (ms: number) => new Date(ms).toISOString();

function eventsOf(one: Messaging, page: Page, at: number): InboundEvent[] {
  const { message, postback, delivery, read } = one;
  if (message?.is_echo) return echoEvents(message, one.recipient.id, page, at);
  const thread = one.sender.id;
  if (thread === page.externalId) return [];
  if (message) return messageEvents(message, thread, at);
  if (postback) {
    const { mid, title = '', payload = '' } = postback;
    const key = mid ? `m:${mid}` : `p:${at}`;
    const isStart = /^get_started$/i.test(payload);
    return title === '' && !isStart ? [] : [said({ key, thread, at, id: mid ?? '', text: title, media: [], isStart })];
  }
  // Whoever reads a message has the ones before it on the screen.
  const until = read ? (read.watermark ?? at) : delivery?.watermark;
  if (until === undefined || until === 0) return [];
  const state = read ? 'read' : 'delivered';
  const key = `${state}:${until}`;
  const place = { key, at: instantOf(at || until), thread, until: instantOf(until) };
  return [{ ...place, kind: 'status', id: '', ref: '', state, problem: null }];
}

function messageEvents(message: MessengerMessage, thread: string, at: number): InboundEvent[] {
  const { mid: id, text = '', attachments, is_deleted: isDeleted, is_unsupported: isUnsupported } = message;
  if (isDeleted) return [];
  const key = `m:${id}`;
  const media = attachments.flatMap(mediaOf);
  const { consent } = consentIn(message.quick_reply ? '' : text, 'chat');
  if (consent !== null) return [{ key: `o:${id}`, at: instantOf(at), thread, kind: 'reachable', isReachable: consent }];
  if (text !== '' || media.length > 0) {
    const choiceId = message.quick_reply?.payload;
    return [said({ key, thread, at, id, text, media, isStart: false, ...(choiceId ? { choiceId } : {}) })];
  }
  const type = attachments[0]?.payload?.sticker_id ? 'sticker' : attachments[0]?.type;
  const what = type ?? (isUnsupported ? 'unsupported' : undefined);
  return what ? [{ key, at: instantOf(at), thread, kind: 'unsupported', what }] : [];
}

type Said = {
  key: string;
  thread: string;
  at: number;
  id: string;
  text: string;
  media: MediaRef[];
  isStart: boolean;
  choiceId?: string;
};

/** Meta tells nobody's name here. */
const said = ({ at, ...more }: Said): InboundEvent => ({
  ...more,
  at: instantOf(at),
  kind: 'message',
  from: { id: more.thread, name: '', handle: '', lang: '' },
});

/** What the page itself sent. Ours settles a message of which nobody knew whether it left; that of other apps and of people is not read yet. */
function echoEvents(message: MessengerMessage, thread: string, { accountId }: Page, at: number): InboundEvent[] {
  const { mid: id, app_id: appId, metadata: ref = '' } = message;
  if (appId !== accountId) return [];
  return [{ key: `e:${id}`, at: instantOf(at), thread, kind: 'status', id, ref, state: 'sent', problem: null }];
}

function mediaOf({ type, payload }: MessengerAttachment): MediaRef[] {
  const known = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  if (!known || !payload?.url || payload.sticker_id !== undefined) return [];
  const name = type === 'file' ? nameIn(payload.url) || known.name : known.name;
  return [{ ref: payload.url, name, type: known.type, bytes: null }];
}

/** The last piece of its path. */
function nameIn(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/[/\\\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 200)
      .toWellFormed();
  } catch {
    return last.slice(0, 200);
  }
}
