import { and, desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newTestScope, openTestPostgres } from '../../test/harness/database.ts';
import { isBehind } from './cursor.ts';
import { usageEntries } from './schema/billing.ts';

describe('a page of a list, on PostgreSQL', async () => {
  const database = await openTestPostgres();

  it('begins at its cursor in the index, whatever lies before it', async () => {
    const scope = newTestScope();
    const planned = await database.transaction(scope, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      const page = tx
        .select({ id: usageEntries.id })
        .from(usageEntries)
        .where(
          and(
            eq(usageEntries.workspaceUid, scope.workspaceUid),
            isBehind(usageEntries.ts, usageEntries.id, { createdAt: new Date(), id: 'turn:1' }),
          ),
        )
        .orderBy(desc(usageEntries.ts), desc(usageEntries.id))
        .limit(50);
      return (await tx.execute(sql`explain ${page}`)) as unknown as { rows: { 'QUERY PLAN': string }[] };
    });
    const plan = planned.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: .*ROW\(ts, id\) < ROW\(/);
    expect(plan).not.toContain('Sort');
  });
});
