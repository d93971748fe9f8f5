import type { ChannelAccount, InboundEvent, MediaRef } from '../../domain/channels/channels.ports.ts';
import { readJson } from '../shared/channel-http/read-json.ts';
import { type DiscordAttachment, type DiscordMessage, Message, Payload } from './discord-update.ts';

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
  const place = {
    key: id,
    at: new Date(Number((BigInt(id) >> 22n) + EPOCH_MS)).toISOString(),
    place: Number(BigInt(id) & 0x3f_ff_ffn),
    thread: server ? `${channel}/${author.id}` : channel,
  };
  const text = textOf(message, externalId);
  const media = message.attachments.flatMap((one) => (one ? [refOf(one)] : []));
  if (text !== '' || media.length > 0) {
    const { username = '', global_name = '' } = author;
    const from = { id: author.id, name: member?.nick || global_name || username, handle: username, lang: '' };
    return [{ ...place, kind: 'message', id, from, text, media, isStart: false }];
  }
  return [{ ...place, kind: 'unsupported', what: whatOf(message) }];
}

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
