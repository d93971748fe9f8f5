import { expect, test } from 'vitest';
import { isStopCalling } from './stop-words.rules.ts';

test.each([
  'Stop calling me.',
  'please stop calling',
  "Don't call me again!",
  'Do not call this number any more',
  'Take me off your list, please',
  'Rufen Sie mich bitte nicht mehr an.',
  'Sie sollen nicht mehr anrufen',
  'Ne m’appelez plus.',
  'Arrêtez de m’appeler',
  'No me llame más',
  'Deje de llamarme, por favor',
  'لا تتصل بي مرة أخرى',
  'توقفوا عن الاتصال',
])('"%s" takes back that somebody may be called', (said) => {
  expect(isStopCalling(said, { isOffered: false })).toBe(true);
});

test.each([
  'Can you call me tomorrow?',
  'Does the train stop here?',
  'I will call you back',
  'When do you stop taking orders?',
  'Ich rufe Sie morgen an',
  'Vous pouvez me rappeler demain',
  'Puede llamarme mañana',
  'Please don’t call before nine, call me at ten',
  '9',
  'stop',
])('"%s" does not', (said) => {
  expect(isStopCalling(said, { isOffered: false })).toBe(false);
});

test.each(['9', ' 9 ', 'Stop.', 'nine', 'neun'])('"%s" does where that was offered', (said) => {
  expect(isStopCalling(said, { isOffered: true })).toBe(true);
});

test.each(['99', '19', 'nine o’clock', '1'])('"%s" does not even then', (said) => {
  expect(isStopCalling(said, { isOffered: true })).toBe(false);
});
