import { Journal } from './journal.ts';
import type { Put, Row, Table } from './tables.ts';
import { Transaction } from './transaction.ts';

/** Everything in memory, by table and account; the journal is the truth after a restart. */
export class Store {
  private readonly rows = new Map<string, Map<string, Row>>();
  private readonly journal: Journal<Put[]>;
  private seq = 0;
  pagesUrl = '';
  private readonly listeners: ((puts: Put[]) => void)[] = [];

  constructor(path: string) {
    for (const puts of Journal.read<Put[]>(path)) this.take(puts);
    if (this.seq > 0) Journal.compact(path, [...this.everything()]);
    this.journal = Journal.open(path);
  }

  of(table: Table, account: string): Map<string, Row> {
    const key = `${table}/${account}`;
    const found = this.rows.get(key) ?? new Map<string, Row>();
    this.rows.set(key, found);
    return found;
  }

  /** Which accounts have rows of a table. */
  accountsOf(table: Table): string[] {
    return [...this.rows.keys()].filter((key) => key.startsWith(`${table}/`)).map((key) => key.slice(table.length + 1));
  }

  nextSeq(): number {
    this.seq += 1;
    return this.seq;
  }

  begin(account: string, now: number): Transaction {
    return new Transaction(this, account, this.platformOf(account), now);
  }

  platformOf(account: string): string {
    return this.accountsOf('accounts').find((platform) => this.of('accounts', platform).has(account)) ?? account;
  }

  commit(puts: Put[]): void {
    if (puts.length === 0) return;
    this.journal.append(puts);
    this.take(puts);
    for (const listener of this.listeners) listener(puts);
  }

  /** Told of each commit, after it is on the disk. */
  onCommit(listener: (puts: Put[]) => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.journal.close();
  }

  private take(puts: Put[]): void {
    for (const [table, account, id, row] of puts) {
      if (row === null) this.of(table, account).delete(id);
      else this.of(table, account).set(id, row);
      this.seq = Math.max(this.seq, row?.seq ?? 0);
    }
  }

  *everything(): Generator<Put> {
    for (const [key, rows] of this.rows) {
      const cut = key.indexOf('/');
      for (const [id, row] of rows) yield [key.slice(0, cut) as Table, key.slice(cut + 1), id, row];
    }
  }
}
