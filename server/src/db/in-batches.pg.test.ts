import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../test/factories/knowledge-factory.ts';
import { openTestPostgres } from '../../test/harness/database.ts';
import { deleteSome, inBatches } from './in-batches.ts';
import { agentDailyCounts } from './schema/conversations.ts';

// Planted: none deleted is taken for none left -> 500 stay.
test('rows that somebody changes meanwhile are deleted all the same', async () => {
  const database = await openTestPostgres();
  const { scope, agentId } = await makeKnowledgeAgent(database);
  await database.unscoped.execute(sql`
    insert into agent_daily_counts (agent_id, workspace_uid, day)
    select ${agentId}, ${scope.workspaceUid}, 'day ' || n from generate_series(1, 500) n`);
  const isIts = eq(agentDailyCounts.agentId, agentId);
  let deleting: Promise<number> | undefined;
  await database.transaction(scope, async (tx) => {
    await tx.update(agentDailyCounts).set({ loads: 1 }).where(isIts);
    deleting = inBatches({ database, scope }, (other, most) => deleteSome(other, agentDailyCounts, isIts, most));
    // Time for its first statement to come up to the rows that this transaction holds.
    await wait(300);
  });
  expect(await deleting).toBe(500);
  expect(await database.transaction(scope, (tx) => tx.select().from(agentDailyCounts))).toEqual([]);
});
