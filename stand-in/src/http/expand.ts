import type { Table } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { included } from './included.ts';
import { invalid } from './stripe-error.ts';

/** What an id points to is told by its beginning. Coupons and products may have ids that somebody chose. */
const TABLES: [prefix: string, table: Table][] = [
  ['cus_', 'customers'],
  ['pm_', 'payment_methods'],
  ['seti_', 'setup_intents'],
  ['pi_', 'payment_intents'],
  ['ch_', 'charges'],
  ['re_', 'refunds'],
  ['in_', 'invoices'],
  ['sub_', 'subscriptions'],
  ['price_', 'prices'],
  ['promo_', 'promotion_codes'],
  ['di_', 'discounts'],
  ['fee_', 'application_fees'],
];

type Json = { [field: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function follow(tx: Transaction, field: string, id: string): unknown {
  if (field === 'coupon') return tx.find('coupons', id);
  if (field === 'product') return tx.find('products', id);
  const table = TABLES.find(([prefix]) => id.startsWith(prefix))?.[1];
  return table && field !== 'id' ? tx.find(table, id) : null;
}

function expandOne(tx: Transaction, value: unknown, path: string[], whole: string): unknown {
  if (Array.isArray(value)) return value.map((one) => expandOne(tx, one, path, whole));
  const [field, ...rest] = path;
  if (field === undefined || !isObject(value)) return value;
  const refuse = () => invalid(`This property cannot be expanded (${whole}).`, undefined, 'expand');
  const extra = included(tx, value, field);
  const before = extra === undefined ? value[field] : extra;
  if (before === undefined) throw refuse();
  const opened = Array.isArray(before)
    ? before.map((one) => (typeof one === 'string' ? follow(tx, field, one) : one))
    : typeof before === 'string'
      ? follow(tx, field, before)
      : before;
  if (typeof before === 'string' && opened === null) throw refuse();
  return { ...value, [field]: expandOne(tx, structuredClone(opened), rest, whole) };
}

/** Puts the objects themselves in the place of the ids that `paths` name. */
export function expandAll(tx: Transaction, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>(
    (opened, path) => expandOne(tx, opened, path.split('.'), path) as object,
    structuredClone(answer),
  );
}
