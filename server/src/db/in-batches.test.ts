import { newAgentId } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeConversation } from '../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../test/factories/knowledge-factory.ts';
import { newTestScope, openBothDatabases, testSystemScope } from '../../test/harness/database.ts';
import type { Database } from './database.ts';
import { deleteChildren } from './delete-tree.ts';
import { deleteSome, eachApart, inBatches } from './in-batches.ts';
import { agents } from './schema/agents.ts';
import { agentDailyCounts, messages } from './schema/conversations.ts';

describe.each(await openBothDatabases())('work in batches on $name', ({ database }) => {
  /** Rows that nothing refers to. */
  async function addCounts(rows: number) {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    await database.unscoped.execute(sql`
      insert into agent_daily_counts (agent_id, workspace_uid, day)
      select ${agentId}, ${scope.workspaceUid}, 'day ' || n from generate_series(1, ${rows}::int) n`);
    const left = async () => (await database.transaction(scope, (tx) => tx.select().from(agentDailyCounts))).length;
    return { scope, left, isIts: eq(agentDailyCounts.agentId, agentId) };
  }

  it('goes on until nothing is left, a little more each time while it is quick', async () => {
    const { scope, left, isIts } = await addCounts(2_000);
    // A millisecond passes from look to look: beside much else a transaction is not quick.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    onTestFinished(() => clock.mockRestore());
    const sizes: number[] = [];
    const deleted = await inBatches({ database, scope, first: 10 }, (tx, most) => {
      sizes.push(most);
      return deleteSome(tx, agentDailyCounts, isIts, most);
    });
    expect([deleted, await left()]).toEqual([2_000, 0]);
    expect(sizes).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560]);
  });

  it('takes fewer rows after a slow transaction', async () => {
    const sizes: number[] = [];
    await inBatches({ database, scope: newTestScope(), first: 100 }, async (_tx, most) => {
      sizes.push(most);
      if (sizes.length === 1) await new Promise((resolve) => setTimeout(resolve, 500));
      return sizes.length < 2 ? 1 : 0;
    });
    expect(sizes[1]).toBeLessThanOrEqual(40);
  });

  it('keeps what was committed before a failure, and is gone on with by the next run', async () => {
    const { scope, left, isIts } = await addCounts(100);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    onTestFinished(() => clock.mockRestore());
    let batches = 0;
    const work = (tx: Parameters<Parameters<Database['transaction']>[1]>[0], most: number) => {
      batches += 1;
      if (batches === 3) throw new Error('killed');
      return deleteSome(tx, agentDailyCounts, isIts, most);
    };
    await expect(inBatches({ database, scope, first: 10 }, work)).rejects.toThrow('killed');
    expect(await left()).toBe(70);
    await inBatches({ database, scope }, work);
    expect(await left()).toBe(0);
  });

  it('stops at the end of its time', async () => {
    const { scope, left, isIts } = await addCounts(30);
    const run = { database, scope, first: 10, endsAt: new Date() };
    await inBatches(run, (tx, most) => deleteSome(tx, agentDailyCounts, isIts, most));
    expect(await left()).toBe(20);
  });

  it('does the work for those behind one that fails, and tells of it at the end', async () => {
    const done: number[] = [];
    const all = eachApart([1, 2, 3], async (item) => {
      if (item === 2) throw new Error('two');
      done.push(item);
    });
    await expect(all).rejects.toMatchObject({ errors: [new Error('two')] });
    expect(done).toEqual([1, 3]);
  });

  it('takes away all that hangs on a row, however deep, and nothing of others', async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const other = newAgentId();
    await database.transaction(scope, async (tx) => {
      const [row] = await tx.select().from(agents).where(eq(agents.id, agentId));
      await tx.insert(agents).values({ id: other, workspaceUid: scope.workspaceUid, draft: row!.draft });
    });
    await makeKnowledgeDocument(database, scope, agentId);
    await makeConversation(database, scope, agentId, [{ role: 'visitor', text: 'Hi' }]);
    await makeConversation(database, scope, other, [{ role: 'visitor', text: 'Hello' }]);
    expect(await deleteChildren({ database, scope }, 'agents', agentId)).toBe(true);
    const { rows } = await database.unscoped.execute(sql`
      select (select count(*)::int from agents where id = ${agentId}) as agent,
        (select count(*)::int from knowledge_documents where agent_id = ${agentId}) as documents,
        (select count(*)::int from conversations where agent_id = ${agentId}) as conversations,
        (select count(*)::int from messages where agent_id = ${agentId}) as messages`);
    expect(rows).toEqual([{ agent: 1, documents: 0, conversations: 0, messages: 0 }]);
    const kept = await database.transaction(testSystemScope, (tx) =>
      tx.select({ text: messages.text }).from(messages).where(eq(messages.agentId, other)),
    );
    expect(kept).toEqual([{ text: 'Hello' }]);
  });
});
