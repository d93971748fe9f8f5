import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Brandt & Söhne', 'BS'],
  ['B & B', 'BB'],
  ['Vera von Berg', 'VV'],
  ['Harbour', 'HA'],
  ['(Old) harbour', 'OH'],
  ['élan', 'ÉL'],
  ['مقهى الميناء', 'ما'],
  ['&', '&'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
