import type { ChannelAccount, InboundEvent, MediaRef } from '../../domain/channels/channels.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import type { DiscordPress } from './discord-api.ts';
import { idOfButton } from './discord-buttons.ts';
import { type DiscordAttachment, type DiscordMessage, Message, Payload, Press } from './discord-update.ts';

/** What greets a bot of two thousand servers; a message has some kB. */
export const PAYLOAD_MAX = 4 * 1024 * 1024;
/** What people wrote, alone or as an answer to somebody. Discord's own lines (a pin, who joined) are of other kinds. */
const WRITTEN = new Set([0, 19]);
/** https://docs.discord.com/developers/reference#snowflakes */
const EPOCH_MS = 1_420_070_400_000n;

export type GatewayPayload = { op: number; d: unknown; s: number | null; t: string | null };

/** One message of the gateway; null for what is none. */
export function readGatewayPayload(text: string): GatewayPayload | null {
  const { data } = Payload.safeParse(readJson(new TextEncoder().encode(text), PAYLOAD_MAX));
  return data ? { op: data.op, d: data.d, s: data.s ?? null, t: data.t ?? null } : null;
}

/**
 * What `MESSAGE_CREATE` tells, as events. Never throws; what is not understood is nothing, as is what bots and hooks write. On servers it is
 * read only where it is for us, and where that is wanted; each person in a channel of a server is a thread of their own.
 */
export function readDiscordMessage(
  given: unknown,
  { externalId }: Pick<ChannelAccount, 'externalId'>,
  { isOnServers }: { isOnServers: boolean },
): InboundEvent[] {
  const { data: message } = Message.safeParse(given);
  if (!message || !WRITTEN.has(message.type)) return [];
  const { id, author, channel_id: channel, guild_id: server, member } = message;
  if (author.bot || author.system || message.webhook_id || author.id === externalId) return [];
  if (server && !(isOnServers && message.mentions.some((one) => one?.id === externalId))) return [];
  const place = { key: id, ...momentOf(id), thread: server ? `${channel}/${author.id}` : channel };
  const text = textOf(message, externalId);
  const media = message.attachments.flatMap((one) => (one ? [refOf(one)] : []));
  if (text !== '' || media.length > 0) {
    const { username = '', global_name = '' } = author;
    const from = { id: author.id, name: member?.nick || global_name || username, handle: username, lang: '' };
    return [{ ...place, kind: 'message', id, from, text, media, isStart: false }];
  }
  return [{ ...place, kind: 'unsupported', what: whatOf(message) }];
}

/**
 * What `INTERACTION_CREATE` tells of a button of ours: how it is answered, and the choice as an event. On a server a button is for whom it was
 * shown; whoever else presses it is answered, and says nothing.
 */
export function readDiscordPress(
  given: unknown,
  { isOnServers }: { isOnServers: boolean },
): { press: DiscordPress; events: InboundEvent[] } | null {
  const { data } = Press.safeParse(given);
  const by = data?.member?.user ?? data?.user;
  if (!data || !by) return null;
  const { id, token, channel_id: channel, guild_id: server, member, message, locale = '' } = data;
  const { custom_id: button } = data.data;
  const press = { id, token };
  const choiceId = idOfButton(button, server ? by.id : '');
  if (choiceId === null || (server && !isOnServers)) return { press, events: [] };
  const buttons = message.components.flatMap((row) => row?.components ?? []);
  const { username = '', global_name = '' } = by;
  const event: InboundEvent = {
    ...{ key: `press:${id}`, ...momentOf(id), thread: server ? `${channel}/${by.id}` : channel },
    ...{ kind: 'message', id: '', media: [], isStart: false, choiceId },
    from: { id: by.id, name: member?.nick || global_name || username, handle: username, lang: locale },
    text: buttons.find((one) => one?.custom_id === button)?.label ?? '',
  };
  return { press, events: [event] };
}

/** What one message of the gateway tells of what was written to the bot alone, or of a button that was pressed there. */
export function readDiscordDispatch(body: Uint8Array, account: Pick<ChannelAccount, 'externalId'>): InboundEvent[] {
  const alone = { isOnServers: false };
  const { t, d } = readGatewayPayload(new TextDecoder().decode(body)) ?? { t: null, d: null };
  if (t === 'MESSAGE_CREATE') return readDiscordMessage(d, account, alone);
  return t === 'INTERACTION_CREATE' ? (readDiscordPress(d, alone)?.events ?? []) : [];
}

const momentOf = (snowflake: string) => ({
  at: new Date(Number((BigInt(snowflake) >> 22n) + EPOCH_MS)).toISOString(),
  place: Number(BigInt(snowflake) & 0x3f_ff_ffn),
});

function whatOf({ sticker_items, poll, message_snapshots }: DiscordMessage): string {
  if (sticker_items.length > 0) return 'sticker';
  if (message_snapshots.length > 0) return 'forward';
  return poll ? 'poll' : 'empty';
}

/** As people read it: names for their numbers, and without the mention that calls us. */
function textOf({ content = '', mentions }: DiscordMessage, externalId: string): string {
  const names = new Map(mentions.flatMap((one) => (one ? [[one.id, one.global_name || one.username || '']] : [])));
  return content
    .replace(/<@!?(\d{1,20})>/g, (all, id: string) => {
      if (id === externalId) return '';
      const name = names.get(id);
      return name ? `@${name}` : all;
    })
    .replace(/<a?:(\w{1,32}):\d{1,20}>/g, ':$1:')
    .trim();
}

function refOf({ filename, content_type, size, url }: DiscordAttachment): MediaRef {
  const name = (filename ?? '').replace(/[/\\\p{Cc}]+/gu, ' ').trim();
  return { ref: url, name: name || 'file', type: content_type ?? 'application/octet-stream', bytes: size ?? null };
}
