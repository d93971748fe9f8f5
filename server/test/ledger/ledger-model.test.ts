import { Failure } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database, Tx } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import type { Scope } from '../../src/db/scope.ts';
import { monthOf } from '../../src/domain/billing/calendar.rules.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { getAgentMonth } from '../../src/domain/billing/get-agent-month.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { holdTurn } from '../../src/domain/billing/hold-turn.ts';
import { settleTurn } from '../../src/domain/billing/settle-turn.ts';
import { voidExpiredHolds } from '../../src/domain/billing/void-expired-holds.ts';
import { amount } from '../harness/amounts.ts';
import { newTestScope, openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { plantFault } from './ledger-load.ts';
import { LedgerModel } from './ledger-model.ts';

const AGENTS = ['agt_a', 'agt_b'] as AgentId[];
/** Near the end of a month, so that sequences walk across it. */
const start = Date.parse('2026-11-30T23:30:00Z');

const turn = fc.constantFrom('t1', 't2', 't3');
const agent = fc.constantFrom(...AGENTS);
const sum = (min: number, max: number) => fc.integer({ min, max }).map(BigInt);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      turn,
      agent,
      amount: sum(1, 40),
      limit: fc.option(sum(1, 90)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const), turn, amount: sum(0, 50) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      id: fc.constantFrom('g1', 'g2', 'g3'),
      amount: sum(1, 60),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 5, max: 16 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const answerOf = <Result>(work: Promise<Result>) =>
  work.catch((error: unknown) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });

/** One sequence in one transaction: the same statements, and the embedded database gets through a thousand of them. */
async function follow(tx: Tx, scope: Scope, steps: Step[]) {
  const model = new LedgerModel();
  let minute = 0;
  const inside = { transaction: (_: unknown, work: (tx: Tx) => Promise<unknown>) => work(tx) } as unknown as Database;
  const voidDeps = { database: inside, systemScope: testSystemScope, makeScope };
  for (const step of steps) {
    const now = new Date(start + minute * 60_000);
    if (step.do === 'wait') minute += step.minutes;
    if (step.do === 'grant') {
      const grant = { id: step.id, amountMicro: step.amount, featureKey: 'gift' };
      const answer = await answerOf(grantCredits(tx, scope, grant).then(() => 'done'));
      expect(answer).toBe(model.grant(step.id, step.amount));
    }
    if (step.do === 'hold') {
      const hold = {
        turnId: step.turn,
        agentId: step.agent,
        amountMicro: step.amount,
        monthlyLimitMicro: step.limit,
        now,
      };
      const expected = model.hold(step.turn, step.agent, step.amount, step.limit, monthOf(now), minute);
      expect(await answerOf(holdTurn(tx, scope, hold))).toBe(expected);
    }
    if (step.do === 'settle') {
      const used = { agentId: AGENTS[0]!, conversationId: null, amountMicro: step.amount, featureKey: 'text_turn' };
      const answer = await answerOf(settleTurn(tx, scope, { turnId: step.turn, ...used }));
      expect(answer).toBe(model.settle(step.turn, step.amount));
    }
    if (step.do === 'void') {
      await voidExpiredHolds(voidDeps, now);
      model.voidExpired(minute);
    }
  }
  return model;
}

async function compareEnd(tx: Tx, scope: Scope, model: LedgerModel) {
  expect(await getBalance(tx, scope)).toEqual({ balanceMicro: model.balance, heldMicro: model.held });
  expect(await findLedgerFaults(tx, scope)).toEqual([]);
  for (const key of model.months.keys()) {
    const [agentId = '', month = ''] = key.split(' ');
    const { spent, held } = model.monthOf(agentId, month);
    const found = await getAgentMonth(tx, scope, agentId as AgentId, new Date(`${month}-15T00:00:00Z`));
    expect(found).toMatchObject({ spentMicro: spent, heldMicro: held });
  }
}

const sequences = (database: Database) =>
  fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
    const scope = newTestScope();
    await database.transaction(scope, async (tx) => compareEnd(tx, scope, await follow(tx, scope, steps)));
  });

describe.each(await openJourneyDatabases())('ledger against its model on $name', ({ name, database }) => {
  const numRuns = name === 'embedded' ? amount(1_000, 80) : amount(200, 60);

  it(`agrees with a pure model over ${numRuns} random sequences of holds, settlements, voids and grants`, async () => {
    await fc.assert(sequences(database), { numRuns, seed: 22 });
  }, 1_200_000);

  it.each([
    ['credit_settle', 'least(p_amount, amount)', 'amount'],
    ['credit_settle', 'held = held - hold.amount, spent', 'spent'],
    ['credit_hold', 'spent + held + p_amount <= p_month_limit', 'spent + p_amount <= p_month_limit'],
    ['credit_hold', 'greatest(expires_at, p_expires)', 'expires_at'],
  ])(
    'planted fault: %s with `%s` made `%s` disagrees',
    async (name, from, to) => {
      const mend = await plantFault(database, name, [[from, to]]);
      const found = await fc.check(sequences(database), { numRuns: 300, seed: 22, endOnFailure: true });
      await mend();
      expect(found.failed).toBe(true);
    },
    120_000,
  );
});
