import { expect, it, vi } from 'vitest';
import { validateCode, validateEmail, validateName, validateNewPassword } from './validate-account.ts';

// The key says which sentence it is; the sentences themselves are compared by the journeys.
vi.mock('../../texts/texts.ts', () => ({ say: (_namespace: string, key: string) => key }));

it.each([
  ['an empty address', validateEmail(''), 'enterEmail'],
  ['no address', validateEmail('ann'), 'validEmail'],
  ['an address', validateEmail(' ann@example.com '), null],
  ['7 characters', validateNewPassword('1234567'), 'charsMin'],
  ['8 characters', validateNewPassword('12345678'), null],
  ['129 characters', validateNewPassword('x'.repeat(129)), 'charsMax'],
  ['a blank name', validateName('  '), 'enterName'],
  ['5 digits', validateCode('12345'), 'enterCode'],
  ['6 digits', validateCode('123456'), null],
])('%s', (_what, found, expected) => {
  expect(found).toBe(expected);
});
