import { expect, it } from 'vitest';
import { countryOf } from './countries.rules.ts';

it.each([
  [null, ''],
  ['', ''],
  ['de', 'DE'],
  [' US ', 'US'],
  ['XX', ''],
  ['T1', ''],
  ['203.0.113.9', ''],
  ['Germany', ''],
])('%s is the country "%s": never an address, never a guess', (value, expected) => {
  expect(countryOf(value)).toBe(expected);
});
