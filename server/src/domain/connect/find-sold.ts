import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findPriceById, type PriceRow } from './connect.queries.ts';

/** What somebody bought who pays this price, whenever that was: our own row, not what an agency can write at the provider. */
export const findSold = (tx: Tx, scope: Scope, of: Pick<PriceRow, 'account' | 'priceId'>): Promise<PriceRow | null> =>
  findPriceById(tx, scope, of);
