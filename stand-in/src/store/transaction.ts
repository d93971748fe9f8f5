import { missing } from '../http/stripe-error.ts';
import type { Hidden, Put, Row, Table, Tables } from './tables.ts';

type Draft = { table: Table; account: string; id: string; before: string | null; row: Row; isGone: boolean };

const NOUNS: Partial<Record<Table, string>> = {
  payment_methods: 'PaymentMethod',
  payment_intents: 'payment_intent',
  setup_intents: 'setupintent',
  checkout_sessions: 'checkout.session',
};
const nounOf = (table: Table) => NOUNS[table] ?? table.replace(/s$/, '').replaceAll('_', ' ');

/** What a transaction needs of the store. */
type Committed = {
  pagesUrl: string;
  of: (table: Table, account: string) => Map<string, Row>;
  nextSeq: () => number;
  commit: (puts: Put[]) => void;
};

/**
 * What one request, or one thing that is due, reads and writes. Objects may be changed where they stand: each is handed out
 * once, so that everybody within the transaction sees the same one, and at the end what differs is written.
 */
export class Transaction {
  readonly account: string;
  /** The account that this one is connected to, or itself. */
  readonly platform: string;
  readonly now: number;
  private readonly store: Committed;
  private readonly drafts: Map<string, Draft>;

  constructor(store: Committed, account: string, platform: string, now: number, drafts = new Map<string, Draft>()) {
    this.store = store;
    this.account = account;
    this.platform = platform;
    this.now = now;
    this.drafts = drafts;
  }

  /** The same transaction, for the rows of another account. */
  for(account: string): Transaction {
    return new Transaction(this.store, account, this.platform, this.now, this.drafts);
  }

  add<T extends Table>(table: T, object: Tables[T], hidden: Hidden = {}): Tables[T] {
    const row = { seq: this.store.nextSeq(), object, hidden };
    this.drafts.set(this.key(table, object.id), {
      table,
      account: this.account,
      id: object.id,
      before: null,
      row,
      isGone: false,
    });
    return object;
  }

  find<T extends Table>(table: T, id: string | null | undefined): Tables[T] | null {
    return id ? ((this.load(table, id)?.row.object as Tables[T] | undefined) ?? null) : null;
  }

  /** Throws Stripe's 404 where there is none; `param` names who asked for it. */
  get<T extends Table>(table: T, id: string, param?: string): Tables[T] {
    const found = this.find(table, id);
    if (!found) throw missing(nounOf(table), id, param);
    return found;
  }

  hidden(table: Table, id: string): Hidden {
    const draft = this.load(table, id);
    if (!draft) throw missing(nounOf(table), id);
    return draft.row.hidden;
  }

  /** Where the pages are that browsers open. */
  get pagesUrl(): string {
    return this.store.pagesUrl;
  }

  /** In the order in which they were made. */
  all<T extends Table>(table: T, where: (object: Tables[T]) => boolean = () => true): Tables[T][] {
    const committed = [...this.store.of(table, this.account)].map(([id, row]) => ({ id, row }));
    const drafts = [...this.drafts.values()].filter((one) => one.table === table && one.account === this.account);
    const fresh = drafts.filter((one) => one.before === null);
    const current = new Map(drafts.map((one) => [one.id, one]));
    return [...committed, ...fresh]
      .filter(({ id, row }) => {
        const draft = current.get(id);
        return !draft?.isGone && where((draft?.row ?? row).object as Tables[T]);
      })
      .sort((one, other) => one.row.seq - other.row.seq)
      .map(({ id }) => this.find(table, id) as Tables[T]);
  }

  remove(table: Table, id: string): void {
    const draft = this.load(table, id);
    if (draft) draft.isGone = true;
  }

  commit(): void {
    const puts: Put[] = [];
    for (const { table, account, id, before, row, isGone } of this.drafts.values()) {
      if (isGone) {
        if (before !== null) puts.push([table, account, id, null]);
      } else if (JSON.stringify(row) !== before) puts.push([table, account, id, row]);
    }
    this.store.commit(puts);
  }

  private key(table: Table, id: string): string {
    return `${table}/${this.account}/${id}`;
  }

  private load(table: Table, id: string): Draft | null {
    const key = this.key(table, id);
    const draft = this.drafts.get(key);
    if (draft) return draft.isGone ? null : draft;
    const row = this.store.of(table, this.account).get(id);
    if (!row) return null;
    const before = JSON.stringify(row);
    const loaded = { table, account: this.account, id, before, row: JSON.parse(before) as Row, isGone: false };
    this.drafts.set(key, loaded);
    return loaded;
  }
}
