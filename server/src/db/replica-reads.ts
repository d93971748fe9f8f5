import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Connections, Tx } from './database.ts';
import { isPassing } from './passing-errors.ts';

/** Why the primary was read instead: it cannot be reached, is not where the primary was when it was asked, or had to end the query. */
export type Missed = 'away' | 'behind' | 'conflict';

const CATCH_UP_MS = 1_000;
const LOOK_MS = 25;

/** Who did not answer, or did not catch up, is not asked for so long: each who asks waits for it. */
const REST_MS = 10_000;

class Behind extends Error {}

/**
 * Reads from a replica what the primary had when it was asked for, or more; otherwise from `primary`. So whoever reads finds what they wrote
 * before, also where nobody has noticed that the replica stands still. `work` may run twice, and only reads.
 */
export function readFromReplica(
  replica: Connections['run'],
  primary: Connections & { pool: Pick<pg.Pool, 'query'> },
  onMissed: (why: Missed) => void,
): Connections {
  let restsUntil = 0;
  const run: Connections['run'] = async (setup, work) => {
    if (performance.now() < restsUntil) return primary.run(setup, work);
    const { rows } = await primary.pool.query('select pg_current_wal_lsn()::text as moment');
    try {
      return await replica(setup, async (tx) => {
        await waitFor(tx, rows[0].moment);
        return work(tx);
      });
    } catch (error) {
      const why = whyMissed(error);
      if (why === null) throw error;
      if (why !== 'conflict') restsUntil = performance.now() + REST_MS;
      onMissed(why);
      return primary.run(setup, work);
    }
  };
  // Functions may write.
  return { run, callOnce: primary.callOnce };
}

/** A server that takes writes is no replica: one that was promoted by mistake has its own truth. */
async function waitFor(tx: Tx, moment: string): Promise<void> {
  const endsAt = performance.now() + CATCH_UP_MS;
  for (;;) {
    const { rows } = (await tx.execute(sql`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${moment}::pg_lsn as "isThere"`)) as unknown as {
      rows: { isThere: boolean | null }[];
    };
    if (rows[0]?.isThere) return;
    if (performance.now() > endsAt) throw new Behind('The replica has not caught up.');
    await wait(LOOK_MS);
  }
}

/** A replica that wants to remove what a query still reads ends the query: 40001, or 40P01 where both wait. */
const CONFLICT = /^(40001|40P01)$/;
/** Nobody signs in there, or it has another database: only the setting can be mended. */
const REFUSED = /^(28\w{3}|3D000|08P01)$/;

function whyMissed(error: unknown): Missed | null {
  if (error instanceof Behind) return 'behind';
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  if (CONFLICT.test(code)) return 'conflict';
  if (REFUSED.test(code) || isPassing(error)) return 'away';
  return cause instanceof Error ? whyMissed(cause) : null;
}
