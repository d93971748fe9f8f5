import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAYLOAD_MAX, readDiscordMessage, readDiscordPress, readGatewayPayload } from './discord-events.ts';

const BOT = '1100000000000000001';
const bot = { externalId: BOT };

// The example of https://docs.discord.com/developers/resources/message#message-object, as a direct message.
const direct = {
  reactions: [{ count: 1, me: false, emoji: { id: null, name: '🔥' } }],
  attachments: [],
  tts: false,
  embeds: [],
  timestamp: '2017-07-11T17:27:07.299000+00:00',
  mention_everyone: false,
  id: '334385199974967042',
  pinned: false,
  edited_timestamp: null,
  author: {
    username: 'mason',
    discriminator: '0',
    id: '53908099506183680',
    avatar: 'a_bab14f271d565501444b2ca3be944b25',
    global_name: 'Mason',
  },
  mention_roles: [],
  mention_channels: [],
  content: 'Supa Hot',
  channel_id: '290926798999357250',
  mentions: [],
  type: 0,
};
const place = {
  key: '334385199974967042',
  at: '2017-07-11T17:27:24.250Z',
  place: 2_615_042,
  thread: '290926798999357250',
};
const said = {
  ...place,
  kind: 'message',
  id: '334385199974967042',
  from: { id: '53908099506183680', name: 'Mason', handle: 'mason', lang: '' },
  text: 'Supa Hot',
  media: [],
  isStart: false,
};
const self = { id: BOT, username: 'harbour', global_name: null, bot: true };
const onServer = (fields: object) => ({
  ...direct,
  guild_id: '290926798626357999',
  member: { nick: 'The Mason', roles: [] },
  ...fields,
});
const read = (given: unknown, isOnServers = false) => readDiscordMessage(given, bot, { isOnServers });

describe('a direct message', () => {
  test('is what somebody said, in its moment', () => expect(read(direct)).toEqual([said]));

  test.each<[string, object, object]>([
    [
      'a name that is none',
      { author: { ...direct.author, global_name: null } },
      { from: { ...said.from, name: 'mason' } },
    ],
    ['an answer to another', { type: 19 }, {}],
    [
      'names and emoji',
      { content: '<@53908099506183680> and <@5> <:boat:12> <a:wave:3>', mentions: [direct.author] },
      { text: '@Mason and <@5> :boat: :wave:' },
    ],
    ['NUL and half a character', { content: 'a\0b\ud83d' }, { text: 'ab' }],
    [
      'files',
      {
        content: '',
        attachments: [
          {
            id: '1',
            filename: 'a/b.jpg',
            size: 900,
            content_type: 'image/jpeg',
            url: 'https://cdn.discordapp.com/attachments/1/2/b.jpg?ex=1',
          },
          {
            id: '2',
            filename: 'x.txt',
            size: 5,
            content_type: 'text/plain; charset=utf-8',
            url: 'https://cdn.discordapp.com/2',
          },
          { id: '3', url: 'https://cdn.discordapp.com/3', size: -1, content_type: 7, filename: 7 },
          'none',
        ],
      },
      {
        text: '',
        media: [
          {
            ref: 'https://cdn.discordapp.com/attachments/1/2/b.jpg?ex=1',
            name: 'a b.jpg',
            type: 'image/jpeg',
            bytes: 900,
          },
          { ref: 'https://cdn.discordapp.com/2', name: 'x.txt', type: 'text/plain', bytes: 5 },
          { ref: 'https://cdn.discordapp.com/3', name: 'file', type: 'application/octet-stream', bytes: null },
        ],
      },
    ],
  ])('%s', (_name, fields, event) => expect(read({ ...direct, ...fields })).toEqual([{ ...said, ...event }]));

  test.each<[string, object]>([
    ['sticker', { sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }] }],
    ['poll', { poll: { question: { text: 'Which?' } } }],
    ['forward', { message_snapshots: [{ message: { content: 'old' } }] }],
    ['empty', {}],
  ])('%s is told as such', (what, fields) =>
    expect(read({ ...direct, content: '', ...fields })).toEqual([{ ...place, kind: 'unsupported', what }]),
  );

  test.each<[string, object]>([
    ['of a bot', { author: { ...direct.author, bot: true } }],
    ['of ourselves', { author: { ...direct.author, id: BOT } }],
    ['of a hook', { webhook_id: '5' }],
    ['of Discord', { author: { ...direct.author, system: true } }],
    ['that somebody pinned one', { type: 6 }],
    ['without a number', { id: 'x' }],
    ['of a server with a number that is none', { guild_id: 7 }],
  ])('%s is nothing', (_name, fields) => expect(read({ ...direct, ...fields }, true)).toEqual([]));
});

describe('a message on a server', () => {
  const named = onServer({ content: `<@${BOT}>  what do you cost?`, mentions: [self] });

  test('that names the bot is a thread of its person in that channel, where it is wanted', () => {
    expect(read(named)).toEqual([]);
    expect(read(named, true)).toEqual([
      {
        ...said,
        thread: '290926798999357250/53908099506183680',
        from: { ...said.from, name: 'The Mason' },
        text: 'what do you cost?',
      },
    ]);
  });

  test('of everybody else is nothing', () => {
    expect(read(onServer({ content: '' }), true)).toEqual([]);
    expect(read(onServer({ content: `<@${BOT}>`, mentions: [] }), true)).toEqual([]);
    expect(read(onServer({ mention_everyone: true, content: '@everyone' }), true)).toEqual([]);
  });

  test('that only names the bot is told that there is nothing to read', () =>
    expect(read(onServer({ content: `<@!${BOT}>`, mentions: [self] }), true)).toMatchObject([{ kind: 'unsupported' }]));
});

