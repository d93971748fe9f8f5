import type { z } from 'zod';
import type { Table, Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { List } from '../wire.ts';
import type { created } from './params.ts';
import { invalid, missing } from './stripe-error.ts';

type Pages = { limit?: number; starting_after?: string; ending_before?: string };

const PAGE = 10;

/** One page of what is in hand, newest first, as every list of version 1. */
export function pageOf<T extends { id: string }>(newest: T[], url: string, pages: Pages): List<T> {
  const limit = pages.limit ?? PAGE;
  const at = (id: string, param: string) => {
    const index = newest.findIndex((one) => one.id === id);
    if (index === -1) throw missing('object', id, param);
    return index;
  };
  if (pages.starting_after && pages.ending_before)
    throw invalid('You cannot parameterize both `starting_after` and `ending_before`.', 'parameters_exclusive');
  if (pages.ending_before) {
    const end = at(pages.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = pages.starting_after ? at(pages.starting_after, 'starting_after') + 1 : 0;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: start + data.length < newest.length, url };
}

export function listOf<T extends Table>(
  tx: Transaction,
  table: T,
  url: string,
  pages: Pages,
  where: (object: Tables[T]) => boolean = () => true,
): List<Tables[T]> {
  return pageOf(tx.all(table, where).reverse(), url, pages);
}

/** What travels within another object: all of it, on one page. */
export const wholeList = <T>(data: T[], url: string): List<T> => ({ object: 'list', data, has_more: false, url });

export function isWithin(range: z.output<typeof created>, at: number): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -1, gte = -1, lt = Number.MAX_SAFE_INTEGER, lte = Number.MAX_SAFE_INTEGER } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}
