import { expect, test } from 'vitest';
import { isFlagSet, proactiveText } from './proactive.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

test.each([
  ['never closed', null, false],
  ['closed just now', { value: true, ts: NOW }, true],
  ['closed a day ago', { value: true, ts: NOW - DAY }, true],
  ['closed longer ago', { value: true, ts: NOW - DAY - 1 }, false],
  ['taken back', { value: false, ts: NOW }, false],
  ['not ours', 'true' as never, false],
  ['without a time', { value: true }, false],
])('%s', (_name, flag, expected) => {
  expect(isFlagSet(flag, NOW)).toBe(expected);
});

test.each([
  ['none', ''],
  [' None ', ''],
  ['', ''],
  [' Hello ', 'Hello'],
  ['Nonetheless', 'Nonetheless'],
])('the message %j is shown as %j', (message, shown) => {
  expect(proactiveText(message)).toBe(shown);
});
