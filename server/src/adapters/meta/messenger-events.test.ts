import { describe, expect, test } from 'vitest';
import { readInstagramEvents, readMessengerEvents } from './messenger-events.ts';

const PAGE = { externalId: '106540352242922', accountId: '188559381496048' };
const ANN = '7000000000000001';
const AT = 1_772_000_000_000;
const at = new Date(AT).toISOString();

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const call = (messaging: unknown[], more: object = {}) =>
  bytes({ object: 'page', entry: [{ id: PAGE.externalId, time: AT + 5, messaging, ...more }] });
const theirs = { sender: { id: ANN }, recipient: { id: PAGE.externalId }, timestamp: AT };
const ours = { sender: { id: PAGE.externalId }, recipient: { id: ANN }, timestamp: AT };
const read = (one: object) => readMessengerEvents(call([one]), PAGE);
const message = (fields: object) => read({ ...theirs, message: { mid: 'm_1', ...fields } });

describe('a call of Messenger', () => {
  test('with a text is a line of its person', () => {
    expect(message({ text: 'Hello' })).toEqual([
      {
        ...{ kind: 'message', key: 'm:m_1', id: 'm_1', at, thread: ANN, text: 'Hello', media: [], isStart: false },
        from: { id: ANN, name: '', handle: '', lang: '' },
      },
    ]);
    expect(message({ text: 'Red' })[0]).not.toHaveProperty('choiceId');
  });

  // Planted: the payload is not read -> caught here.
  test('with a quick reply is the choice of its payload, in its words', () => {
    // https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages/quick-replies#webhook-event
    const tapped = { quick_reply: { payload: 'book' }, mid: 'm_2', text: 'Book a table' };
    expect(message(tapped)).toMatchObject([{ key: 'm:m_2', text: 'Book a table', choiceId: 'book' }]);
    // https://developers.facebook.com/docs/messenger-platform/instagram/features/quick-replies#webhook-event
    const told = {
      object: 'instagram',
      entry: [
        {
          id: PAGE.externalId,
          time: 1502905976963,
          messaging: [{ ...theirs, timestamp: 1502905976377, message: tapped }],
        },
      ],
    };
    expect(readInstagramEvents(bytes(told), PAGE)).toMatchObject([{ text: 'Book a table', choiceId: 'book' }]);
    for (const quick_reply of [null, 'book', {}, { payload: 7 }, { payload: '' }])
      expect(message({ ...tapped, quick_reply })[0]).not.toHaveProperty('choiceId');
  });

  test('with files is where they lie, by the name that stands there', () => {
    const url = 'https://cdn.fbsbx.com/v/t59.2708-21/1_n.pdf/Our%20hours.pdf?oh=1';
    const picture = 'https://scontent.xx.fbcdn.net/v/1.jpg?oh=2';
    const attachments = [
      { type: 'file', payload: { url } },
      { type: 'image', payload: { url: picture } },
      { type: 'audio', payload: { url: 'https://cdn.fbsbx.com/v/%E0%A4%A' } },
    ];
    expect(message({ attachments })).toMatchObject([
      {
        text: '',
        media: [
          { ref: url, name: 'Our hours.pdf', type: 'application/octet-stream', bytes: null },
          { ref: picture, name: 'photo.jpg', type: 'image/jpeg' },
          { name: 'voice.mp4', type: 'audio/mp4' },
        ],
      },
    ]);
  });

  test.each([
    [
      { attachments: [{ type: 'image', payload: { url: 'https://a.example/1', sticker_id: 369239263222822 } }] },
      'sticker',
    ],
    [{ attachments: [{ type: 'location', payload: { coordinates: { lat: 1, long: 2 } } }] }, 'location'],
    [{ attachments: [{ type: 'constructor', payload: { url: 'https://a.example/1' } }] }, 'constructor'],
    [{ attachments: [{ type: 'image', payload: { url: 'file:///etc/passwd' } }] }, 'image'],
  ])('with what is not taken is told so: %#', (fields, what) => {
    expect(message(fields)).toEqual([{ kind: 'unsupported', key: 'm:m_1', at, thread: ANN, what }]);
  });

  test('with a button is its words, or the start', () => {
    const pressed = (postback: object) => read({ ...theirs, postback });
    expect(pressed({ mid: 'm_2', title: 'Prices', payload: 'P' })).toMatchObject([
      { key: 'm:m_2', text: 'Prices', isStart: false },
    ]);
    expect(pressed({ title: 'Get started', payload: 'GET_STARTED' })).toMatchObject([
      { key: `p:${AT}`, isStart: true },
    ]);
  });

  test('tells by a time what was delivered and read', () => {
    const until = new Date(AT - 1_000).toISOString();
    const told = { kind: 'status', thread: ANN, id: '', ref: '', problem: null, until };
    expect(read({ ...theirs, read: { watermark: AT - 1_000 } })).toEqual([
      { ...told, key: `read:${AT - 1_000}`, at, state: 'read' },
    ]);
    const { timestamp: _none, ...without } = theirs;
    expect(read({ ...without, delivery: { mids: ['m_3'], watermark: AT - 1_000 } })).toEqual([
      { ...told, key: `delivered:${AT - 1_000}`, at: new Date(AT + 5).toISOString(), state: 'delivered' },
    ]);
  });

  test('of what the page sent is a sign of ours alone', () => {
    const echo = (fields: object) => read({ ...ours, message: { mid: 'm_4', is_echo: true, text: 'Hi', ...fields } });
    const told = { key: 'e:m_4', at, thread: ANN, kind: 'status', id: 'm_4', state: 'sent', problem: null };
    expect(echo({ app_id: Number(PAGE.accountId), metadata: 'a:0' })).toEqual([{ ...told, ref: 'a:0' }]);
    expect(echo({ app_id: PAGE.accountId })).toEqual([{ ...told, ref: '' }]);
    expect(echo({ app_id: 263902037430900 })).toEqual([]);
    expect(echo({})).toEqual([]);
  });

  test('leaves out other pages, other objects, comments, threads of another app, and what it cannot read', () => {
    const line = { ...theirs, message: { mid: 'm_5', text: 'Hi' } };
    const none = [
      bytes({ object: 'page', entry: [{ id: '1', messaging: [line] }] }),
      bytes({ object: 'instagram', entry: [{ id: PAGE.externalId, messaging: [line] }] }),
      call([], { standby: [line], changes: [{ field: 'feed', value: { message: 'Nice' } }] }),
      call([{ ...line, sender: { user_ref: 'x' } }, { ...line, message: { mid: 5 } }, null, 'x', {}]),
      call([{ ...theirs, message: { mid: 'm_6', text: 'Gone', is_deleted: true } }]),
      call([{ ...theirs, reaction: { mid: 'm_5', action: 'react' } }]),
      new TextEncoder().encode('['.repeat(500)),
    ];
    for (const body of none) expect(readMessengerEvents(body, PAGE)).toEqual([]);
    expect(readMessengerEvents(call([null, line]), PAGE)).toHaveLength(1);
  });
});

describe('a call of Instagram', () => {
  const instagram = (one: object, object = 'instagram') =>
    readInstagramEvents(bytes({ object, entry: [{ id: PAGE.externalId, time: AT, messaging: [one] }] }), PAGE);

  test('is read as one of Messenger, and not as one of a page', () => {
    const line = { ...theirs, message: { mid: 'aWdf', text: 'Hello' } };
    expect(instagram(line)).toMatchObject([{ kind: 'message', key: 'm:aWdf', text: 'Hello', thread: ANN }]);
    expect(instagram(line, 'page')).toEqual([]);
  });

  test('tells that a message was read: all before it are on the screen', () => {
    expect(instagram({ ...theirs, read: { mid: 'aWdf' } })).toMatchObject([
      { kind: 'status', state: 'read', id: '', until: at, key: `read:${AT}` },
    ]);
  });

  test('names what it cannot show', () => {
    expect(instagram({ ...theirs, message: { mid: 'aWdf', is_unsupported: true } })).toMatchObject([
      { kind: 'unsupported', what: 'unsupported' },
    ]);
  });
});
