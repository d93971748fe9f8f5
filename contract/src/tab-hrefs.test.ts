import { expect, test } from 'vitest';
import { findHrefFault, type HrefFault, toHref } from './tab-hrefs.ts';

test.each<[string, HrefFault | null]>([
  ['/offers', null],
  ['/offers/summer-2027', null],
  ['/größe', null],
  ['offers', 'slash'],
  ['', 'slash'],
  ['/', 'malformed'],
  ['/a b', 'malformed'],
  ['//evil.example', 'malformed'],
  ['/../home', 'malformed'],
  ['/a?b', 'malformed'],
  ['/home', 'reserved'],
  ['/Home', 'reserved'],
  ['/voice', 'reserved'],
  ['/prices', 'taken'],
  ['/PRICES', 'taken'],
  [`/${'a'.repeat(100)}`, 'malformed'],
])('%j: %s', (href, fault) => expect(findHrefFault(href, ['/prices/'])).toBe(fault));

test('a slash at the end and spaces around are nothing', () => {
  expect(toHref(' /offers// ')).toBe('/offers');
  expect(toHref('/')).toBe('/');
});
