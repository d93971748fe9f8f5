import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type DiscordRefusal, type DiscordSent, newSnowflake, Rows } from './discord-stand-in-parts.ts';
import { makeDiscordPresses } from './discord-stand-in-presses.ts';
import type { SentBytes } from './telegram-stand-in-methods.ts';

type Outcome = { status: number; result: unknown; headers?: Record<string, string> } | { refused: DiscordRefusal };
type Person = { username: string; global_name: string | null };

const TEXT_MAX = 2_000;
const FILE_MAX = 10 * 1024 * 1024;
const NONCE_MS = 300_000;
/** Of one channel. */
const BUCKET = { most: 5, everyMs: 5_000 };
export const INTENTS = { server: 1 << 9, direct: 1 << 12 };
/** Told to everybody, whatever they asked for. */
export const ALWAYS = -1;

const Create = z.strictObject({
  components: Rows.optional(),
  content: z.string().optional(),
  nonce: z.union([z.string().min(1).max(25), z.int()]).optional(),
  enforce_nonce: z.boolean().optional(),
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
  flags: z.int().optional(),
  attachments: z.array(z.strictObject({ id: z.int(), filename: z.string() })).optional(),
});

const bad = (code: number, message: string, status = 400): Outcome => ({ refused: { status, code, message } });

export type DiscordBot = ReturnType<typeof makeDiscordBot>;
type Made = {
  id: string;
  applicationId: string;
  token: string;
  name: string;
  username: string;
  fileUrl: (path: string) => string;
  dispatch: (intent: number, t: string, d: unknown) => void;
};

