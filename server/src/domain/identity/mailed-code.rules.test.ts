import type { UserId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { hashCode, isRightCode, mayStillBeTried, newMailedCode, type PendingEmail } from './mailed-code.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const [ann, bob] = ['ann', 'bob'] as UserId[] as [UserId, UserId];
const email = 'new@example.com';
const pending: PendingEmail = {
  email,
  codeHash: hashCode('key', ann, email, '135790'),
  codeEndsAt: now.getTime() + 1,
  tries: 4,
};

test('codes have six digits', () => {
  for (let index = 0; index < 100; index++) expect(newMailedCode()).toMatch(/^\d{6}$/);
});

test('a code is right for one person, one address and one key', () => {
  expect(isRightCode(pending, 'key', ann, '135790')).toBe(true);
  expect(isRightCode(pending, 'key', ann, '135791')).toBe(false);
  expect(isRightCode(pending, 'key', bob, '135790')).toBe(false);
  expect(isRightCode(pending, 'other', ann, '135790')).toBe(false);
  expect(isRightCode({ ...pending, email: 'other@example.com' }, 'key', ann, '135790')).toBe(false);
});

test('a code ends with its time or its fifth wrong guess', () => {
  expect(mayStillBeTried(pending, now)).toBe(true);
  expect(mayStillBeTried(pending, new Date(now.getTime() + 1))).toBe(false);
  expect(mayStillBeTried({ ...pending, tries: 5 }, now)).toBe(false);
});