// After the examples of https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object, and of a message with buttons.
const pressed = {
  version: 1,
  type: 3,
  token: 'unique_interaction_token',
  user: { ...direct.author, public_flags: 131_141 },
  message: {
    ...direct,
    content: 'What can I do for you?',
    author: self,
    components: [
      {
        type: 1,
        id: 1,
        components: [
          { type: 2, id: 2, label: 'Book a table', style: 2, custom_id: 'book' },
          { type: 2, id: 3, label: 'Our site', style: 5, url: 'https://a.co' },
        ],
      },
    ],
  },
  locale: 'en-GB',
  id: '846462639134605312',
  data: { id: 2, custom_id: 'book', component_type: 2 },
  channel_id: '290926798999357250',
  application_id: '845027738276462632',
};
const press = { id: '846462639134605312', token: 'unique_interaction_token' };
const pressedOn = (custom_id: string) => {
  const { user, ...more } = pressed;
  const member = { nick: null, user, roles: [], permissions: '0' };
  return { ...more, member, guild_id: '290926798626357999', data: { ...pressed.data, custom_id } };
};

describe('the press of a button', () => {
  const readPress = (given: unknown, isOnServers = true) => readDiscordPress(given, { isOnServers });

  test('is the choice that it stands for, in its words', () =>
    expect(readPress(pressed, false)).toEqual({
      press,
      events: [
        {
          ...{ key: 'press:846462639134605312', at: '2021-05-24T19:00:19.685Z', place: 131_072 },
          ...{ thread: direct.channel_id, kind: 'message', id: '', text: 'Book a table', choiceId: 'book' },
          from: { id: direct.author.id, name: 'Mason', handle: 'mason', lang: 'en-GB' },
          ...{ media: [], isStart: false },
        },
      ],
    }));

  test('on a server is of whom the button was shown to, and is answered in any case', () => {
    const own = pressedOn(`${direct.author.id}/book`);
    expect(readPress(own)).toMatchObject({
      press,
      events: [{ thread: `${direct.channel_id}/${direct.author.id}`, choiceId: 'book' }],
    });
    expect(readPress(own, false)).toEqual({ press, events: [] });
    expect(readPress(pressedOn('5123456789012345679/book'))).toEqual({ press, events: [] });
    expect(readPress(pressedOn('book'))).toEqual({ press, events: [] });
    expect(readPress({ ...pressed, data: { ...pressed.data, custom_id: '53908099506183680/book' } })).toMatchObject({
      events: [],
    });
  });

  test('of which the words are not told has none', () =>
    expect(readPress({ ...pressed, message: { components: 'none' } })).toMatchObject({ events: [{ text: '' }] }));

  test.each<[string, object]>([
    ['a command', { type: 2, data: { name: 'help' } }],
    ['a list to choose from', { data: { custom_id: 'book', component_type: 3, values: ['1'] } }],
    ['of nobody', { user: null }],
    ['without a place', { channel_id: undefined }],
    ['without an address for the answer', { token: '' }],
  ])('%s is nothing', (_name, fields) => expect(readPress({ ...pressed, ...fields })).toBeNull());
});

describe('whatever comes', () => {
  test.each([
    ['', null],
    ['{"op":11}', { op: 11, d: undefined, s: null, t: null }],
    ['{"op":0,"t":"READY","s":1,"d":{}}', { op: 0, t: 'READY', s: 1, d: {} }],
    ['{"op":"0"}', null],
    ['[]', null],
    ['{"op":0,"s":-1,"t":7}', { op: 0, d: undefined, s: null, t: null }],
    [`{"op":0,"d":${'['.repeat(60)}${']'.repeat(60)}}`, null],
    [`{"op":0,"d":"${'x'.repeat(PAYLOAD_MAX)}"}`, null],
  ])('of the gateway %#', (text, payload) => expect(readGatewayPayload(text)).toEqual(payload));

  const strange = fc.oneof(
    fc.constantFrom<unknown>(null, -1, 1e308, '', '\0', '\ud800', [], {}, true, [[]], '__proto__', '9'.repeat(20)),
    fc.jsonValue(),
  );

  test('changed messages throw nothing, and what is read of them has its form', () => {
    const samples = [
      direct,
      pressed,
      pressedOn(`${direct.author.id}/book`),
      onServer({ content: `<@${BOT}> hi`, mentions: [self, direct.author] }),
      {
        ...direct,
        attachments: [
          { id: '1', filename: 'a.jpg', size: 1, content_type: 'image/jpeg', url: 'https://cdn.discordapp.com/1' },
        ],
      },
    ];
    const mutate = (given: unknown, path: number[], value: unknown): unknown => {
      const [first, ...rest] = path;
      if (first === undefined || typeof given !== 'object' || given === null) return value;
      const keys = Object.keys(given);
      if (keys.length === 0) return value;
      const key = keys[first % keys.length]!;
      const changed = mutate((given as Record<string, unknown>)[key], rest, value);
      return Array.isArray(given) ? given.with(Number(key), changed) : { ...given, [key]: changed };
    };
    const changes = fc.array(fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), strange), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.constantFrom<unknown>(...samples), changes, (sample, given) => {
        const changed = given.reduce<unknown>((message, [path, value]) => mutate(message, path, value), sample);
        const events = readDiscordPress(changed, { isOnServers: true })?.events ?? [];
        for (const event of [...read(changed, true), ...events]) {
          expect(event.key).toMatch(/^(?:press:)?\d{1,20}$/);
          expect(event.thread).toMatch(/^\d{1,20}(?:\/\d{1,20})?$/);
          expect(new Date(event.at).toISOString()).toBe(event.at);
          expect(JSON.stringify(event)).not.toContain('\\u0000');
          if (event.kind === 'message') expect(event.text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
