import { expect, test } from 'vitest';
import { addressOf, zonesOf } from './recipient.rules.ts';

const OWN = '+12025550100';

test.each([
  ['+1 202 555 0142', '+12025550142'],
  ['(202) 555-0142', '+12025550142'],
  ['202.555.0142', '+12025550142'],
])('%s is called as %s', (phone, address) => {
  expect(addressOf({ phone }, { own: OWN, kind: 'call' })).toEqual({ address });
});

test.each([
  ['', 'no_number'],
  ['  ', 'no_number'],
  ['911', 'not_callable'],
  ['112', 'not_callable'],
  ['nobody', 'not_callable'],
  // A premium number, one of another country that shares the code, one of another country, and our own.
  ['+1 900 555 0142', 'not_callable'],
  ['+1 416 555 0142', 'not_callable'],
  ['+49 30 901820', 'not_callable'],
  [OWN, 'not_callable'],
])('"%s" is passed over: %s', (phone, reason) => {
  expect(addressOf({ phone }, { own: OWN, kind: 'call' })).toEqual({ reason });
});

test.each([
  ['+49 30 901820', { address: '+4930901820' }],
  ['(202) 555-0142', { address: '+12025550142' }],
  ['+1 202-555-0100', { reason: 'not_callable' }],
  ['911', { reason: 'not_callable' }],
])('on WhatsApp, which knows no borders, %s is %o', (phone, expected) => {
  expect(addressOf({ phone }, { own: '+1 202-555-0100', kind: 'whatsapp' })).toEqual(expected);
});

test('a lead who told where they are is in that zone, any other in all of their country', () => {
  expect(zonesOf('+12025550142', { time_zone: 'America/Denver' })).toEqual(['America/Denver']);
  expect(zonesOf('+12025550142', { time_zone: 'the mountains' })).toContain('Pacific/Honolulu');
  expect(zonesOf('+12025550142', {})).toEqual(expect.arrayContaining(['America/New_York', 'Pacific/Honolulu']));
  expect(zonesOf('+4930901820', {})).toContain('Europe/Berlin');
});
