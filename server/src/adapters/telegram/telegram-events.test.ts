import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTelegramEvents } from './telegram-events.ts';

const read = (update: unknown) => readTelegramEvents(new TextEncoder().encode(JSON.stringify(update)));

const chat = { id: 5_123_456_789, first_name: 'Ann', last_name: 'Lee', username: 'annlee', type: 'private' };
const from = {
  id: chat.id,
  is_bot: false,
  first_name: 'Ann',
  last_name: 'Lee',
  username: 'annlee',
  language_code: 'de',
};
const place = { chat, from, date: 1_774_000_000, message_id: 41 };
const message = (fields: object) => ({ update_id: 700_001, message: { ...place, ...fields } });
const base = { key: '700001', place: 700_001, at: '2026-03-20T09:46:40.000Z', thread: '5123456789' };
const sender = { id: '5123456789', name: 'Ann Lee', handle: 'annlee', lang: 'de' };
const said = { ...base, kind: 'message', id: '41', from: sender, text: '', media: [], isStart: false };
const size = (file_id: string, width: number, file_size?: number) => ({
  file_id,
  file_unique_id: 'u',
  width,
  height: width,
  file_size,
});

describe('an update', () => {
  test.each<[string, object, object]>([
    ['a text', { text: 'Hello 👋' }, { text: 'Hello 👋' }],
    ['a start', { text: '/start', entities: [] }, { text: '/start', isStart: true }],
    ['a start with its payload', { text: '/start ref_42' }, { text: '/start ref_42', isStart: true }],
    ['no start', { text: '/started' }, { text: '/started' }],
    [
      'a photo: the largest that can be loaded',
      {
        photo: [size('small', 90, 900), size('huge', 5_000, 21 * 1024 * 1024), size('large', 1_280, 90_000)],
        caption: 'See',
      },
      { text: 'See', media: [{ ref: 'large', name: 'photo.jpg', type: 'image/jpeg', bytes: 90_000 }] },
    ],
    [
      'a voice',
      { voice: { file_id: 'v', duration: 3 } },
      { media: [{ ref: 'v', name: 'voice.ogg', type: 'audio/ogg', bytes: null }] },
    ],
    [
      'a song',
      { audio: { file_id: 'a', mime_type: 'audio/mp4', file_name: 'So.m4a' } },
      { media: [{ ref: 'a', name: 'So.m4a', type: 'audio/mp4', bytes: null }] },
    ],
    [
      'a video',
      { video: { file_id: 'm', file_size: 5 } },
      { media: [{ ref: 'm', name: 'video.mp4', type: 'video/mp4', bytes: 5 }] },
    ],
    [
      'a round video',
      { video_note: { file_id: 'r' } },
      { media: [{ ref: 'r', name: 'video.mp4', type: 'video/mp4', bytes: null }] },
    ],
    [
      'a document',
      { document: { file_id: 'd', file_name: '../a\\b\n.pdf', mime_type: 'Application/PDF', file_size: 9 } },
      { media: [{ ref: 'd', name: '.. a b .pdf', type: 'application/pdf', bytes: 9 }] },
    ],
    [
      'a document without a name or a type',
      { document: { file_id: 'd', mime_type: 'x', file_name: 7 } },
      { media: [{ ref: 'd', name: 'file', type: 'application/octet-stream', bytes: null }] },
    ],
    ['a NUL, half a character', { text: 'a\0b\ud83d' }, { text: 'ab' }],
  ])('%s', (_name, fields, event) => {
    expect(read(message(fields))).toEqual([{ ...said, ...event }]);
  });

  test.each(['sticker', 'contact', 'location', 'poll', 'dice', 'venue', 'story'])('%s is told as such', (what) => {
    expect(read(message({ [what]: { file_id: 's', question: 'q' } }))).toEqual([
      { ...base, kind: 'unsupported', what },
    ]);
  });

  test('what Telegram tells by itself is nothing', () => {
    for (const fields of [
      { pinned_message: {} },
      { write_access_allowed: {} },
      { message_auto_delete_timer_changed: {} },
      {},
    ])
      expect(read(message(fields))).toEqual([]);
  });

  test('an edit stands at its own time; a place that moves is none', () => {
    const edited = { ...place, edit_date: place.date + 60 };
    expect(read({ update_id: 700_001, edited_message: { ...edited, text: 'New' } })).toEqual([
      { ...base, at: '2026-03-20T09:47:40.000Z', kind: 'edited', id: '41', text: 'New' },
    ]);
    expect(read({ update_id: 1, edited_message: { ...edited, location: {} } })).toEqual([]);
  });

  test('who blocks us and who lets us in again', () => {
    const changed = (status: string) => ({
      update_id: 700_001,
      my_chat_member: { chat, from, date: place.date, new_chat_member: { status, user: {} } },
    });
    expect(read(changed('kicked'))).toEqual([{ ...base, kind: 'reachable', isReachable: false }]);
    expect(read(changed('member'))).toEqual([{ ...base, kind: 'reachable', isReachable: true }]);
    expect(read(changed('restricted'))).toEqual([]);
  });

  test.each(['group', 'supergroup', 'channel'])('of a %s is left out', (type) => {
    const elsewhere = { ...chat, id: -100, type };
    expect(read(message({ text: 'Hi', chat: elsewhere }))).toEqual([]);
    expect(read({ update_id: 1, edited_message: { ...place, chat: elsewhere, text: 'Hi' } })).toEqual([]);
    const new_chat_member = { status: 'kicked' };
    expect(read({ update_id: 1, my_chat_member: { chat: elsewhere, from, date: 1, new_chat_member } })).toEqual([]);
  });

  test('a sender without a name is known by the chat', () => {
    expect(read(message({ text: 'Hi', from: undefined }))).toMatchObject([
      { from: { id: sender.id, name: 'Ann Lee', lang: '' } },
    ]);
  });

  test('strings have limits', () => {
    const long = 'x'.repeat(50_000);
    const [event] = read(
      message({ text: long, from: { ...from, first_name: long, username: long, language_code: long } }),
    );
    expect(JSON.stringify(event).length).toBeLessThan(6_000);
    expect(read(message({ text: 'x'.repeat(300_000) }))).toEqual([]);
  });
});

