import type { Deliveries } from '../knobs/knobs.ts';
import type { Store } from '../store/store.ts';
import type { Endpoint, EndpointKind, Put, Row, Tables } from '../store/tables.ts';
import { signatureOf } from './sign.ts';

const TIMEOUT_MS = 10_000;
/** Seconds of the world's time until the next try; after the last one the event counts as not delivered. */
const RETRY_SECONDS = [1, 2, 5, 10, 30, 60, 300, 900];

type Waiting = { table: 'events' | 'thin_events'; account: string; id: string; seq: number; tries: number; at: number };

/**
 * Sends events to the endpoints that were set. At least once, one after the other: what is not marked when a crash comes is
 * sent again after the restart.
 */
export class Deliverer {
  private readonly store: Store;
  private readonly wanted: Deliveries;
  private waiting: Waiting[] = [];
  private isRunning = false;
  private readonly timer: NodeJS.Timeout;
  private readonly stopped = new AbortController();

  constructor(store: Store, wanted: Deliveries) {
    this.store = store;
    this.wanted = wanted;
    this.take([...store.everything()]);
    store.onCommit((puts) => this.take(puts));
    this.timer = setInterval(() => this.wake(), 500);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.stopped.abort();
  }

  /** How many events are still to be sent. */
  get left(): number {
    return this.waiting.length;
  }

  wake(): void {
    if (this.isRunning || this.wanted.isHeld || this.stopped.signal.aborted) return;
    this.isRunning = true;
    this.run()
      .catch(() => undefined)
      .finally(() => {
        this.isRunning = false;
      });
  }

  private take(puts: readonly Put[]): void {
    let hasNew = false;
    for (const [table, account, id, row] of puts) {
      if ((table !== 'events' && table !== 'thin_events') || row?.hidden.delivery !== 'pending') continue;
      if (this.waiting.some((one) => one.id === id)) continue;
      this.waiting.push({ table, account, id, seq: row.seq, tries: 0, at: 0 });
      hasNew = true;
    }
    if (hasNew) setImmediate(() => this.wake());
  }

  private async run(): Promise<void> {
    for (;;) {
      const ready = this.inOrder(this.waiting.filter(({ at }) => at <= Date.now()));
      if (ready.length === 0) return;
      const unheard = this.markUnheard(ready);
      for (const one of ready) {
        if (unheard.has(one.id)) continue;
        if (this.wanted.isHeld || this.stopped.signal.aborted) return;
        await this.deliver(one);
      }
    }
  }

  private inOrder(ready: Waiting[]): Waiting[] {
    const { shuffle } = this.wanted;
    if (shuffle === null) return ready.sort((one, other) => one.seq - other.seq);
    const random = randomFrom(shuffle);
    const mixed = ready.map((one) => ({ one, place: random() }));
    return mixed.sort((a, b) => a.place - b.place).map(({ one }) => one);
  }

  private async deliver(one: Waiting): Promise<void> {
    const row = this.store.of(one.table, one.account).get(one.id);
    if (!row) return this.forget(one);
    const { kind, endpoints } = this.endpointsFor(one);
    if (this.wanted.drop > 0) {
      this.wanted.drop -= 1;
      return this.mark(one, 'failed');
    }
    const payload = payloadOf(one, row, kind);
    const sent: boolean[] = [];
    for (const endpoint of endpoints)
      for (let copy = 0; copy < this.wanted.copies; copy += 1) sent.push(await this.post(endpoint, payload));
    if (sent.every((isTaken) => isTaken)) return this.mark(one, 'delivered');
    const next = RETRY_SECONDS[one.tries];
    one.tries += 1;
    if (next === undefined) return this.mark(one, 'failed');
    one.at = Date.now() + next * 1_000;
  }

  private endpointsFor({ table, account }: Waiting): { kind: EndpointKind; endpoints: Endpoint[] } {
    const platform = this.store.platformOf(account);
    const kind = table === 'thin_events' ? 'accounts' : platform === account ? 'platform' : 'connect';
    const all = [...this.store.of('endpoints', platform).values()].map(({ object }) => object as Tables['endpoints']);
    return { kind, endpoints: all.filter((endpoint) => endpoint.kind === kind) };
  }

  /** What nobody listens to is done with, in one commit. */
  private markUnheard(ready: readonly Waiting[]): ReadonlySet<string> {
    const unheard = ready.filter((one) => this.endpointsFor(one).endpoints.length === 0);
    const tx = this.store.begin('', 0);
    for (const { table, account, id } of unheard) tx.for(account).hidden(table, id).delivery = 'delivered';
    tx.commit();
    const done = new Set(unheard.map(({ id }) => id));
    this.waiting = this.waiting.filter(({ id }) => !done.has(id));
    return done;
  }

  private async post({ url, secret }: Endpoint, payload: string): Promise<boolean> {
    const seconds = Math.floor(Date.now() / 1_000);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(payload, secret, seconds),
          'user-agent': 'Stripe/1.0 (stand-in)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.stopped.signal]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  private mark(one: Waiting, delivery: 'delivered' | 'failed'): void {
    this.forget(one);
    if (this.stopped.signal.aborted) return;
    const tx = this.store.begin(one.account, 0);
    tx.hidden(one.table, one.id).delivery = delivery;
    tx.commit();
  }

  private forget(one: Waiting): void {
    this.waiting = this.waiting.filter(({ id }) => id !== one.id);
  }
}

/** Version 1 sends the object as it was; version 2 only says where it is. */
function payloadOf({ account }: Waiting, row: Row, kind: EndpointKind): string {
  const { data, ...event } = row.object as Tables['thin_events'];
  if (kind === 'accounts') return JSON.stringify(event);
  return JSON.stringify({ ...event, data, ...(kind === 'connect' ? { account } : {}) });
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
