import { describe, expect, test } from 'vitest';
import { readSmsEvents } from './sms-events.ts';

const sid = (kind: string, sign = '0') => kind + sign.repeat(32);
const OWN = { accountId: sid('AC'), externalId: '+15550100199' };
const ANN = '+15550100142';
const now = new Date('2026-03-01T12:00:00.000Z');
const at = now.toISOString();
const id = sid('SM');

const read = (fields: Record<string, string>, url = 'https://app.example.test/hook') =>
  readSmsEvents({ url, body: new TextEncoder().encode(new URLSearchParams(fields).toString()) }, OWN, now);
const inbound = { MessageSid: id, AccountSid: OWN.accountId, From: ANN, To: OWN.externalId, NumMedia: '0' };
const said = (Body: string, more: Record<string, string> = {}) => read({ ...inbound, Body, ...more });

describe('a message', () => {
  test('is a line of its number', () => {
    expect(said('Hello')).toEqual([
      {
        ...{ kind: 'message', key: `m:${id}`, id, at, thread: ANN, text: 'Hello', media: [], isStart: false },
        from: { id: ANN, name: ANN, handle: ANN, lang: '' },
      },
    ]);
  });

  test('with files is where they lie', () => {
    const more = { NumMedia: '3', MediaUrl0: 'https://api.twilio.com/a', MediaContentType0: 'image/jpeg' };
    expect(
      said('', { ...more, MediaUrl1: 'https://api.twilio.com/b', MediaContentType1: 'text/x-vcard', MediaUrl3: 'c' }),
    ).toMatchObject([
      {
        text: '',
        media: [
          { ref: 'https://api.twilio.com/a', name: 'photo.jpg', type: 'image/jpeg', bytes: null },
          { ref: 'https://api.twilio.com/b', name: 'contact.vcf', type: 'text/x-vcard', bytes: null },
        ],
      },
    ]);
  });

  test.each([
    ['of another account', { AccountSid: sid('AC', '1') }],
    ['to another number', { To: '+15550100198' }],
    ['of somebody without a number', { From: 'Harbour' }],
    ['without an id', { MessageSid: 'x' }],
    ['without words', { Body: ' ' }],
  ])('%s is nothing', (_what, more) => expect(read({ ...inbound, Body: 'Hello', ...more })).toEqual([]));

  test('its first field of a name counts', () => {
    const body = new TextEncoder().encode(`${new URLSearchParams({ ...inbound, Body: 'One' })}&Body=Two&To=x`);
    expect(readSmsEvents({ url: 'https://a.test/', body }, OWN, now)).toMatchObject([{ text: 'One' }]);
  });
});

describe('who takes themselves off', () => {
  const off = { key: `o:${id}`, at, thread: ANN, kind: 'reachable' };

  test.each([
    'STOP',
    ' stop.',
    'StopAll',
    'UNSUBSCRIBE',
    'cancel',
    'End',
    'QUIT',
    'Arrêt',
    'ABMELDEN',
    'Baja',
    'إيقاف',
  ])('%j is not answered, and not written to', (word) => expect(said(word)).toEqual([{ ...off, isReachable: false }]));

  test.each(['START', 'Unstop'])('%j takes them on again', (word) =>
    expect(said(word)).toEqual([{ ...off, isReachable: true }]),
  );

  test('a yes does so too, and is an answer', () =>
    expect(said('Yes')).toMatchObject([
      { ...off, isReachable: true },
      { kind: 'message', text: 'Yes' },
    ]));

  test.each(['Stop by the shop', 'Please stop', 'Can I cancel my rent?', 'help', 'quitting'])('%j is a line', (text) =>
    expect(said(text)).toMatchObject([{ kind: 'message', text }]),
  );

  test('what Twilio has found itself counts, whatever the word was', () => {
    expect(said('Ferma', { OptOutType: 'STOP' })).toEqual([{ ...off, isReachable: false }]);
    expect(said('Di nuovo', { OptOutType: 'START' })).toEqual([{ ...off, isReachable: true }]);
    expect(said('Aiuto', { OptOutType: 'HELP' })).toEqual([]);
  });
});

describe('what became of a message', () => {
  const told = { MessageSid: id, AccountSid: OWN.accountId, From: OWN.externalId, To: ANN };
  const url = 'https://app.example.test/hook?ref=5f1c9a50-0000-4000-8000-000000000001.2';
  const status = { kind: 'status', at, thread: ANN, id, ref: '5f1c9a50-0000-4000-8000-000000000001:2' };

  test.each([
    ['queued', 'sent'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
  ])('%s is %s, with our own name of it', (MessageStatus, state) =>
    expect(read({ ...told, MessageStatus }, url)).toEqual([
      { ...status, key: `s:${id}:${state}`, state, problem: null },
    ]),
  );

  test.each([
    ['undelivered', '30003', 'blocked'],
    ['undelivered', '30036', 'late'],
    ['failed', '30007', 'refused'],
    ['failed', '', 'refused'],
  ])('%s by %s is not delivered: %s', (MessageStatus, ErrorCode, problem) =>
    expect(read({ ...told, MessageStatus, ErrorCode }, url)).toEqual([
      { ...status, key: `s:${id}:failed`, state: 'failed', problem },
    ]),
  );

  test('of somebody who took themselves off at Twilio says that too', () =>
    expect(read({ ...told, MessageStatus: 'failed', ErrorCode: '21610' }, url)).toMatchObject([
      { kind: 'status', problem: 'blocked' },
      { kind: 'reachable', isReachable: false, thread: ANN },
    ]));

  test.each([
    ['unknown', { MessageStatus: 'constructor' }],
    ['of another number', { MessageStatus: 'sent', From: '+15550100198' }],
    ['of another account', { MessageStatus: 'sent', AccountSid: sid('AC', '1') }],
  ])('%s is nothing', (_what, more) => expect(read({ ...told, ...more }, url)).toEqual([]));
});

test.each(['', '&&&', '%', '%ff=%00', '__proto__=1&MessageStatus=sent', 'a=b&'.repeat(500)])('%j is nothing', (text) =>
  expect(readSmsEvents({ url: 'no address', body: new TextEncoder().encode(text) }, OWN)).toEqual([]),
);
