import type { MailRecord } from '@antiphon/contract/sending-domains';
import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { say } from '../../../texts/texts.ts';
import { sayWhyNot } from './mail-record-words.ts';
import { letterOf, sayHow } from './record-words.ts';

beforeAll(() => loadEnglish('agency-email', 'dns-records'));

const record = (change: Partial<MailRecord> = {}): MailRecord => ({
  ...{
    record: 'SPF',
    type: 'MX',
    name: 'send.example.com',
    short: 'send',
    zone: 'example.com',
    value: 'mx.example.net',
  },
  ...{ priority: 10, ttl: 'Auto', found: [], state: 'right', status: 'verified', why: null },
  ...change,
});
const whyNot = (change: Partial<MailRecord>, wasLooked = true, canEdit = true) => {
  const ofMail: Parameters<typeof sayWhyNot>[0]['ofMail'] = (key, values) => say('agency-email', key, values);
  const ofRecords: Parameters<typeof sayWhyNot>[0]['ofRecords'] = (key, values) => say('dns-records', key, values);
  return sayWhyNot({ ofMail, ofRecords }, record(change), wasLooked, canEdit);
};

test('only what is there and counts needs no reason', () => {
  expect(whyNot({})).toBeNull();
  expect(
    (['not_started', 'pending', 'temporary_failure', 'failure'] as const).map((status) => whyNot({ status })),
  ).toEqual([
    'It is there. Press Verify once all records are.',
    'It is there. The email service has yet to confirm it.',
    'It is there. The email service has yet to confirm it.',
    'It is there. Press Verify to have it counted.',
  ]);
});

// Planted: the sentences of whoever may press -> caught here and on the screen of `agency-reader.soak.spec.ts`.
test('whoever may not press Verify is not told to', () => {
  const statuses = ['not_started', 'pending', 'temporary_failure', 'failure'] as const;
  expect(statuses.map((status) => whyNot({ status }, true, false))).toEqual([
    'It is there. It counts once all records are.',
    'It is there. The email service has yet to confirm it.',
    'It is there. The email service has yet to confirm it.',
    'It is there, but nobody looks for it any more.',
  ]);
});

test('what was found says why; what nobody could look for is not called missing', () => {
  const why = { code: 'not_found' as const, params: {} };
  expect(whyNot({ state: 'missing', why })).toBe('Not found yet.');
  // Verified by the provider and gone since: said before the next word of the provider.
  expect(whyNot({ state: 'missing', why, status: 'verified' })).toBe('Not found yet.');
  expect(whyNot({ state: 'unknown', status: 'pending' })).toMatch(/^Nobody who was asked has answered/);
  expect(whyNot({ state: 'unknown', status: 'pending' }, false)).toBe('Nobody has looked for it yet.');
});

// Planted: the sentence on short names above any -> told to enter one that no card shows.
test('a short name is spoken of where a card shows one', () => {
  const t: Parameters<typeof sayHow>[0] = (key, values) => say('dns-records', key, values);
  expect(sayHow(t, 'example.com', [record()])).toMatch(/^One card a record\. Where the provider adds example\.com /);
  const unregistered = record({ short: 'send.example.com', zone: '' });
  expect(sayHow(t, 'example.com', [unregistered])).toBe('One card a record.');
});

test('instructions hold the values alone on their lines, as they are pasted', () => {
  const { priority: _, ...text } = record({ type: 'TXT', value: 'v=spf1 ~all' });
  expect(letterOf((key) => key, 'example.com', [record(), text])).toBe(
    [
      'letter example.com',
      'type: MX\nname: send.example.com\nvalue: mx.example.net\npriority: 10\nttl: Auto',
      'type: TXT\nname: send.example.com\nvalue: v=spf1 ~all\nttl: Auto',
    ].join('\n\n'),
  );
});
