import { Moved } from './moved.ts';

/**
 * What says that the database is not there for the moment, or its disk is full: the same call may succeed in a while.
 * Codes: https://www.postgresql.org/docs/15/errcodes-appendix.html and Node's own of sockets. pg and pg-pool say the rest in
 * words alone, and so does PgBouncer: what it says of itself has the code of a broken protocol, as have faults of ours.
 */
const CODES =
  /^(57P0[123]|53[13]00|25006|08(?!P01)\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated( unexpectedly| due to connection timeout)?|Query read timeout|Client has encountered a connection error and is not queryable|Client was closed and is not queryable|timeout expired)$/;

const OF_THE_POOLER =
  /^(server conn crashed\?|server login has been failing|query_wait_timeout|pgbouncer cannot connect to server|no more connections allowed|server closed the connection|server_lifetime|the database system is )/i;

/** Also of a workspace that is being moved: a moment later it is here again, or there. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Moved) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isPassing);
  const { code } = error as { code?: unknown };
  if (code === '08P01') return OF_THE_POOLER.test(error.message);
  return (typeof code === 'string' && CODES.test(code)) || WORDS.test(error.message) || isPassing(error.cause);
}
