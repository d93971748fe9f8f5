import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import { expect, test } from 'vitest';
import { type NotedValues, onlySaid, toNoted, toValue } from './lead-values.rules.ts';

const field = (key: string, type: LeadFieldShape['type'], choices: string[] = []): LeadFieldShape => ({
  key,
  label: key,
  type,
  choices,
  isRequired: false,
});

test.each<[LeadFieldShape['type'], string, string | null]>([
  ['text', ' a \n b ', 'a b'],
  ['email', 'ann@example.com', 'ann@example.com'],
  ['email', 'ann', null],
  ['phone', '202 555 0143', '202 555 0143'],
  ['phone', 'none', null],
  ['number', '-12,5', '-12,5'],
  ['number', '1e9', null],
  ['choice', 'RED', 'Red'],
  ['choice', 'green', null],
  ['email', '', ''],
])('as %s, %j is kept as %j', (type, given, kept) => {
  expect(toValue(type, ['Red', 'Blue'], given)).toBe(kept);
});

test('what a model notes beside the fields, of the wrong type or of a wrong shape is dropped', () => {
  const fields = [field('email', 'text'), field('budget', 'number'), field('colour', 'choice', ['Red'])];
  const given = { email: 'not an address', budget: 500, colour: 'red', isAdmin: 'yes', name: { toString: 'x' } };
  expect(toNoted(fields, given)).toEqual({ values: {}, custom: { budget: '500', colour: 'Red' } });
  expect(toNoted(fields, { email: 'ann@example.com' })).toEqual({ values: { email: 'ann@example.com' }, custom: {} });
});

test.each<[LeadFieldShape['type'], string, string, boolean]>([
  ['email', 'ann@example.com', 'I am Ann (Ann@Example.com).', true],
  ['email', 'ann@example.com', 'write to joann@example.com', false],
  ['email', 'ann@example.co', 'ann@example.com', false],
  ['email', 'ann@example.com', 'nothing of the kind', false],
  ['phone', '+1 202 555 0143', 'call 202-555-0143', true],
  ['phone', '+49 30 1234567', 'telefon 030 1234567', true],
  ['phone', '+1 202 555 0143', 'call ٢٠٢ ٥٥٥ ٠١٤٣', true],
  ['phone', '+1 202 555 0199', 'call 202 555 0143', false],
  ['phone', '+1 202 555 0143', 'order 0143', false],
  ['text', 'Large', 'something big', true],
])('a %s noted as %j where the visitor wrote %j: %s', (type, value, said, isKept) => {
  const key = type === 'text' ? 'size' : type;
  const noted: NotedValues =
    type === 'text' ? { values: {}, custom: { size: value } } : { values: { [key]: value }, custom: {} };
  expect(onlySaid([field(key, type)], noted, ['Hello', said])).toEqual(isKept ? noted : { values: {}, custom: {} });
});
