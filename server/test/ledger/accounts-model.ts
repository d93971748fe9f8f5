type Debt = { from: string | null; to: string | null; owed: bigint };
type Turn = { of: string | null; amount: bigint; state: 'held' | 'settled' | 'voided'; settled: bigint };

/** Nobody's account. */
export const PLATFORM = 'platform';

/**
 * What the accounts of a workspace must do, written down a second time without a database: its own (`null`) and those of its orgs,
 * which see one agent in the order of `orgs`. `advance`: the most that the platform advances.
 */
export class AccountsModel {
  readonly accounts = new Map<string | null, { balance: bigint; held: bigint; lines: bigint[] }>();
  readonly turns = new Map<string, Turn>();
  readonly transfers = new Map<string, string>();
  readonly billed = new Set<string>();
  /** In the order in which they came to be. */
  readonly debts: Debt[] = [];
  readonly orgs: readonly string[];
  readonly advance: bigint;
  constructor(orgs: readonly string[], advance = 0n) {
    this.orgs = orgs;
    this.advance = advance;
  }

  of(account: string | null) {
    const known = this.accounts.get(account) ?? { balance: 0n, held: 0n, lines: [] };
    this.accounts.set(account, known);
    return known;
  }

  change(account: string | null, by: bigint) {
    const known = this.of(account);
    known.balance += by;
    known.lines.push(by);
  }

  spendable = (account: string | null) => this.of(account).balance - this.of(account).held;

  owed = (from: string | null, to?: string | null) =>
    this.debts.reduce(
      (sum, debt) => (debt.from === from && (to === undefined || debt.to === to) ? sum + debt.owed : sum),
      0n,
    );

  /** What came in pays the oldest debt first; the platform has no account. */
  receive(account: string | null, amount: bigint) {
    this.change(account, amount);
    for (const debt of this.debts.filter(({ from, owed }) => from === account && owed > 0n)) {
      const part = min(debt.owed, this.spendable(account));
      if (part === 0n) return;
      debt.owed -= part;
      this.change(account, -part);
      if (debt.to !== PLATFORM) this.receive(debt.to, part);
    }
  }

  grant(id: string, amount: bigint) {
    if (this.transfers.has(`grant ${id}`)) return;
    this.transfers.set(`grant ${id}`, `${amount}`);
    this.receive(null, amount);
  }

  sell(id: string, org: string, amount: bigint): string {
    const said = `${org} ${amount}`;
    const earlier = this.transfers.get(`sale ${id}`);
    if (earlier !== undefined) return earlier === said ? 'existing' : 'mismatch';
    this.transfers.set(`sale ${id}`, said);
    const there = min(amount, this.spendable(null));
    const room = this.advance - this.owed(null, PLATFORM);
    const advanced = min(amount - there, room > 0n ? room : 0n);
    if (advanced > 0n) {
      this.change(null, advanced);
      this.debts.push({ from: null, to: PLATFORM, owed: advanced });
    }
    if (there + advanced > 0n) {
      this.change(null, -there - advanced);
      this.receive(org, there + advanced);
    }
    if (there + advanced < amount) this.debts.push({ from: null, to: org, owed: amount - there - advanced });
    return 'new';
  }

  get payer(): string | null {
    return this.orgs.find((org) => this.billed.has(org)) ?? null;
  }

  transfer(id: string, from: string | null, to: string | null, amount: bigint): string {
    const said = `${from} ${to} ${amount}`;
    const earlier = this.transfers.get(id);
    if (earlier !== undefined) return earlier === said ? 'existing' : 'mismatch';
    const { balance, held } = this.of(from);
    if (balance - held < amount) return 'no_credits';
    this.transfers.set(id, said);
    this.change(from, -amount);
    this.receive(to, amount);
    return 'new';
  }

  hold(id: string, amount: bigint): string {
    const turn = this.turns.get(id);
    if (turn) return turn.state;
    const of = this.payer;
    const account = this.of(of);
    if (account.balance - account.held < amount) return 'no_credits';
    account.held += amount;
    this.turns.set(id, { of, amount, state: 'held', settled: 0n });
    return 'new';
  }

  settle(id: string, amount: bigint): bigint | 'not_found' {
    const turn = this.turns.get(id);
    if (!turn) return 'not_found';
    if (turn.state !== 'held') return turn.settled;
    turn.settled = amount < turn.amount ? amount : turn.amount;
    turn.state = amount > 0n ? 'settled' : 'voided';
    this.of(turn.of).held -= turn.amount;
    if (turn.settled > 0n) this.change(turn.of, -turn.settled);
    return turn.settled;
  }
}

const min = (one: bigint, other: bigint) => (one < other ? one : other);
