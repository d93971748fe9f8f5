import { expect, test } from 'vitest';
import { allowedPages, CLIENT_PAGES, type ClientPage, DEFAULT_CLIENT_ACCESS, orderPages } from './client-pages.ts';

test.each<[string, ClientPage[], ClientPage[], ClientPage[]]>([
  ['the stored order leads', ['/home', '/convos'], ['/convos', '/home'], ['/convos', '/home']],
  ['a page that the order does not name comes last', ['/kb', '/home'], ['/home'], ['/home', '/kb']],
  ['the order alone gives nothing', [], ['/home'], []],
])('%s', (_why, canAccess, order, shown) => {
  expect(allowedPages(canAccess, order)).toEqual(shown);
});

test('an order holds every page once', () => {
  expect(orderPages(DEFAULT_CLIENT_ACCESS).toSorted()).toEqual([...CLIENT_PAGES].toSorted());
});
