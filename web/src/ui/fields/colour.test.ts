import { expect, it } from 'vitest';
import { completeHex } from './colour.ts';

it('counts a typed colour only with 6 hex digits', () => {
  expect(completeHex('#2e5aac')).toBe('#2E5AAC');
  expect(completeHex(' 2E5AAC ')).toBe('#2E5AAC');
  for (const typed of ['', '#2e5', '2e5aa', '2e5aacff', '#2e5aag', 'red']) expect(completeHex(typed)).toBeNull();
});
