import { newAgentId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newTestScope, openBothDatabases } from '../../../test/harness/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { monthOf } from './calendar.rules.ts';
import { getAgentMonth } from './get-agent-month.ts';

const november = new Date('2026-11-30T23:59:59Z');
const december = new Date('2026-12-01T00:00:00Z');

/** As `accept_message` counts a message, in the transaction that stores it. */
async function reserve(tx: Tx, scope: Scope, agentId: string, limit: number | null, now: Date): Promise<boolean> {
  const { rows } = (await tx.execute(
    sql`select count_message(${scope.workspaceUid}, ${agentId}, ${monthOf(now)}, ${limit}::int) as counted`,
  )) as unknown as { rows: { counted: boolean }[] };
  return rows[0]?.counted ?? false;
}

describe.each(await openBothDatabases())('message limit on $name', ({ database }) => {
  function openAgent() {
    const scope = newTestScope();
    const agentId = newAgentId();
    const take = (limit: number | null, now = november) =>
      database.transaction(scope, (tx) => reserve(tx, scope, agentId, limit, now));
    const month = (now = november) => database.transaction(scope, (tx) => getAgentMonth(tx, scope, agentId, now));
    return { scope, agentId, take, month };
  }

  it('lets exactly as many through when all come at once', async () => {
    const { take, month } = openAgent();
    const answers = await Promise.all(Array.from({ length: 60 }, () => take(25)));
    expect(answers.filter(Boolean)).toHaveLength(25);
    expect((await month()).messages).toBe(25);
  });

  it('begins anew with the UTC month', async () => {
    const { take } = openAgent();
    expect([await take(1), await take(1), await take(1, december)]).toEqual([true, false, true]);
  });

  it('counts without a limit, and lets nothing through at 0', async () => {
    const { take, month } = openAgent();
    expect([await take(null), await take(null), await take(0)]).toEqual([true, true, false]);
    expect((await month()).messages).toBe(2);
  });

  it('gives the message back when its transaction fails', async () => {
    const { scope, agentId, month } = openAgent();
    const attempt = database.transaction(scope, async (tx) => {
      await reserve(tx, scope, agentId, 1, november);
      throw new Error('the message was not stored');
    });
    await expect(attempt).rejects.toThrow('not stored');
    expect((await month()).messages).toBe(0);
  });
});
