import { expect, it } from 'vitest';
import { countFilters, readChosen, toFilters } from './conversation-filters.ts';

it('a range of days holds both of them, in the own calendar', () => {
  const { from, to } = toFilters({ from: '2026-03-28', to: '2026-03-29' });
  expect(new Date(from ?? '').toString()).toContain('Mar 28 2026 00:00:00');
  expect(new Date(to ?? '').toString()).toContain('Mar 30 2026 00:00:00');
});

it('reads a figure that the address holds as a number, and leaves out what no filter knows', () => {
  const { rating, channel, contact } = readChosen({ rating: 5, channel: 'telephone', contact: 'no' });
  expect({ rating, channel, contact }).toEqual({ rating: '5', channel: undefined, contact: 'no' });
});

it('counts what narrows the list', () => {
  expect(countFilters({})).toBe(0);
  expect(countFilters({ rating: '5', search: 'x', agentId: undefined })).toBe(2);
});
