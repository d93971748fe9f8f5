import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCredits,
  formatPlural,
  formatRelativeDate,
  formatSignedCredits,
  truncateChars,
} from './format.ts';

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

describe('figures', () => {
  it('shows credits as the ledger counts them', () => {
    expect(formatCredits(742.3184)).toBe('742.318');
    expect(formatSignedCredits(-1)).toBe('−1');
    expect(formatSignedCredits(-1, true)).toBe('−1.000');
    expect(formatSignedCredits(750)).toBe('+750');
  });

  it('counts one and many, and names bytes', () => {
    expect(formatPlural(1, 'page', 'pages')).toBe('1 page');
    expect(formatPlural(1_200, 'page', 'pages')).toBe('1,200 pages');
    expect([formatBytes(12), formatBytes(2_048), formatBytes(20 * 1_024 * 1_024)]).toEqual(['12 B', '2 KB', '20.0 MB']);
  });
});
