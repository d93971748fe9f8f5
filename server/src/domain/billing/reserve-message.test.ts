import { newAgentId } from '@antiphon/contract/ids';
import { describe, expect, it } from 'vitest';
import { newTestScope, openTestDatabases } from '../../../test/database.ts';
import { getAgentMonth } from './get-agent-month.ts';
import { reserveMessage } from './reserve-message.ts';

const november = new Date('2026-11-30T23:59:59Z');
const december = new Date('2026-12-01T00:00:00Z');

describe.each(await openTestDatabases())('message limit on $name', ({ database }) => {
  function openAgent() {
    const scope = newTestScope();
    const agentId = newAgentId();
    const reserve = (messagesLimit: number | null, now = november) =>
      database.transaction(scope, (tx) => reserveMessage(tx, scope, { agentId, messagesLimit, now }));
    const month = (now = november) => database.transaction(scope, (tx) => getAgentMonth(tx, scope, agentId, now));
    return { scope, agentId, reserve, month };
  }

  it('lets exactly as many through when all come at once', async () => {
    const { reserve, month } = openAgent();
    const answers = await Promise.all(Array.from({ length: 60 }, () => reserve(25)));
    expect(answers.filter(Boolean)).toHaveLength(25);
    expect((await month()).messages).toBe(25);
  });

  it('begins anew with the UTC month', async () => {
    const { reserve } = openAgent();
    expect([await reserve(1), await reserve(1), await reserve(1, december)]).toEqual([true, false, true]);
  });

  it('counts without a limit, and lets nothing through at 0', async () => {
    const { reserve, month } = openAgent();
    expect([await reserve(null), await reserve(null), await reserve(0)]).toEqual([true, true, false]);
    expect((await month()).messages).toBe(2);
  });

  it('gives the message back when its transaction fails', async () => {
    const { scope, agentId, month } = openAgent();
    const attempt = database.transaction(scope, async (tx) => {
      await reserveMessage(tx, scope, { agentId, messagesLimit: 1, now: november });
      throw new Error('the message was not stored');
    });
    await expect(attempt).rejects.toThrow('not stored');
    expect((await month()).messages).toBe(0);
  });
});
