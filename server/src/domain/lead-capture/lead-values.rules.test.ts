import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import { expect, test } from 'vitest';
import { toNoted, toValue } from './lead-values.rules.ts';

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
