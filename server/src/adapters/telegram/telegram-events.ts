import type { InboundEvent, MediaRef } from '../../domain/channels/channels.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import { type TelegramFile, type TelegramMessage, type TelegramPress, Update } from './telegram-update.ts';

/** Telegram's own are of some kB. */
const BODY_MAX = 256 * 1024;
/** What a bot can load: https://core.telegram.org/bots/api#getfile. */
const LOADED_MAX = 20 * 1024 * 1024;

/** What people send and we do not take. What Telegram tells by itself (a pin, a timer) is none of these, and nobody is told of it. */
const UNSUPPORTED = [
  ...['sticker', 'contact', 'venue', 'location', 'poll', 'dice', 'game', 'story', 'checklist', 'paid_media'],
  ...['invoice', 'giveaway', 'giveaway_winners'],
];

/** An update as events: of private chats alone. Never throws; what is not understood is nothing. */
export function readTelegramEvents(body: Uint8Array): InboundEvent[] {
  const given = readJson(body, BODY_MAX);
  const { data: update } = Update.safeParse(given);
  if (!update) return [];
  const key = String(update.update_id);
  const { message, edited_message: edited, my_chat_member: changed, callback_query: pressed } = update;
  if (message) return messageEvents(key, message, (given as { message: object }).message);
  if (edited) return editedEvents(key, edited);
  if (pressed) return [pressEvent(key, pressed)];
  const status = changed?.new_chat_member.status;
  if (changed && (status === 'member' || status === 'kicked'))
    return [{ ...placeOf(key, changed.date, changed.chat), kind: 'reachable', isReachable: status === 'member' }];
  return [];
}

const placeOf = (key: string, seconds: number, chat: { id: number }) => ({
  key,
  place: Number(key),
  at: new Date(seconds * 1_000).toISOString(),
  thread: String(chat.id),
});

function messageEvents(key: string, message: TelegramMessage, given: object): InboundEvent[] {
  const place = placeOf(key, message.date, message.chat);
  const text = message.text ?? message.caption ?? '';
  const media = mediaOf(message);
  if (text !== '' || media.length > 0) {
    const { id, first_name = '', last_name = '', username = '', language_code = '' } = message.from ?? message.chat;
    const from = { id: String(id), name: `${first_name} ${last_name}`.trim(), handle: username, lang: language_code };
    const isStart = /^\/start(?:@\w+)?(?:\s|$)/.test(text);
    return [{ ...place, kind: 'message', id: String(message.message_id), from, text, media, isStart }];
  }
  const what = UNSUPPORTED.find((kind) => Object.hasOwn(given, kind));
  return what ? [{ ...place, kind: 'unsupported', what }] : [];
}

/** A button of ours. When it was pressed is not told; its update has a number. */
function pressEvent(key: string, { id, from, data, message }: TelegramPress): InboundEvent {
  const { first_name = '', last_name = '', username = '', language_code = '' } = from;
  const keys = message.reply_markup?.inline_keyboard.flat() ?? [];
  return {
    ...placeOf(key, Math.floor(Date.now() / 1_000), message.chat),
    ...{ kind: 'message', id, media: [], isStart: false },
    from: { id: String(from.id), name: `${first_name} ${last_name}`.trim(), handle: username, lang: language_code },
    text: keys.find(({ callback_data }) => callback_data === data)?.text ?? '',
    choiceId: data,
  };
}

/** It comes too when something else of a message changes, such as where somebody is; the text may be the same as before. */
function editedEvents(key: string, message: TelegramMessage): InboundEvent[] {
  const text = message.text ?? message.caption;
  if (text === undefined && mediaOf(message).length === 0) return [];
  const place = placeOf(key, message.edit_date ?? message.date, message.chat);
  return [{ ...place, kind: 'edited', id: String(message.message_id), text: text ?? '' }];
}

function mediaOf({ photo, voice, audio, video, video_note, document }: TelegramMessage): MediaRef[] {
  return [
    refOf(largest(photo ?? []), 'photo.jpg', 'image/jpeg'),
    refOf(voice, 'voice.ogg', 'audio/ogg'),
    refOf(audio, 'audio.mp3', 'audio/mpeg'),
    refOf(video ?? video_note, 'video.mp4', 'video/mp4'),
    refOf(document, 'file', 'application/octet-stream'),
  ].filter((ref) => ref !== null);
}

/** Of the sizes of one photo the largest that can be loaded. */
const largest = (sizes: readonly (TelegramFile | undefined)[]) =>
  sizes
    .filter((size) => size !== undefined && (size.file_size ?? 0) <= LOADED_MAX)
    .sort((one, other) => areaOf(other) - areaOf(one))[0];

const areaOf = (size: TelegramFile | undefined) => (size?.width ?? 0) * (size?.height ?? 0);

function refOf(file: TelegramFile | undefined, name: string, type: string): MediaRef | null {
  if (!file) return null;
  const given = (file.file_name ?? '').replace(/[/\\\p{Cc}]+/gu, ' ').trim();
  return { ref: file.file_id, name: given || name, type: file.mime_type ?? type, bytes: file.file_size ?? null };
}
