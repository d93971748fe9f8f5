import { newMessageId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Chat, createAgent, getUsage, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { amount } from '../harness/amounts.ts';
import { callerHeaders, startTestApi } from '../harness/api.ts';
import { openTestPostgres } from '../harness/database.ts';
import { plantFault } from './ledger-load.ts';

const AT_ONCE = 64;
const MICRO = 1_000_000;
const VISITORS = amount(500, 50);
/** In credits, a thousandth of a dollar each. Two replies a visitor, whose messages wait for a turn and share a reply, must exceed it. */
const CAP = amount(700, 80);

/** Counts what calls have cost instead of what they may cost: those that are under way are not seen. */
const countingAfterwards: [string, string][] = [
  ['spent + held + p_amount <= p_month_limit', 'spent < p_month_limit'],
  ['insert into credit_holds', 'perform pg_sleep(0.05);\n  insert into credit_holds'],
];

describe('limits of an agent under a flood, on PostgreSQL', async () => {
  const database = await openTestPostgres();
  const api = await startTestApi(database, { REGIONS: 'na', LOG_LEVEL: 'error' });
  afterAll(api.stop);
  const owner = await signUp(api);
  await database.unscoped.execute(sql`select credit_grant(${owner.uid}, 'flood', ${20_000 * MICRO}, 'top_up')`);

  const agentWith = async (limits: { messagesLimit?: number; monthlyCredits?: number }) => {
    const agentId = await createAgent(api, owner, (settings) => ({
      ...settings,
      limits: { ...settings.limits, ...limits },
    }));
    await publish(api, owner, agentId);
    return agentId;
  };

  /** Every visitor's first message, then every visitor's second ...: most find the reply before them begun, and owe their own. */
  async function flood(agentId: string, { visitors, each }: { visitors: number; each: number }) {
    const chats = await inParallel(Array.from({ length: visitors }, () => () => startChat(api, agentId)));
    const messages = Array.from({ length: each }, () => chats).flat();
    const statuses = await inParallel(messages.map((chat) => () => sendDirectly(chat)));
    await untilNothingIsOwed(agentId);
    return { accepted: statuses.filter((status) => status === 202).length, statuses };
  }

  async function sendDirectly({ conversationId, visitor }: Chat): Promise<number> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...callerHeaders(visitor) },
      body: JSON.stringify({ id: newMessageId(), text: 'Hello' }),
    };
    let answer = await api.callDirectly(`/public/conversations/${conversationId}/messages`, init);
    // Overloaded, on a slow machine: the widget sends the same message again, and so does this visitor.
    for (let again = 0; answer.status === 503 && again < 5; again++)
      answer = await api.callDirectly(`/public/conversations/${conversationId}/messages`, init);
    return answer.status;
  }

  async function untilNothingIsOwed(agentId: string) {
    await expect
      .poll(
        () =>
          count(sql`select count(*) from messages where agent_id = ${agentId} and state in ('queued', 'streaming')`),
        {
          timeout: 600_000,
          interval: 250,
        },
      )
      .toBe(0);
  }

  async function count(query: ReturnType<typeof sql>): Promise<number> {
    const answer = (await database.unscoped.execute(query)) as unknown as { rows: Record<string, unknown>[] };
    return Number(Object.values(answer.rows[0] ?? {})[0]);
  }

  const outcomeOf = async (agentId: string) => ({
    spent: await count(sql`select coalesce(sum(settled), 0) from credit_holds where agent_id = ${agentId}`),
    held: await count(
      sql`select coalesce(sum(amount), 0) from credit_holds where agent_id = ${agentId} and state = 'held'`,
    ),
    answered: await count(
      sql`select count(*) from messages where agent_id = ${agentId} and role = 'agent' and state = 'complete' and credits_micro > 0`,
    ),
    refused: await count(sql`select count(*) from messages where agent_id = ${agentId} and state = 'failed'`),
    counted: await count(sql`select coalesce(sum(messages), 0) from agent_months where agent_id = ${agentId}`),
  });

  test(`${VISITORS * 10} messages of ${VISITORS} visitors at once against $${CAP / 1_000}: never more than ${CAP} credits are spent`, async () => {
    const agentId = await agentWith({ monthlyCredits: CAP });
    const startedMs = Date.now();
    const { accepted, statuses } = await flood(agentId, { visitors: VISITORS, each: 10 });
    const others = [...new Set(statuses.filter((status) => status !== 202))];
    const said = api.logLines.map((line) => /"message":"([^"]{0,160})/.exec(line)?.[1]);
    console.info(`other statuses: ${others}; logged: ${[...new Set(said)].slice(0, 6).join(' | ')}`);
    const outcome = await outcomeOf(agentId);
    console.info(`${accepted} messages in ${Date.now() - startedMs} ms: ${JSON.stringify(outcome)}`);
    expect(accepted).toBe(VISITORS * 10);
    expect(outcome.spent).toBeLessThanOrEqual(CAP * MICRO);
    // A flood that stops far below the cap, or that nobody had to be refused in, would prove nothing.
    expect(outcome.spent).toBeGreaterThan(0.9 * CAP * MICRO);
    expect(outcome.refused).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ spent: outcome.answered * MICRO, held: 0 });
    const usage = await getUsage(api, owner);
    expect(usage).toMatchObject({ loadTokens: 20_750 - outcome.answered, heldTokens: 0 });
  }, 900_000);

  test('planted: counting after the call is found', async () => {
    const mend = await plantFault(database, 'credit_hold', countingAfterwards);
    const agentId = await agentWith({ monthlyCredits: 10 });
    await flood(agentId, { visitors: 60, each: 1 });
    await mend();
    expect((await outcomeOf(agentId)).spent).toBeGreaterThan(10 * MICRO);
  }, 300_000);

  test('400 messages at once against a limit of 100: exactly 100 are accepted, the others hear why', async () => {
    const agentId = await agentWith({ messagesLimit: 100 });
    const { accepted, statuses } = await flood(agentId, { visitors: 40, each: 10 });
    expect(accepted).toBe(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(300);
    expect((await outcomeOf(agentId)).counted).toBe(100);
    const usage = ok(await api.call('GET', `/v2/public/agents/${agentId}/usage`));
    expect(usage).toEqual({ data: { shouldContinue: false } });
  }, 300_000);
});

async function inParallel<Result>(tasks: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) results.push(await task());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
