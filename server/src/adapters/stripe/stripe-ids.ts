import type Stripe from 'stripe';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** What is not there. */
export const orNull = <Found>(asked: Promise<Found>): Promise<Found | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof VendorFailure && error.kind === 'not_found') return null;
    throw error;
  });

export const idOf = (one: string | { id: string } | null): string | null =>
  typeof one === 'object' ? (one?.id ?? null) : one;

/** What we call a price: the name that it has with us begins with that. */
export const priceKeyOf = ({ id, lookup_key: name }: Stripe.Price): string => name?.split(':')[0] ?? id;
