import { i18n } from '@lingui/core';
import { afterAll, describe, expect, it } from 'vitest';
import { formatClock, readClock } from './clock.ts';

const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });
afterAll(() => speak('en'));

describe('a time of day', () => {
  it.each([
    ['en', /^5:30\sPM$/],
    ['de', /^17:30$/],
    ['fr', /^17:30$/],
  ])('stands as %s has it, whatever the browser has', (locale, shown) => {
    speak(locale);
    expect(formatClock('17:30')).toMatch(shown);
    expect(formatClock('')).toBe('');
  });

  it.each(['en', 'de', 'es', 'fr', 'ar'])('is read as it is shown in %s', (locale) => {
    speak(locale);
    for (const time of ['00:00', '00:30', '09:05', '12:00', '17:30', '23:59'])
      expect(readClock(formatClock(time)), time).toBe(time);
  });

  it.each([
    ['9', '09:00'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['17h30', '17:30'],
    ['5 pm', '17:00'],
    ['12am', '00:00'],
  ])('typed as %s is %s', (typed, time) => expect(readClock(typed)).toBe(time));

  it.each(['', '24:00', '9:60', '13 pm', '9:5', 'nine'])('is not %s', (typed) => expect(readClock(typed)).toBeNull());
});
