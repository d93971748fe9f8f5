type Turn = { of: string | null; amount: bigint; state: 'held' | 'settled' | 'voided'; settled: bigint };

/**
 * What the accounts of a workspace must do, written down a second time without a database: its own (`null`) and those of its orgs,
 * which see one agent in the order of `orgs`.
 */
export class AccountsModel {
  readonly accounts = new Map<string | null, { balance: bigint; held: bigint; lines: bigint[] }>();
  readonly turns = new Map<string, Turn>();
  readonly transfers = new Map<string, string>();
  readonly billed = new Set<string>();
  readonly orgs: readonly string[];
  constructor(orgs: readonly string[]) {
    this.orgs = orgs;
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
    this.change(to, amount);
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
