import { i18n } from '@lingui/core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../texts/load-english.ts';
import {
  formatBytes,
  formatCredits,
  formatLanguage,
  formatRelativeDate,
  formatSignedCredits,
  numberSeparators,
  truncateChars,
} from './format.ts';

// Another file may have left a language.
beforeAll(() => loadEnglish('ui'));

describe('truncateChars', () => {
  it.each([
    ['Sales assistant', 20, 'Sales assistant'],
    ['Kundenberatung Donaudampfschifffahrt', 20, 'Kundenberatung Dona…'],
    ['Sales assistant for all', 7, 'Sales…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2, '👩‍👩‍👧‍👦…'],
  ])('%s to %i characters', (text, charsMax, expected) => {
    expect(truncateChars(text, charsMax)).toBe(expected);
  });
});

describe('formatRelativeDate', () => {
  const now = new Date('2026-06-15T12:00:00Z');
  it.each([
    ['2026-06-15T11:59:30Z', 'just now'],
    ['2026-06-15T11:58:00Z', '2 minutes ago'],
    ['2026-06-15T09:00:00Z', '3 hours ago'],
    ['2026-06-14T11:00:00Z', 'yesterday'],
    ['2026-05-01T12:00:00Z', 'May 1, 2026'],
  ])('%s is %s', (date, expected) => {
    expect(formatRelativeDate(new Date(date), now)).toBe(expected);
  });
});

const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} });

describe('in another language', () => {
  afterEach(() => speak('en'));

  it('names languages and separates figures as it does', () => {
    speak('de');
    expect(['fr', 'ar', 'simple'].map(formatLanguage)).toEqual(['Französisch', 'Arabisch', 'Simple']);
    expect(numberSeparators()).toEqual({ thousandSeparator: '.', decimalSeparator: ',' });
    speak('fr');
    expect(formatLanguage('de')).toBe('Allemand');
  });

  it('keeps Latin figures in Arabic', () => {
    speak('ar');
    expect(formatCredits(1_234.5)).toBe('1,234.5');
    expect(formatBytes(20 * 1_024 * 1_024)).toBe('20.0 MB');
  });
});

describe('figures', () => {
  it('shows credits as the ledger counts them', () => {
    expect(formatCredits(742.3184)).toBe('742.318');
    expect(formatSignedCredits(-1)).toBe('−1');
    expect(formatSignedCredits(-1, true)).toBe('−1.000');
    expect(formatSignedCredits(750)).toBe('+750');
  });

  it('names bytes', () => {
    const sizes = [12, 2_048, 20 * 1_024 ** 2, 5 * 1_024 ** 3];
    expect(sizes.map(formatBytes)).toEqual(['12 B', '2 KB', '20.0 MB', '5.0 GB']);
  });
});
