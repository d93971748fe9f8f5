import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { isAgencyAccount } from '../connect/apply-merchant.ts';
import { isKnownAccount } from '../payments/apply-customer.ts';
import type { EventEndpoint, PaymentProvider } from '../payments/payments.ports.ts';
import { insertEvent, markDirty } from './payment-events.system.queries.ts';

export type AcceptDeps = { database: Database; systemScope: SystemScope; objects: { wake(): void } };

/** Takes one event, once. False where it is none of ours, of which no trace is left. */
export async function acceptEvent(
  deps: AcceptDeps,
  payments: PaymentProvider,
  endpoint: EventEndpoint,
  sent: { text: string; signature: string },
): Promise<boolean> {
  const { database, systemScope, objects } = deps;
  const event = await payments.readEvent(endpoint, sent);
  if (!event) return false;
  if (event.account !== '' && !(await isOurs(deps, event.account))) return false;
  const { about } = event;
  await database.transaction(systemScope, async (tx) => {
    const isNew = await insertEvent(tx, systemScope, { event, endpoint });
    if (isNew && about) await markDirty(tx, systemScope, about);
  });
  if (about) objects.wake();
  return true;
}

/** An account that one of our agencies has, or somebody of ours pays to. */
const isOurs = async (deps: AcceptDeps, account: string): Promise<boolean> =>
  (await isAgencyAccount(deps, account)) || (await isKnownAccount(deps, account));
