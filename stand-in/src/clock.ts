import { DueList } from './due.ts';
import type { Store } from './store/store.ts';

/** The account under which the stand-in keeps what belongs to no account. */
const OWN = '';
/** No sequence of things that are due is longer: one that is, never ends. */
const STEPS_MAX = 100_000;

/** One clock for all accounts. It runs with the world's and can be put ahead of it; what is due happens in its order. */
export class Clock {
  private readonly store: Store;
  private readonly due = new DueList();

  constructor(store: Store) {
    this.store = store;
    this.due.take([...store.everything()]);
    store.onCommit((puts) => this.due.take(puts));
    if (!store.of('settings', OWN).has('settings')) {
      const tx = store.begin(OWN, 0);
      tx.add('settings', { id: 'settings', object: 'settings', ahead: 0, dunningEnd: 'cancel' });
      tx.commit();
    }
  }

  now(): number {
    const ahead = this.store.begin(OWN, 0).get('settings', 'settings').ahead;
    return Math.floor(Date.now() / 1_000) + ahead;
  }

  /** Puts the clock ahead, second by second as it were: nothing that is due in between is left out. */
  moveTo(time: number): void {
    this.catchUp(time);
    const tx = this.store.begin(OWN, 0);
    tx.get('settings', 'settings').ahead = time - Math.floor(Date.now() / 1_000);
    tx.commit();
  }

  /** Does what is due until then, each thing in a transaction of its own, at the time at which it was due. */
  catchUp(until = this.now()): void {
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const next = this.due.next(until);
      if (!next) return;
      const tx = this.store.begin(next.account, next.at);
      next.run(tx);
      tx.commit();
    }
    throw new Error('what is due never ends');
  }
}
