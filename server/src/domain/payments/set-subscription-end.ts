import { randomUUID } from 'node:crypto';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { askProvider, type PayerDeps } from './demand-payer.ts';
import type { PaymentProvider, PayObject } from './payments.ports.ts';

export type EndDeps = PayerDeps & { objects: { look(object: PayObject): Promise<void> } };
type Leaving = Parameters<PaymentProvider['setSubscriptionEnd']>[2];

/**
 * Has a subscription end with its period, or go on (`leaving` is null), and looks at it. False where the provider refuses, as it does with
 * one that ended before we heard of it. Fails with `unavailable` where it cannot be asked.
 */
export async function setSubscriptionEnd(
  { log, objects }: EndDeps,
  payments: PaymentProvider,
  { account, id }: { account: string; id: string },
  leaving: Leaving,
): Promise<boolean> {
  const isRefused = (error: unknown) => error instanceof VendorFailure && error.kind === 'invalid';
  // Said twice it is the same: a lost answer needs no key that is remembered.
  const asked = payments.setSubscriptionEnd(account, id, leaving, randomUUID()).then(
    () => true,
    (error: unknown) => (isRefused(error) ? false : Promise.reject(error)),
  );
  const isSet = await askProvider(log, asked);
  await objects.look({ account, kind: 'subscription', id });
  return isSet;
}
