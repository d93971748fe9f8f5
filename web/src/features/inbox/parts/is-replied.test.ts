import { expect, test } from 'vitest';
import { isReplied } from './is-replied.ts';

const at = (minute: number) => `2026-11-25T12:${String(minute).padStart(2, '0')}:00.000Z`;

test.each([
  ['nobody has said anything', { repliedAt: null, activityAt: at(1), leftAt: null }, false],
  ['an operator answered', { repliedAt: at(2), activityAt: at(1), leftAt: null }, true],
  ['the visitor wrote since', { repliedAt: at(2), activityAt: at(3), leftAt: null }, false],
  ['the visitor left an address since', { repliedAt: at(2), activityAt: at(1), leftAt: at(3) }, false],
  ['what was left is answered', { repliedAt: at(4), activityAt: at(1), leftAt: at(3) }, true],
  ['an operator began', { repliedAt: at(4), activityAt: null, leftAt: null }, true],
])('%s', (_what, times, wanted) => {
  expect(isReplied(times)).toBe(wanted);
});
