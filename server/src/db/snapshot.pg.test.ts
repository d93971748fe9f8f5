import { expect, test } from 'vitest';
import { newTestScope, openTestPostgres } from '../../test/harness/database.ts';
import { fileTotals } from './schema/uploads.ts';

// Planted: `isSnapshot` is passed to nobody -> the second look finds the row.
test('a snapshot reads what was there at its beginning, others what is there at each look', async () => {
  const database = await openTestPostgres();
  const scope = newTestScope();
  const countTwice = (isSnapshot: boolean, purpose: 'document' | 'other') =>
    database.transaction(
      scope,
      async (tx) => {
        const before = await tx.select().from(fileTotals);
        await database.transaction(scope, (other) =>
          other.insert(fileTotals).values({ workspaceUid: scope.workspaceUid, purpose, bytes: 1 }),
        );
        return (await tx.select().from(fileTotals)).length - before.length;
      },
      { isSnapshot },
    );
  expect(await countTwice(true, 'document')).toBe(0);
  expect(await countTwice(false, 'other')).toBe(1);
});
