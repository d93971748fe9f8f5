import { UsageEntry } from '@antiphon/contract/billing';
import { newAgentId } from '@antiphon/contract/ids';
import { describe, expect, it } from 'vitest';
import { newTestScope, openBothDatabases } from '../../../test/harness/database.ts';
import { fromCredits } from './credits.rules.ts';
import { grantCredits } from './grant-credits.ts';
import { holdTurn } from './hold-turn.ts';
import { listUsage } from './list-usage.ts';
import { settleTurn } from './settle-turn.ts';
import { sumUsage } from './sum-usage.ts';

describe.each(await openBothDatabases())('usage list on $name', async ({ database }) => {
  const scope = newTestScope();
  const [agentA, agentB] = [newAgentId(), newAgentId()];
  const now = new Date();
  const turn = (turnId: string, agentId: typeof agentA, credits: number) =>
    database.transaction(scope, async (tx) => {
      await holdTurn(tx, scope, { turnId, agentId, amountMicro: fromCredits(5), monthlyLimitMicro: null, now });
      const used = {
        turnId,
        agentId,
        conversationId: 'cnv_1',
        amountMicro: fromCredits(credits),
        featureKey: 'text_turn',
      };
      await settleTurn(tx, scope, used);
    });
  await database.transaction(scope, (tx) =>
    grantCredits(tx, scope, { id: 'start', amountMicro: fromCredits(750), featureKey: 'welcome_credits' }),
  );
  for (let index = 0; index < 5; index++) await turn(`t${index}`, index % 2 ? agentB : agentA, 1.25);
  await turn('void', agentA, 0);

  it('explains every change of the balance, newest first, in credits', async () => {
    const { items, nextCursor, loadTokens, heldTokens } = await listUsage({ database }, scope, { limit: 50 });
    expect(items).toHaveLength(6);
    for (const item of items) UsageEntry.parse(item);
    expect(items[0]).toMatchObject({
      amount: 1.25,
      direction: 'decrease',
      causedBy: 'agent',
      agentId: agentA,
      conversationId: 'cnv_1',
    });
    expect(items.at(-1)).toMatchObject({
      amount: 750,
      direction: 'increase',
      causedBy: 'feature',
      featureKey: 'welcome_credits',
    });
    expect({ nextCursor, loadTokens, heldTokens }).toEqual({ nextCursor: null, loadTokens: 743.75, heldTokens: 0 });
    const sum = items.reduce(
      (total, { amount, direction }) => total + (direction === 'increase' ? amount : -amount),
      0,
    );
    expect(sum).toBe(loadTokens);
  });

  it('comes page by page, each line once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listUsage({ database }, scope, { limit: 4, cursor });
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  it('can be narrowed to one agent', async () => {
    const { items } = await listUsage({ database }, scope, { limit: 50, agentId: agentB });
    expect(items.map((item) => item.agentId)).toEqual([agentB, agentB]);
  });

  it('is added up for each day and each agent, and lies between two moments', async () => {
    const day = (later: number) => new Date(now.getTime() + later * 86_400_000).toISOString().slice(0, 10);
    const range = { from: day(-1), to: day(1), timeZone: 'UTC' };
    const { days, ...sums } = await sumUsage({ database }, scope, range);
    expect(sums).toEqual({
      credits: 6.25,
      answers: 5,
      items: [
        { agentId: agentA, agentTitle: null, credits: 3.75, answers: 3 },
        { agentId: agentB, agentTitle: null, credits: 2.5, answers: 2 },
      ],
    });
    expect(days).toEqual([
      { day: day(-1), credits: 0, answers: 0 },
      { day: day(0), credits: 6.25, answers: 5 },
      { day: day(1), credits: 0, answers: 0 },
    ]);
    expect(await sumUsage({ database }, scope, { ...range, agentId: agentB })).toMatchObject({ answers: 2 });
    expect(await sumUsage({ database }, newTestScope(), range)).toMatchObject({ answers: 0, items: [] });

    const hourAgo = new Date(now.getTime() - 3_600_000).toISOString();
    const list = (part: object) => listUsage({ database }, scope, { limit: 50, ...part });
    expect((await list({ from: hourAgo })).items).toHaveLength(6);
    expect((await list({ to: hourAgo })).items).toHaveLength(0);
  });

  it('shows a workspace nothing of another', async () => {
    const page = await listUsage({ database }, newTestScope(), { limit: 50 });
    expect(page).toEqual({ items: [], nextCursor: null, loadTokens: 0, heldTokens: 0 });
  });
});