/** One bot: what it is asked for, and the people who write to it, alone or on a server. */
export function makeDiscordBot(me: Made) {
  const people = new Map<string, Person>();
  /** The channel in which somebody is alone with the bot, by the person. */
  const direct = new Map<string, string>();
  const servers = new Map<string, string>();
  const blocked = new Set<string>();
  const sent: DiscordSent[] = [];
  const nonces = new Map<string, { id: string; at: number }>();
  const calls = new Map<string, number[]>();
  const files = new Map<string, Uint8Array>();
  const typing: string[] = [];
  const standing = { isRevoked: false, sessionsLeft: 1_000 };

  const user = { id: me.id, username: me.username, discriminator: '0', global_name: null, avatar: null, bot: true };
  const directOf = (person: string) => {
    const found = direct.get(person) ?? newSnowflake();
    direct.set(person, found);
    return found;
  };
  const personOf = (channel: string) => [...direct].find(([, one]) => one === channel)?.[0];

  /** Five in five seconds a channel: the answer tells what is left, and who goes on is refused. */
  const limit = (channel: string) => {
    const now = Date.now();
    const recent = (calls.get(channel) ?? []).filter((at) => now - at < BUCKET.everyMs);
    const resetMs = recent.length === 0 ? BUCKET.everyMs : BUCKET.everyMs - (now - (recent[0] as number));
    const isOver = recent.length >= BUCKET.most;
    if (!isOver) calls.set(channel, [...recent, now]);
    const left = Math.max(0, BUCKET.most - recent.length - 1);
    const headers = {
      'x-ratelimit-limit': String(BUCKET.most),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset-after': (resetMs / 1_000).toFixed(3),
      'x-ratelimit-bucket': 'abcd1234',
    };
    return { isOver, resetMs, headers };
  };

  const create = (channel: string, given: Record<string, unknown>): Outcome => {
    const person = personOf(channel);
    if (!person && !servers.has(channel)) return bad(10003, 'Unknown Channel', 404);
    const { isOver, resetMs, headers } = limit(channel);
    if (isOver) {
      const more = { retry_after: resetMs / 1_000, global: false };
      const scoped = { ...headers, 'retry-after': String(Math.ceil(resetMs / 1_000)), 'x-ratelimit-scope': 'user' };
      return { refused: { status: 429, code: 0, message: 'You are being rate limited.', headers: scoped, more } };
    }
    if (person && blocked.has(person)) return bad(50007, 'Cannot send messages to this user', 403);
    const {
      payload_json: payload,
      'files[0]': file = null,
      ...rest
    } = given as { payload_json?: string; 'files[0]'?: SentBytes };
    const fields = payload === undefined ? given : { ...JSON.parse(payload), ...rest };
    const read = Create.safeParse(fields);
    if (!read.success) return bad(50035, `Invalid Form Body: ${read.error.issues[0]?.path.join('.')}`);
    const { content = '', nonce = '', enforce_nonce: enforces, allowed_mentions: allowed, flags = 0 } = read.data;
    const { components = [] } = read.data;
    if (!content.isWellFormed()) return bad(50109, 'The request body contains invalid JSON.');
    if ([...content].length > TEXT_MAX)
      return bad(50035, 'Invalid Form Body: content: Must be 2000 or fewer in length.');
    if (content.trim() === '' && !file) return bad(50006, 'Cannot send an empty message');
    if (file && file.bytes.length > FILE_MAX) return bad(40005, 'Request entity too large', 413);
    const before = nonces.get(String(nonce));
    const result = (id: string) => ({ id, channel_id: channel, content, author: user, nonce, type: 0, tts: false });
    if (enforces && before && Date.now() - before.at < NONCE_MS)
      return { status: 200, result: result(before.id), headers };
    const id = newSnowflake();
    if (nonce !== '') nonces.set(String(nonce), { id, at: Date.now() });
    const rows = components.map((row) => row.components);
    const pings = pingsOf(content, allowed?.parse);
    sent.push({ id, channel, content, file, nonce: String(nonce), flags, pings, rows });
    // Bots hear themselves.
    const at = servers.has(channel) ? { guild_id: servers.get(channel) } : {};
    me.dispatch(servers.has(channel) ? INTENTS.server : INTENTS.direct, 'MESSAGE_CREATE', {
      ...shape,
      ...at,
      ...result(id),
    });
    return { status: 200, result: result(id), headers };
  };

  const answer = (method: string, path: string, given: Record<string, unknown>): Outcome => {
    if (method === 'GET' && path === 'users/@me') return { status: 200, result: user };
    if (method === 'GET' && path === 'applications/@me')
      return { status: 200, result: { id: me.applicationId, name: me.name, bot_public: true, flags: 0, bot: user } };
    const [, channel, what] = /^channels\/(\d+)\/(messages|typing)$/.exec(path) ?? [];
    if (method !== 'POST' || !channel) return bad(0, '404: Not Found', 404);
    if (what === 'messages') return create(channel, given);
    const person = personOf(channel);
    if (!person && !servers.has(channel)) return bad(10003, 'Unknown Channel', 404);
    if (Object.keys(given).length > 0) return bad(50035, 'Invalid Form Body');
    typing.push(person ?? channel);
    return { status: 204, result: undefined };
  };

  const presses = makeDiscordPresses({
    applicationId: me.applicationId,
    bot: user,
    namedOf: (person) => people.get(person) ?? { username: 'ann', global_name: 'Ann' },
    serverOf: (channel) => servers.get(channel),
    lastOf: (channel) => sent.findLast((one) => one.channel === channel && one.rows.length > 0),
  });

  /** As `MESSAGE_CREATE` tells it. Of a server nobody reads what is not for the bot: that would be an intent of its own. */
  const write = (person: string, fields: Record<string, unknown>, on?: { channel: string; mentions?: boolean }) => {
    const named = people.get(person) ?? { username: 'ann', global_name: 'Ann' };
    const id = newSnowflake();
    const mentions = on?.mentions ? [{ ...user, public_flags: 0 }] : [];
    const isHidden = on !== undefined && !on.mentions;
    const place = on
      ? {
          channel_id: on.channel,
          guild_id: servers.get(on.channel),
          member: { nick: null, roles: [], joined_at: null },
        }
      : { channel_id: directOf(person) };
    const author = { id: person, ...named, avatar: null, discriminator: '0', public_flags: 0 };
    const message = { ...shape, ...place, id, author, mentions, timestamp: new Date().toISOString(), ...fields };
    return isHidden ? { ...message, content: '', attachments: [] } : message;
  };
  const post = (...messages: (Record<string, unknown> & { guild_id?: unknown })[]) => {
    for (const message of messages)
      me.dispatch(message.guild_id ? INTENTS.server : INTENTS.direct, 'MESSAGE_CREATE', message);
  };

  /** A file that somebody sent, as it stands in their message. */
  const attach = (file: SentBytes) => {
    const id = newSnowflake();
    const path = `attachments/${id}/${encodeURIComponent(file.name)}`;
    files.set(path, file.bytes);
    const url = me.fileUrl(path);
    return { id, filename: file.name, size: file.bytes.length, content_type: file.type, url, proxy_url: url };
  };

  return {
    ...me,
    user,
    answer,
    standing,
    stored: (path: string) => files.get(path),
    typing,
    sent: (person: string) => sent.filter(({ channel }) => channel === direct.get(person)),
    sentTo: (channel: string) => sent.filter((one) => one.channel === channel),
    allSent: () => sent,
    channelOf: directOf,
    person(id: string, person: Person) {
      people.set(id, person);
    },
    /** A channel of a server that the bot was added to. */
    addChannel(): string {
      const id = newSnowflake();
      servers.set(id, newSnowflake());
      return id;
    },
    block: (person: string) => void blocked.add(person),
    unblock: (person: string) => void blocked.delete(person),
    attach,
    acknowledge: presses.acknowledge,
    /** Presses that nobody answered in time, or more than once. */
    missed: presses.missed,
    press: (person: string, label: string, on = directOf(person)) => presses.press(person, label, on),
    postPress: (...pressed: object[]) => {
      for (const one of pressed) me.dispatch(ALWAYS, 'INTERACTION_CREATE', one);
    },
    // Messages, to be posted in any order and as often as a test wants.
    write,
    post,
    // And at once.
    says: (person: string, content: string) => post(write(person, { content })),
    sends: (person: string, file: SentBytes, content = '') =>
      post(write(person, { content, attachments: [attach(file)] })),
    saysOn: (channel: string, person: string, content: string, mentions: boolean) =>
      post(write(person, { content: mentions ? `<@${me.id}> ${content}` : content }, { channel, mentions })),
  };
}

/** The fields of every message, after https://docs.discord.com/developers/resources/message#message-object. */
const shape = {
  ...{ type: 0, tts: false, pinned: false, mention_everyone: false, mention_roles: [], mentions: [], attachments: [] },
  ...{ embeds: [], components: [], edited_timestamp: null, flags: 0, content: '' },
  ...{ channel_type: 1, nonce: randomBytes(8).toString('hex') },
};

/** Whom Discord would tell, where `allowed` does not keep it from that. */
function pingsOf(content: string, allowed: string[] = ['users', 'roles', 'everyone']): string[] {
  return [
    ...(allowed.includes('users') ? [...content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id) : []),
    ...(allowed.includes('everyone') ? [...content.matchAll(/@(everyone|here)\b/g)].map(([all]) => all) : []),
  ];
}
