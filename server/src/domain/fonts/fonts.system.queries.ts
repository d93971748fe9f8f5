import { and, asc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { fonts } from '../../db/schema/fonts.ts';
import type { SystemScope } from '../../db/scope.ts';

export type FontRow = typeof fonts.$inferSelect;

/** A job that was lost, or gave up, is started anew after this long. */
const WANTED_AGAIN = sql`now() - interval '10 minutes'`;
const FAILED_AGAIN = sql`now() - interval '1 day'`;
const STARTED_AT_ONCE = 20;

export async function findFont(tx: Tx, _system: SystemScope, id: string): Promise<FontRow | null> {
  const [row] = await tx.select().from(fonts).where(eq(fonts.id, id));
  return row ?? null;
}

/** Whether somebody must bring it now: nobody was asked to, or it did not come. */
export async function insertWanted(tx: Tx, _system: SystemScope, font: { id: string; family: string }) {
  const rows = await tx
    .insert(fonts)
    .values(font)
    .onConflictDoUpdate({
      target: fonts.id,
      set: { state: 'wanted', wantedAt: sql`now()` },
      setWhere: or(
        and(eq(fonts.state, 'wanted'), lt(fonts.wantedAt, WANTED_AGAIN)),
        and(eq(fonts.state, 'failed'), lt(fonts.wantedAt, FAILED_AGAIN)),
      ),
    })
    .returning({ id: fonts.id });
  return rows.length > 0;
}

/** Those that wait for too long, the oldest first, marked as asked for now. */
export async function markWantedAgain(tx: Tx, _system: SystemScope): Promise<string[]> {
  const late = tx
    .select({ id: fonts.id })
    .from(fonts)
    .where(and(eq(fonts.state, 'wanted'), lt(fonts.wantedAt, WANTED_AGAIN)))
    .orderBy(asc(fonts.wantedAt))
    .limit(STARTED_AT_ONCE)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(fonts)
    .set({ wantedAt: sql`now()` })
    .where(isOneOf(fonts.id, late))
    .returning({ id: fonts.id });
  return rows.map(({ id }) => id);
}

/** False where another process was first. */
export async function markReady(tx: Tx, _system: SystemScope, id: string, faces: FontRow['faces']): Promise<boolean> {
  const rows = await tx
    .update(fonts)
    .set({ state: 'ready', faces })
    .where(and(eq(fonts.id, id), ne(fonts.state, 'ready')))
    .returning({ id: fonts.id });
  return rows.length > 0;
}

export async function markFailed(tx: Tx, _system: SystemScope, id: string) {
  await tx
    .update(fonts)
    .set({ state: 'failed' })
    .where(and(eq(fonts.id, id), ne(fonts.state, 'ready')));
}
