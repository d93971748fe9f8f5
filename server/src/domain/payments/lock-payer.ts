import type { PayerId } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findPayerRow, findRow, fixCurrency, lockRow, type PayerRow, setBlocked, type Who } from './payers.queries.ts';
import { lockCustomer } from './payers.system.queries.ts';

export type { PayerRow };

/** Null where they never paid. */
export const findPayer = (tx: Tx, scope: Scope, who: Who = null): Promise<PayerRow | null> =>
  findPayerRow(tx, scope, who);

export const findPayerById = (tx: Tx, scope: Scope, id: PayerId): Promise<PayerRow | null> => findRow(tx, scope, id);

/** Whoever is this customer, locked before anything of theirs is changed. Null: nobody of ours. */
export const lockPayerOf = (tx: Tx, system: SystemScope, customer: { account: string; customerId: string }) =>
  lockCustomer(tx, system, customer);

/** Before a credit account is locked. */
export const lockPayer = (tx: Tx, scope: Scope, id: PayerId): Promise<void> => lockRow(tx, scope, id);

/** What a payer pays in from its first order on. */
export const keepCurrency = (tx: Tx, scope: Scope, id: PayerId, currency: Currency) =>
  fixCurrency(tx, scope, id, currency);

/** Nothing is sold to whoever is blocked. The caller has locked the payer. */
export const blockPayer = (tx: Tx, scope: Scope, id: PayerId, isBlocked: boolean): Promise<void> =>
  setBlocked(tx, scope, id, isBlocked);
