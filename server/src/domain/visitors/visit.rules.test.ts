import { expect, test } from 'vitest';
import { bareAddress, toVisit } from './visit.rules.ts';

// What could name somebody, or open something, is not kept of an address.
test.each([
  [
    'https://shop.example/reset?token=secret&utm_source=mail&utm_medium=a%20b#me',
    'https://shop.example/reset?utm_source=mail&utm_medium=a+b',
  ],
  ['https://ada:pass@shop.example/', 'https://shop.example/'],
  ['http://localhost:8080/a b', 'http://localhost:8080/a%20b'],
  ['javascript:alert(1)', ''],
  ['file:///etc/passwd', ''],
  ['/prices', ''],
  ['', ''],
])('%s is kept as %s', (given, kept) => {
  expect(bareAddress(given)).toBe(kept);
});

test('a visit has what was said, and nothing is made up', () => {
  const now = new Date('2026-11-23T12:00:00.000Z');
  expect(toVisit({}, now)).toBeNull();
  expect(toVisit({ timeZone: '<script>', page: { url: 'about:blank', title: 'x' } }, now)).toEqual({
    ...{ pages: [], referrer: '', device: null, timeZone: '' },
  });
  const page = { url: 'https://shop.example/prices?email=ada', title: ' Prices ' };
  expect(
    toVisit({ page, referrer: 'https://search.example/?q=bikes', device: 'phone', timeZone: 'Europe/Berlin' }, now),
  ).toEqual({
    pages: [{ url: 'https://shop.example/prices', title: 'Prices', at: now.toISOString() }],
    ...{ referrer: 'https://search.example/', device: 'phone', timeZone: 'Europe/Berlin' },
  });
});
