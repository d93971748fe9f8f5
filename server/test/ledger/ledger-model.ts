const HOLD_MINUTES = 15;

type Turn = {
  agent: string;
  month: string;
  amount: bigint;
  state: 'held' | 'settled' | 'voided';
  settled: bigint;
  expires: number;
};
type Month = { spent: bigint; held: bigint };

/**
 * What the ledger of one workspace must do, written down a second time without a database: no locks, no SQL, minutes for
 * times. Each method answers what the use case of its name must answer.
 */
export class LedgerModel {
  balance = 0n;
  held = 0n;
  readonly turns = new Map<string, Turn>();
  readonly months = new Map<string, Month>();
  readonly grants = new Map<string, bigint>();

  monthOf(agent: string, month: string): Month {
    return this.months.get(`${agent} ${month}`) ?? { spent: 0n, held: 0n };
  }

  grant(id: string, amount: bigint): 'done' | 'idempotency_mismatch' {
    const earlier = this.grants.get(id);
    if (earlier !== undefined) return earlier === amount ? 'done' : 'idempotency_mismatch';
    this.grants.set(id, amount);
    this.balance += amount;
    return 'done';
  }

  hold(id: string, agent: string, amount: bigint, limit: bigint | null, month: string, minute: number): string {
    const turn = this.turns.get(id);
    if (turn) {
      if (turn.agent !== agent) return 'idempotency_mismatch';
      if (turn.state === 'held') turn.expires = Math.max(turn.expires, minute + HOLD_MINUTES);
      return turn.state;
    }
    const { spent, held } = this.monthOf(agent, month);
    if (limit !== null && spent + held + amount > limit) return 'spend_limit';
    if (this.balance - this.held < amount) return 'no_credits';
    this.turns.set(id, { agent, month, amount, state: 'held', settled: 0n, expires: minute + HOLD_MINUTES });
    this.months.set(`${agent} ${month}`, { spent, held: held + amount });
    this.held += amount;
    return 'new';
  }

  settle(id: string, amount: bigint): bigint | 'not_found' {
    const turn = this.turns.get(id);
    if (!turn) return 'not_found';
    if (turn.state !== 'held') return turn.settled;
    turn.settled = amount < turn.amount ? amount : turn.amount;
    turn.state = amount > 0n ? 'settled' : 'voided';
    const { spent, held } = this.monthOf(turn.agent, turn.month);
    this.months.set(`${turn.agent} ${turn.month}`, { spent: spent + turn.settled, held: held - turn.amount });
    this.held -= turn.amount;
    this.balance -= turn.settled;
    return turn.settled;
  }

  voidExpired(minute: number): void {
    for (const [id, turn] of this.turns) if (turn.state === 'held' && turn.expires <= minute) this.settle(id, 0n);
  }
}
