import type { Connection, Submittable } from 'pg';
import pg from 'pg';

/** What `pg` calls of a statement that copies; its types know the beginnings alone. */
type Wire = Connection & {
  stream: NodeJS.ReadWriteStream & { writableNeedDrain: boolean; isPaused(): boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

type Heard = { begun(wire: Wire): void; chunk(chunk: Buffer): void; ended(error: Error | null): void };

class CopyStatement implements Submittable {
  /** The client replaces it where it has a time limit of its own. */
  callback = () => {};
  readonly text: string;
  readonly heard: Heard;
  constructor(text: string, heard: Heard) {
    this.text = text;
    this.heard = heard;
  }
  submit(connection: Connection) {
    const wire = connection as Wire;
    // Only what is sent out says nothing of its own before the first row.
    if (/ to stdout$/.test(this.text)) this.heard.begun(wire);
    wire.query(this.text);
  }
  handleCopyInResponse(connection: Connection) {
    this.heard.begun(connection as Wire);
  }
  handleCopyData(message: { chunk: Buffer }) {
    this.heard.chunk(message.chunk);
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleCommandComplete() {}
  /** Nothing more is told after it. */
  handleError(error: Error) {
    this.heard.ended(error);
  }
  handleReadyForQuery() {
    this.heard.ended(null);
  }
}

/**
 * `copy (query) to stdout` of one database into `copy table from stdin` of another, which is kept no faster than its reader. Rejects with
 * what either says; both connections are usable then, if their transactions are.
 */
export async function copyBetween(source: pg.Client, query: string, target: pg.Client, into: string): Promise<void> {
  let from: Wire | null = null;
  const taking = Promise.withResolvers<Wire>();
  const taken = new Promise<void>((resolve, reject) => {
    const statement = new CopyStatement(`copy ${into} from stdin`, {
      begun: taking.resolve,
      chunk: () => {},
      ended(error) {
        taking.reject(error ?? new Error('The copy ended before it began.'));
        if (error) reject(error);
        else resolve();
      },
    });
    target.query(statement);
  });
  taken.catch(() => {});
  const to = await taking.promise;
  const sent = new Promise<void>((resolve, reject) => {
    const statement = new CopyStatement(`copy (${query}) to stdout`, {
      begun(wire) {
        from = wire;
      },
      chunk(chunk) {
        to.sendCopyFromChunk(chunk);
        if (!to.stream.writableNeedDrain || !from || from.stream.isPaused()) return;
        const { stream } = from;
        // One that broke drains no more.
        const resume = () => {
          for (const event of ['drain', 'close']) to.stream.off(event, resume);
          stream.resume();
        };
        stream.pause();
        for (const event of ['drain', 'close']) to.stream.on(event, resume);
      },
      ended: (error) => (error ? reject(error) : resolve()),
    });
    source.query(statement);
  });
  try {
    await sent;
  } catch (error) {
    to.sendCopyFail('The other side failed.');
    await taken.catch(() => {});
    throw error;
  }
  to.endCopyFrom();
  await taken;
}

/** A session of its own, for a move: no pool, no time limit but the move's own. */
export async function openCell(directUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: directUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'antiphon move',
    options:
      '-c synchronous_commit=on -c statement_timeout=0 -c idle_in_transaction_session_timeout=120s -c timezone=UTC',
  });
  // A line that breaks is told by the next statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}
