import { fail } from '@antiphon/contract/errors';
import { newPayerId, type PayerId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findPayerRow, insertPayer, type PayerRow, setCustomer, type Who } from './payers.queries.ts';
import type { PaymentProvider } from './payments.ports.ts';

export type PayerDeps = { database: Database; payments: PaymentProvider | null; log: Logger };

export type Payer = PayerRow & { customerId: string };
export type { Who };

/** Not found where nobody can pay: in this region there is no such thing. */
export const demandPayments = ({ payments }: Pick<PayerDeps, 'payments'>): PaymentProvider =>
  payments ?? fail('not_found');

/** A failure of the provider's is not the caller's; why is for the log. */
export const askProvider = <Answer>(log: Logger, call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (!(error instanceof VendorFailure)) throw error;
    log.warn({ err: error }, 'payments: the provider could not be asked');
    return fail('unavailable');
  });

/**
 * Whoever pays, as a customer where they pay. The payer is there before its customer is asked for, under the payer's own key: however
 * often that is tried, and by however many, it is one customer.
 */
export async function demandPayer(
  { database, log }: PayerDeps,
  payments: PaymentProvider,
  scope: Scope,
  who: Who = null,
): Promise<Payer> {
  const payer = await database.transaction(scope, async (tx) => {
    await insertPayer(tx, scope, newPayerId(), who);
    return findPayerRow(tx, scope, who);
  });
  if (!payer) fail('not_found');
  if (isCustomer(payer)) return payer;
  const { account } = payer;
  const made = await askProvider(log, payments.createCustomer(account, { payer: payer.id }, `${payer.id}:customer`));
  return database.transaction(scope, async (tx) => {
    await setCustomer(tx, scope, payer.id as PayerId, made.id);
    const found = await findPayerRow(tx, scope, who);
    return found && isCustomer(found) ? found : fail('not_found');
  });
}

const isCustomer = (payer: PayerRow): payer is Payer => payer.customerId !== null;
