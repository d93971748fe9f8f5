import type Stripe from 'stripe';
import type { EventEndpoint, PayEvent, PayObject } from '../../domain/payments/payments.ports.ts';

/** How old a stamp may be, and how far ahead: the library looks at the past alone. */
const STAMP_SECONDS = 300;
const ID = /^[A-Za-z0-9]+_\w{1,250}$/;

export type EventSecrets = Record<EventEndpoint, readonly string[]>;

type Sent = { endpoint: EventEndpoint; text: string; signature: string };

/** Of the event nothing is believed but which one it is, of whom, and about what. */
export function readStripeEvent(
  stripe: Stripe,
  { secrets, isLive }: { secrets: EventSecrets; isLive: boolean },
  { endpoint, text, signature }: Sent,
): PayEvent | null {
  if (!isStampNear(signature)) return null;
  const event = firstOf(secrets[endpoint], (secret) =>
    endpoint === 'accounts'
      ? toThin(stripe.parseEventNotification(text, signature, secret, STAMP_SECONDS))
      : toWhole(stripe.webhooks.constructEvent(text, signature, secret, STAMP_SECONDS)),
  );
  if (!event || event.isLive !== isLive || !ID.test(event.id)) return null;
  // The platform's own events name no account; all others do.
  if (endpoint === 'platform' ? event.account !== '' : !/^acct_\w{1,250}$/.test(event.account)) return null;
  const { id, type, account, about } = event;
  return { id, type: type.slice(0, 100), account, about: about && ID.test(about.id) ? { ...about, account } : null };
}

/** One that was fetched: its account is the one that was asked. */
export function toListedEvent(event: Stripe.Event): PayEvent {
  const { id, type, about } = toWhole(event);
  return {
    id,
    type: type.slice(0, 100),
    account: '',
    about: about && ID.test(about.id) ? { ...about, account: '' } : null,
  };
}

/** Exactly one stamp: of two, this look and the library's might take different ones. */
function isStampNear(signature: string): boolean {
  const stamps = signature.split(',').filter((part) => part.startsWith('t='));
  const at = /^t=(\d{1,11})$/.exec(stamps[0] ?? '')?.[1];
  return stamps.length === 1 && at !== undefined && Math.abs(Date.now() / 1_000 - Number(at)) <= STAMP_SECONDS;
}

type Read = Omit<PayEvent, 'about'> & { isLive: boolean; about: Omit<PayObject, 'account'> | null };

/** By the first secret that signed it; what is signed by none, or is no event, throws in the library. */
function firstOf(secrets: readonly string[], read: (secret: string) => Read): Read | null {
  for (const secret of secrets) {
    try {
      return read(secret);
    } catch {
      // Another of them may have.
    }
  }
  return null;
}

const toWhole = (event: Stripe.Event): Read => ({
  id: String(event.id),
  type: String(event.type),
  account: String(event.account ?? ''),
  isLive: event.livemode === true,
  about: aboutOf(event),
});

/** Thin: it says which account, and that is fetched. */
function toThin(event: Stripe.V2.Core.EventNotification): Read {
  const account = String((event as { related_object?: { id?: unknown } | null }).related_object?.id ?? '');
  return {
    ...{ id: String(event.id), type: String(event.type), account, isLive: event.livemode === true },
    about: { kind: 'merchant', id: account },
  };
}

/** What of Stripe's names belongs to what we look at. A card is looked at with whose it is, or was. */
function aboutOf({ type: name, data, account }: Stripe.Event): Read['about'] {
  const type = String(name);
  // Its owner has taken our access back: whether that is so is asked.
  if (type === 'account.application.deauthorized') return { kind: 'merchant', id: String(account ?? '') };
  const object = (data?.object ?? {}) as { id?: unknown; customer?: unknown; charge?: unknown };
  const before = (data?.previous_attributes ?? {}) as { customer?: unknown };
  if (/^customer\.subscription\./.test(type) && typeof object.id === 'string')
    return { kind: 'subscription', id: object.id };
  if (/^invoice\.\w+$/.test(type) && typeof object.id === 'string' && object.id.startsWith('in_'))
    return { kind: 'invoice', id: object.id };
  // Of a refund or a dispute the charge is looked at, which has them all.
  const charge = type === 'charge.refunded' ? object.id : object.charge;
  if (/^(charge\.refunded|charge\.dispute\.\w+|charge\.refund\.updated|refund\.\w+)$/.test(type))
    return typeof charge === 'string' ? { kind: 'charge', id: charge } : null;
  const customerOf = (value: unknown) => (typeof value === 'string' ? { kind: 'customer' as const, id: value } : null);
  if (/^customer\.(created|updated|deleted)$/.test(type)) return customerOf(object.id);
  if (/^(payment_method|setup_intent)\.\w+$/.test(type)) return customerOf(object.customer ?? before.customer);
  return null;
}
