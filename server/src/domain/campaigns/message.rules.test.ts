import { smsSegments } from '@antiphon/contract/sms-text';
import { expect, test } from 'vitest';
import { messageOf, optOutLineOf, registrationOf } from './message.rules.ts';

test.each(['en', 'de-AT', 'fr', 'es', 'ar'])(
  'the way out stands below the text in %s, with the word that carriers obey',
  (lang) => {
    const whole = messageOf({ text: 'Harbour Bikes', optOutLine: optOutLineOf(lang) });
    expect(whole).toMatch(/^Harbour Bikes\n.*\bSTOP\b/);
    // Caught here: one letter beyond the alphabet, which made two messages of one.
    expect(smsSegments(whole).encoding).toBe(lang === 'ar' ? 'UCS-2' : 'GSM-7');
  },
);

test('another language is told in English', () => expect(optOutLineOf('fi')).toBe(optOutLineOf('en')));

test.each([
  ['+12025550100', 'a2p'],
  ['+18005550100', 'toll_free'],
  ['+14165550100', null],
  ['+4930901820', null],
])('of %s carriers want %s', (number, wanted) => expect(registrationOf(number)).toBe(wanted));
