import { emit } from './events/emit.ts';
import { finalize } from './invoices/finalize.ts';
import { collect } from './invoices/pay-invoice.ts';
import { expireSession } from './payments/checkout.ts';
import type { Put, Row, Table, Tables } from './store/tables.ts';
import type { Transaction } from './store/transaction.ts';
import { dropPendingUpdate, endSubscription, expireSubscription } from './subscriptions/end.ts';
import { periodOf, type Subscription } from './subscriptions/items.ts';
import { renew } from './subscriptions/renew.ts';

/** How long a first payment is awaited. */
const INCOMPLETE_SECONDS = 23 * 3_600;
const LIVE = ['active', 'past_due', 'unpaid'];

type Due = { account: string; at: number; run: (tx: Transaction) => void };
type When = { at: number; run: (tx: Transaction) => void } | null;

const earliest = (all: When[]): When =>
  all.reduce<When>((first, one) => (first === null || (one !== null && one.at < first.at) ? one : first), null);

function ofSubscription({ id, ...subscription }: Subscription): When {
  const find = (tx: Transaction) => tx.get('subscriptions', id);
  if (subscription.status === 'incomplete')
    return { at: subscription.created + INCOMPLETE_SECONDS, run: (tx) => expireSubscription(tx, find(tx)) };
  if (!LIVE.includes(subscription.status)) return null;
  const { end } = periodOf({ id, ...subscription });
  const ends = subscription.cancel_at;
  return earliest([
    // Before the period ends, where both come at once.
    subscription.pending_update
      ? { at: subscription.pending_update.expires_at, run: (tx) => dropPendingUpdate(tx, find(tx)) }
      : null,
    { at: end, run: (tx) => renew(tx, find(tx)) },
    ends !== null && ends < end
      ? { at: ends, run: (tx) => endSubscription(tx, find(tx), { reason: 'cancellation_requested' }) }
      : null,
  ]);
}

function ofInvoice(invoice: Tables['invoices']): When {
  const find = (tx: Transaction) => tx.get('invoices', invoice.id);
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
    return {
      at: invoice.automatically_finalizes_at,
      run: (tx) => {
        const found = finalize(tx, find(tx));
        if (found.status === 'open') collect(tx, found, null);
      },
    };
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
    return {
      at: invoice.next_payment_attempt,
      run: (tx) => {
        const found = find(tx);
        found.next_payment_attempt = null;
        collect(tx, found, null);
        emit(tx, 'invoice.updated', found);
      },
    };
  return null;
}

function whenOf(table: Table, row: Row): When {
  if (table === 'subscriptions') return ofSubscription(row.object as Tables['subscriptions']);
  if (table === 'invoices') return ofInvoice(row.object as Tables['invoices']);
  if (table !== 'checkout_sessions') return null;
  const { id, status, expires_at } = row.object as Tables['checkout_sessions'];
  return status === 'open'
    ? { at: expires_at, run: (tx) => void expireSession(tx, tx.get('checkout_sessions', id)) }
    : null;
}

/** What waits for its time. */
export class DueList {
  private readonly waiting = new Map<string, Due>();

  take(puts: readonly Put[]): void {
    for (const [table, account, id, row] of puts) {
      const when = row && whenOf(table, row);
      const key = `${table}/${account}/${id}`;
      if (when) this.waiting.set(key, { account, ...when });
      else this.waiting.delete(key);
    }
  }

  next(until: number): Due | null {
    let first: Due | null = null;
    for (const due of this.waiting.values()) if (due.at <= until && (!first || due.at < first.at)) first = due;
    return first;
  }
}
