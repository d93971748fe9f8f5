/** What goes wrong next. In memory: a restart begins with nothing wrong. */
export type Failure = {
  /** Of which calls: a method and the beginning of a path, or any. */
  method?: string | undefined;
  path?: string | undefined;
  /** Whether the call is executed (and remembered) before its answer is spoilt. */
  when: 'before' | 'after';
  /** A status, or what becomes of the connection. */
  answer: number | 'reset' | 'hang' | 'garbage' | 'slow';
  /** How long a slow answer takes. */
  delayMs: number;
  times: number;
};

export type Deliveries = {
  isHeld: boolean;
  /** How many of the next events are never sent. */
  drop: number;
  /** How often each event is sent. */
  copies: number;
  /** The seed of their order; null leaves them in theirs. */
  shuffle: number | null;
};

export class Knobs {
  readonly failures: Failure[] = [];
  readonly deliveries: Deliveries = { isHeld: false, drop: 0, copies: 1, shuffle: null };

  /** The failure that this call is to meet, which is used up by it. */
  takeFailure(method: string, path: string): Failure | null {
    const found = this.failures.find(
      (one) => one.times > 0 && (!one.method || one.method === method) && (!one.path || path.startsWith(one.path)),
    );
    if (!found) return null;
    found.times -= 1;
    return found;
  }
}
