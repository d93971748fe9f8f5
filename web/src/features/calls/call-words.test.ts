import { CallEndReason } from '@antiphon/contract/call-ends';
import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../texts/load-english.ts';
import { type Say, say } from '../../texts/texts.ts';
import { callLine, endWords, formatLength, lengthOf } from './call-words.ts';

beforeAll(() => loadEnglish('calls'));

const t: Say<'calls'> = (key, values) => say('calls', key, values);
const start = '2026-11-28T10:00:00.000Z';
const later = Date.parse(start) + 83_900;
const ended = { state: 'ended', startedAt: start, seconds: 192, endReason: 'caller' } as const;
const live = { state: 'live', startedAt: start, seconds: 60, endReason: null } as const;

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [192, '3:12'],
  [3_723, '1:02:03'],
  [-2, '0:00'],
])('%s seconds are %s', (seconds, words) => expect(formatLength(seconds)).toBe(words));

test('a call that has ended is as long as it was charged, one that goes on is as long as it has lasted', () => {
  expect(lengthOf(ended, later)).toBe(192);
  expect(formatLength(lengthOf(live, later))).toBe('1:23');
});

test('a call of somebody whose clock is behind has not begun in the future', () =>
  expect(lengthOf(live, Date.parse(start) - 5_000)).toBe(0));

test('the line of a call says how long it was, who ended it, or that it goes on', () => {
  expect(callLine(t, ended, later)).toBe('Call, 3:12, ended by the caller');
  expect(callLine(t, live, later)).toBe('Call, 1:23, live');
  expect(callLine(t, { ...live, state: 'waiting', startedAt: null }, later)).toBe('Call, connecting');
});

test('while somebody is rung up for its caller, no time passes', () => {
  const ringing = { ...live, state: 'transferring' } as const;
  expect(callLine(t, ringing, later)).toBe('Call, 1:00, being put through');
});

test('every reason has words of its own in the list and in the line', () => {
  const reasons = CallEndReason.options;
  const inList = reasons.map((endReason) => endWords(t, { endReason }));
  const inLine = reasons.map((endReason) => callLine(t, { ...ended, endReason }, later));
  for (const words of [inList, inLine]) {
    expect(new Set(words).size).toBe(reasons.length);
    for (const one of words) expect(one).not.toMatch(/^calls\.|_/);
  }
});
