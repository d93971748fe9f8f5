import type { MailRecord } from '@antiphon/contract/sending-domains';
import { expect, test } from 'vitest';
import type { Say } from '../../../texts/texts.ts';
import { instructionsOf, whyOf } from './mail-record-words.ts';

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

test('only what is there and counts needs no reason', () => {
  expect(whyOf(record(), true)).toBeNull();
  const reasons = (['not_started', 'pending', 'temporary_failure', 'failure'] as const).map((status) =>
    whyOf(record({ status }), true),
  );
  expect(reasons.map((reason) => reason?.at === 'own' && reason.key)).toEqual([
    'unasked',
    'unconfirmed',
    'unconfirmed',
    'givenUp',
  ]);
});

test('what was found says why; what nobody could look for is not called missing', () => {
  const why = { code: 'not_found' as const, params: {} };
  expect(whyOf(record({ state: 'missing', why }), true)).toEqual({ at: 'dns', why });
  // Verified by the provider and gone since: said before the next word of the provider.
  expect(whyOf(record({ state: 'missing', why, status: 'verified' }), true)).toEqual({ at: 'dns', why });
  expect(whyOf(record({ state: 'unknown', status: 'pending' }), true)).toEqual({ at: 'own', key: 'unanswered' });
  expect(whyOf(record({ state: 'unknown', status: 'pending' }), false)).toEqual({ at: 'own', key: 'unseen' });
});

test('instructions hold the values alone on their lines, as they are pasted', () => {
  const t = ((key: string) => key) as Say<'agency-email'>;
  const { priority: _, ...text } = record({ type: 'TXT', value: 'v=spf1 ~all' });
  expect(instructionsOf(t, 'example.com', [record(), text])).toBe(
    [
      'instructions.letter example.com',
      'type: MX\nname: send.example.com\nvalue: mx.example.net\npriority: 10\nttl: Auto',
      'type: TXT\nname: send.example.com\nvalue: v=spf1 ~all\nttl: Auto',
    ].join('\n\n'),
  );
});
