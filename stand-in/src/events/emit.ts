import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { ThinEvent } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Wire } from '../wire.ts';

export const API_VERSION = '2026-10-28.endive';

/** An event is the object as it stands at this moment: what is changed later makes another one. */
export function emit(tx: Transaction, type: Stripe.Event.Type, object: object, before?: Record<string, unknown>): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: tx.now,
    data: { object: structuredClone(object), ...(before ? { previous_attributes: before } : {}) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: null, idempotency_key: null },
    type,
  } as unknown as Wire<Stripe.Event>;
  tx.add('events', event, { delivery: 'pending' });
}

/** Runs a change and tells of it, with what the fields were before; silent where nothing differs. */
export function changing<T extends object>(tx: Transaction, type: Stripe.Event.Type, object: T, change: () => void): T {
  const before = structuredClone(object);
  change();
  const differs = (field: keyof T) => JSON.stringify(before[field]) !== JSON.stringify(object[field]);
  const fields = (Object.keys(before) as (keyof T)[]).filter(differs);
  if (fields.length > 0) emit(tx, type, object, Object.fromEntries(fields.map((field) => [field, before[field]])));
  return object;
}

/** A thin event names the object and holds nothing of it: whoever wants to know fetches it. */
export function emitThin(
  tx: Transaction,
  type: string,
  related: { id: string; type: string; url: string },
  data?: unknown,
): void {
  const event: ThinEvent = {
    id: newId('evt'),
    object: 'v2.core.event',
    type,
    created: new Date(tx.now * 1_000).toISOString(),
    livemode: false,
    related_object: related,
    ...(data === undefined ? {} : { data }),
  };
  tx.add('thin_events', event, { delivery: 'pending' });
}
