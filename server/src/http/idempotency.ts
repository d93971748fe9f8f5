import { createHash } from 'node:crypto';
import { fail } from '@antiphon/contract/errors';
import { and, eq, lt, sql } from 'drizzle-orm';
import { beforeCommit, type Database, type Tx } from '../db/database.ts';
import { BEGUN } from '../db/forget-answers.ts';
import { deleteSome, inBatches } from '../db/in-batches.ts';
import { makeSystemScope } from '../db/make-scope.ts';
import { idempotencyKeys } from '../db/schema/events.ts';
import type { Scope } from '../db/scope.ts';
import type { Schedule } from '../jobs/job.ts';

const KEPT_MS = 24 * 60 * 60 * 1_000;
/** Longer than any request lasts: whoever left a key unanswered for this long died with it. */
const ABANDONED_MS = 2 * 60 * 1_000;
const isAbandoned = (createdAt: Date) => createdAt.getTime() < Date.now() - ABANDONED_MS;

/** `hash` says what was asked, and by whom: another question under the same key is refused. */
export type KeyedRequest = { key: string; hash: string };

/**
 * Runs `work` once for a key of a workspace: the same request sent again gets the first answer, another request under the
 * same key is refused. Each transaction of the work that changes something says so under the key, and commits both or
 * neither: where a process dies before the answer is stored, or storing it fails, the request is refused from then on, and is
 * run again (after two minutes) only where nothing was changed. A failure that is told frees the key. Answers lie readable
 * in the database for a day: never use it for one that holds a secret.
 */
export async function runOnce<Result>(
  database: Database,
  scope: Scope,
  request: KeyedRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const where = and(eq(idempotencyKeys.workspaceUid, scope.workspaceUid), eq(idempotencyKeys.key, request.key));
  const earlier = await database.transaction(scope, async (tx) => {
    const now = new Date();
    const taken = await tx
      .insert(idempotencyKeys)
      .values({ workspaceUid: scope.workspaceUid, key: request.key, requestHash: request.hash, createdAt: now })
      .onConflictDoUpdate({
        target: [idempotencyKeys.workspaceUid, idempotencyKeys.key],
        set: { createdAt: now },
        setWhere: sql`${idempotencyKeys.status} is null and ${idempotencyKeys.requestHash} = ${request.hash}
          and ${idempotencyKeys.createdAt} < ${new Date(now.getTime() - ABANDONED_MS).toISOString()}::timestamptz`,
      })
      .returning({ key: idempotencyKeys.key });
    if (taken.length > 0) return null;
    const [row] = await tx.select().from(idempotencyKeys).where(where);
    return row ?? fail('conflict', { message: STILL_RUNS });
  });
  if (earlier) {
    if (earlier.requestHash !== request.hash) fail('idempotency_mismatch');
    if (earlier.status === null) fail('conflict', { message: STILL_RUNS });
    if (earlier.status === BEGUN)
      fail('conflict', { message: isAbandoned(earlier.createdAt) ? WAS_CUT_OFF : STILL_RUNS });
    return earlier.answer as Result;
  }
  let isOver = false;
  const mark = async (tx: Tx) => {
    // What the work left running behind it is no part of the answer.
    if (!isOver) await tx.update(idempotencyKeys).set({ status: BEGUN }).where(and(where, isWriting));
  };
  const result = await beforeCommit.run(mark, work).catch(async (error: unknown) => {
    isOver = true;
    await database.transaction(scope, (tx) => tx.delete(idempotencyKeys).where(where));
    throw error;
  });
  isOver = true;
  const answer = { status: 200, answer: sql`${JSON.stringify(result)}::jsonb` };
  // The work is done, whatever becomes of the note about it: sent again, it is refused rather than done a second time.
  await database.transaction(scope, (tx) => tx.update(idempotencyKeys).set(answer).where(where)).catch(() => {});
  return result;
}

/** Where the transaction has changed nothing there is nothing that could be done twice. */
const isWriting = sql`pg_current_xact_id_if_assigned() is not null`;
const WAS_CUT_OFF =
  'The first request with this key was cut off after it had changed something. Look at what is there, then use another key.';
const STILL_RUNS = 'The first request with this key is still being worked on.';

/** The `Idempotency-Key` of a request, or null. Fails with `invalid_input` for one that is no key. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    fail('invalid_input', { message: 'An Idempotency-Key has 1 to 200 visible ASCII characters.' });
  return key;
}

/** Equal for equal requests of the same person: of a file its bytes count, not when it was sent. */
export async function hashRequest(actor: string, path: readonly string[], input: unknown): Promise<string> {
  const files: Promise<string>[] = [];
  const text = JSON.stringify([actor, path, input], (_key, value: unknown) => {
    if (!(value instanceof Blob)) return value;
    files.push(value.arrayBuffer().then((bytes) => sha256(new Uint8Array(bytes))));
    return value instanceof File ? value.name : '';
  });
  return sha256([text, ...(await Promise.all(files))].join('\n'));
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

export async function purgeIdempotencyKeys(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await inBatches({ database, scope: makeSystemScope('purge of idempotency keys') }, (tx, most) =>
    deleteSome(tx, idempotencyKeys, lt(idempotencyKeys.createdAt, before), most),
  );
}

export const idempotencySchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'http.purge_idempotency_keys',
    cron: '40 * * * *',
    run: ({ database }) => purgeIdempotencyKeys(database, new Date()),
  },
];
