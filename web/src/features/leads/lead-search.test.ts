import { expect, test } from 'vitest';
import { countLeadFilters, readLeadSearch, toLeadFilters } from './lead-search.ts';

test('of an address only what means something here is read', () => {
  const read = readLeadSearch({
    search: 'ann',
    source: 'hacked',
    sort: 'name',
    from: '2026-02-01',
    to: 'x',
    tool: 'import',
  });
  expect(read).toEqual({ search: 'ann', sort: 'name', from: '2026-02-01', tool: 'import' });
  expect(countLeadFilters(read)).toBe(2);
});

test('the last day of a range is a whole day', () => {
  const { from, to } = toLeadFilters({ from: '2026-02-01', to: '2026-02-01' });
  expect(new Date(to ?? '').getTime() - new Date(from ?? '').getTime()).toBe(24 * 60 * 60_000);
});
