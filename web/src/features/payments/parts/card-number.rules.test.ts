import { expect, test } from 'vitest';
import { groupNumber, isCardNumber, readExpiry, spaceExpiry } from './card-number.rules.ts';

test('a number is grouped as it is typed or pasted', () => {
  expect(groupNumber('42424')).toBe('4242 4');
  expect(groupNumber('4242-4242.4242 4242')).toBe('4242 4242 4242 4242');
  expect(groupNumber('4242 ')).toBe('4242');
});

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['9', '09 / '],
  ['1234', '12 / 34'],
  ['12/2034', '12 / 20'],
  ['12 / 3', '12 / 3'],
])('%s becomes %s', (typed, shown) => {
  expect(spaceExpiry(typed)).toBe(shown);
});

test('going back over the slash takes the digit before it', () => {
  expect(spaceExpiry('12 /', '12 / ')).toBe('1');
});

test('what is no month, or not all of a date, is none', () => {
  expect(readExpiry('12 / 34')).toEqual({ month: 12, year: 2034 });
  for (const typed of ['13 / 34', '00 / 34', '12 / 3', '']) expect(readExpiry(typed)).toBeNull();
});

test('a number with one wrong digit is none', () => {
  expect(isCardNumber('4242 4242 4242 4242')).toBe(true);
  expect(isCardNumber('4242 4242 4242 4241')).toBe(false);
  expect(isCardNumber('4242')).toBe(false);
});
