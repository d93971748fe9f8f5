import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { KEPT_DAYS } from './payment-events.rules.ts';
import { insertEvent, listAccounts, listTouched, markDirty } from './payment-events.system.queries.ts';

export type ReconcileDeps = {
  database: Database;
  systemScope: SystemScope;
  payments: PaymentProvider | null;
  clock: () => Date;
  log: Logger;
};

/**
 * Has looked at again what might be otherwise than we have it: what events were about that never reached us, and the subscriptions and
 * invoices of the last weeks, and the charges of which money went back, on every account. What is wrong is put right by those looks, and by nothing else; done again it is the same.
 */
export async function reconcile(deps: ReconcileDeps): Promise<PayObject[]> {
  const { database, systemScope, payments, clock } = deps;
  if (!payments) return [];
  const since = new Date(clock().getTime() - KEPT_DAYS * 86_400_000);
  const found: PayObject[] = [];
  for (const event of await payments.listUndelivered(since)) {
    const { about } = event;
    const isNew = await database.transaction(systemScope, async (tx) => {
      const inserted = await insertEvent(tx, systemScope, { event, endpoint: 'platform' });
      if (inserted && about) await markDirty(tx, systemScope, about);
      return inserted;
    });
    if (isNew && about) found.push(about);
  }
  const touched = await database.transaction(systemScope, (tx) => listTouched(tx, systemScope, since));
  touched.push(...(await findReversed(deps, payments, since)));
  for (const object of touched) await database.transaction(systemScope, (tx) => markDirty(tx, systemScope, object));
  return [...found, ...touched];
}

/** No list tells of events of an agency's account that were lost. One that cannot be asked keeps none of the others from it. */
async function findReversed(
  { database, systemScope, log }: ReconcileDeps,
  payments: PaymentProvider,
  since: Date,
): Promise<PayObject[]> {
  const agencies = await database.transaction(systemScope, (tx) => listAccounts(tx, systemScope));
  const found: PayObject[] = [];
  for (const account of ['', ...agencies]) {
    const ids = await payments.listReversed(account, since).catch((error: unknown) => {
      if (account === '' || !(error instanceof VendorFailure)) throw error;
      log.warn(
        { err: error, account },
        'payments: an account cannot be asked what went back; it is asked again tomorrow',
      );
      return [];
    });
    found.push(...ids.map((id) => ({ account, kind: 'charge' as const, id })));
  }
  return found;
}
