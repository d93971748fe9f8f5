import type { PayerId } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import type { Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findWorkspacePayer, fixCurrency, type PayerRow } from './payers.queries.ts';
import { lockCustomer } from './payers.system.queries.ts';

/** The workspace as it pays the platform; null where it never did. */
export const findPayer = (tx: Tx, scope: Scope): Promise<PayerRow | null> => findWorkspacePayer(tx, scope);

/** Whoever is this customer, locked before anything of theirs is changed. Null: nobody of ours. */
export const lockPayerOf = (tx: Tx, system: SystemScope, customer: { account: string; customerId: string }) =>
  lockCustomer(tx, system, customer);

/** What a payer pays in from its first order on. */
export const keepCurrency = (tx: Tx, scope: Scope, id: PayerId, currency: Currency) =>
  fixCurrency(tx, scope, id, currency);