describe('whatever comes', () => {
  const samples = [
    message({ text: 'Hello', entities: [{ type: 'bold', offset: 0, length: 5 }] }),
    message({ photo: [size('s', 90, 900), size('l', 1_280, 90_000)], caption: 'See' }),
    message({ document: { file_id: 'd', file_name: 'a.pdf', mime_type: 'application/pdf', file_size: 9 } }),
    message({ voice: { file_id: 'v', duration: 3, mime_type: 'audio/ogg', file_size: 900 } }),
    message({ sticker: { file_id: 's' } }),
    { update_id: 2, edited_message: { ...place, edit_date: 1_774_000_060, text: 'New' } },
    { update_id: 3, my_chat_member: { chat, from, date: 1, new_chat_member: { status: 'kicked' } } },
  ];
  const strange = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      -1,
      1e308,
      2 ** 53,
      0.5,
      '',
      '\0',
      '\ud800',
      [],
      {},
      true,
      [[]],
      { type: 'private' },
      '__proto__',
    ),
    fc.jsonValue(),
  );

  /** Puts `value` where the numbers lead: into a random field, at a random depth. */
  const mutate = (given: unknown, path: number[], value: unknown): unknown => {
    const [first, ...rest] = path;
    if (first === undefined || typeof given !== 'object' || given === null) return value;
    const keys = Object.keys(given);
    if (keys.length === 0) return value;
    const key = keys[first % keys.length]!;
    const changed = mutate((given as Record<string, unknown>)[key], rest, value);
    return Array.isArray(given) ? given.with(Number(key), changed) : { ...given, [key]: changed };
  };

  const judge = (body: Uint8Array) => {
    for (const event of readTelegramEvents(body)) {
      expect(event.key).toMatch(/^-?\d+$/);
      expect(event.thread).toMatch(/^-?\d+$/);
      expect(new Date(event.at).toISOString()).toBe(event.at);
      const text = JSON.stringify(event);
      expect(text).not.toContain('\\u0000');
      expect(text.length).toBeLessThan(40_000);
      if (event.kind !== 'message') continue;
      expect(event.text.isWellFormed()).toBe(true);
      expect(event.text !== '' || event.media.length > 0).toBe(true);
      for (const { ref, name, type, bytes } of event.media)
        expect([typeof ref, typeof name, /^[\w.+-]+\/[\w.+-]+$/.test(type), bytes === null || bytes >= 0]).toEqual([
          'string',
          'string',
          true,
          true,
        ]);
    }
  };

  test('changed updates throw nothing, and what is read of them has its form', () => {
    const changes = fc.array(fc.tuple(fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }), strange), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.constantFrom(...samples), changes, (sample, given) => {
        const changed = given.reduce<unknown>((update, [path, value]) => mutate(update, path, value), sample);
        judge(new TextEncoder().encode(JSON.stringify(changed)));
      }),
      { numRuns: 3_000 },
    );
  });

  test('cut, damaged and foreign bytes throw nothing', () => {
    const whole = samples.map((sample) => new TextEncoder().encode(JSON.stringify(sample)));
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(400), fc.nat(255), fc.boolean(), (bytes, at, byte, isCut) => {
        const damaged = isCut ? bytes.slice(0, at % bytes.length) : bytes.slice();
        if (!isCut) damaged[at % bytes.length] = byte;
        judge(damaged);
      }),
      { numRuns: 3_000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), judge));
    for (const text of [
      '',
      'null',
      '[]',
      '7',
      '"x"',
      '<html>',
      `${'['.repeat(200_000)}`,
      `{"update_id":1,"message":${'{"a":'.repeat(50_000)}`,
    ])
      expect(readTelegramEvents(new TextEncoder().encode(text))).toEqual([]);
  });
});

describe('a press of a button', () => {
  const keys = { inline_keyboard: [[{ text: 'Book a table', callback_data: 'book' }], [{ text: 'Help', url: 'x' }]] };
  const pressed = (fields: object, told: object = { date: 1, reply_markup: keys }) => ({
    update_id: 700_001,
    callback_query: {
      id: '438200',
      from,
      chat_instance: '1',
      data: 'book',
      message: { chat, message_id: 3, ...told },
      ...fields,
    },
  });

  test('is what its words say, with what it was sent with', () => {
    const [event] = read(pressed({}));
    const { at: _at, ...press } = said;
    expect(event).toMatchObject({ ...press, id: '438200', text: 'Book a table', choiceId: 'book' });
    expect(Math.abs(Date.parse(event?.at ?? '') - Date.now())).toBeLessThan(10_000);
  });

  test('has no words where Telegram tells nothing of its message any more', () => {
    expect(read(pressed({}, { date: 0 }))).toMatchObject([{ text: '', choiceId: 'book' }]);
    expect(read(pressed({ data: 'other' }))).toMatchObject([{ text: '', choiceId: 'other' }]);
  });

  test('in a group, of a game, or of another form is nothing', () => {
    expect(read(pressed({ data: undefined, game_short_name: 'x' }))).toEqual([]);
    expect(read(pressed({ id: 5 }))).toEqual([]);
    expect(read(pressed({ message: { chat: { ...chat, type: 'group' }, message_id: 3, date: 1 } }))).toEqual([]);
  });
});
