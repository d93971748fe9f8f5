import { Failure } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { callGrant, callTransfer } from '../../src/domain/billing/billing.queries.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import { grantCredits } from '../../src/domain/billing/grant-credits.ts';
import { holdTurn } from '../../src/domain/billing/hold-turn.ts';
import { listUsage } from '../../src/domain/billing/list-usage.ts';
import { settleTurn } from '../../src/domain/billing/settle-turn.ts';
import { callSell, listDebts } from '../../src/domain/credit-sales/credit-sales.queries.ts';
import { makeOrgsWithAgent, setBilling } from '../factories/org-accounts.ts';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { AccountsModel } from './accounts-model.ts';
import { plantFault } from './ledger-load.ts';

const sum = (max: number) => fc.integer({ min: 1, max }).map(BigInt);
const turn = fc.constantFrom('t1', 't2', 't3', 't4');
const account = fc.constantFrom(null, 0, 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), turn, amount: sum(30) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const), turn, amount: sum(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), turn, amount: fc.constant(0n) }) },
  {
    weight: 7,
    arbitrary: fc
      .record({
        do: fc.constant('transfer' as const),
        id: fc.constantFrom('x1', 'x2', 'x3', 'x4', 'x5'),
        from: account,
        to: account,
        amount: fc.constantFrom(10n, 30n, 60n),
      })
      .filter(({ from, to }) => from !== to),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      id: fc.constantFrom('s1', 's2', 's3', 's4'),
      org: fc.constantFrom(0, 1),
      amount: fc.constantFrom(20n, 60n, 90n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('grant' as const), id: fc.constantFrom('g1', 'g2', 'g3'), amount: sum(90) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('billing' as const), org: fc.constantFrom(0, 1), isOn: fc.boolean() }),
  },
);

const ADVANCE = 40n;

const answerOf = <Result>(work: Promise<Result>) =>
  work.catch((error: unknown) => {
    if (error instanceof Failure) return error.code;
    throw error;
  });

/** Whatever is done, in whatever order, the accounts are as the model's: balances, what is held, lines that sum to the balance. */
const sequences = (database: Database) =>
  fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
    const { scope, agentId, orgIds } = await makeOrgsWithAgent(database, 2);
    const model = new AccountsModel(orgIds, ADVANCE);
    const orgOf = (index: number | null) => (index === null ? null : (orgIds[index] as OrgId));
    await database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: 'start', amountMicro: 100n, featureKey: 'gift' }),
    );
    model.change(null, 100n);
    const grantOf = ({ id, amount }: { id: string; amount: bigint }) => ({
      ...{ id: `${id}-${amount}`, amount, featureKey: 'gift' },
    });
    for (const step of steps) {
      if (step.do === 'billing') {
        await setBilling(database, scope, orgOf(step.org)!, step.isOn);
        model.billed[step.isOn ? 'add' : 'delete'](orgOf(step.org)!);
        continue;
      }
      const [answer, expected] = await database.transaction(scope, async (tx) => {
        if (step.do === 'transfer') {
          const [from, to] = [orgOf(step.from), orgOf(step.to)];
          const move = { id: step.id, from, to, amount: step.amount, kind: 'org_transfer' };
          return [await callTransfer(tx, scope, move), model.transfer(step.id, from, to, step.amount)];
        }
        if (step.do === 'sell') {
          const sale = { id: step.id, orgId: orgOf(step.org)!, amount: step.amount, advance: ADVANCE };
          return [await callSell(tx, scope, sale), model.sell(step.id, orgOf(step.org)!, step.amount)];
        }
        if (step.do === 'grant') {
          const grant = grantOf(step);
          return [await callGrant(tx, scope, grant).then(() => 'done'), (model.grant(grant.id, grant.amount), 'done')];
        }
        const { turn: turnId, amount: amountMicro } = step;
        if (step.do === 'hold') {
          const hold = { turnId, agentId, amountMicro, monthlyLimitMicro: null, now: new Date() };
          return [await holdTurn(tx, scope, hold), model.hold(turnId, amountMicro)];
        }
        const used = { turnId, agentId, amountMicro, conversationId: null, featureKey: 'text_turn' };
        return [await answerOf(settleTurn(tx, scope, used)), model.settle(turnId, amountMicro)];
      });
      expect(answer).toBe(expected);
    }
    const faults = await database.transaction(scope, (tx) => findLedgerFaults(tx, scope));
    expect(faults).toEqual([]);
    const debts = await database.transaction(scope, (tx) => listDebts(tx, scope));
    for (const owner of [null, ...orgIds]) {
      const key = owner === null ? 'workspace:' : `org:${owner}`;
      const owedBy = debts.filter(({ debtor }) => debtor.startsWith(key));
      expect(owedBy.reduce((total, { owed }) => total + owed, 0n)).toBe(model.owed(owner));
      const owedTo = debts.filter(({ creditor }) => creditor === key);
      if (owner !== null) expect(owedTo.reduce((total, { owed }) => total + owed, 0n)).toBe(model.owed(null, owner));
      const { balance, held, lines } = model.of(owner);
      const found = await database.transaction(scope, (tx) => getBalance(tx, scope, owner));
      expect(found).toEqual({ balanceMicro: balance, heldMicro: held });
      const { items } = await listUsage({ database }, scope, { limit: 100, orgId: owner ?? undefined });
      const signed = items.map(({ amount, direction }) =>
        BigInt(Math.round((direction === 'increase' ? 1 : -1) * amount * 1e6)),
      );
      expect(signed.toSorted()).toEqual(lines.toSorted());
    }
  });

describe.each(await openJourneyDatabases())('accounts of orgs against their model on $name', ({ name, database }) => {
  const numRuns = name === 'embedded' ? amount(400, 20) : amount(100, 25);

  it(`agree over ${numRuns} random sequences of transfers, sales, grants, turns and switches`, async () => {
    await fc.assert(sequences(database), { numRuns, seed: 72 });
  }, 1_200_000);

  it.each([
    [
      'credit_hold',
      'credit_account(p_workspace, v_org) and workspace_uid',
      "'workspace:' || p_workspace and workspace_uid",
    ],
    [
      'credit_settle',
      'held = held - hold.amount, balance = balance - hold.settled\n  where id = credit_account(p_workspace, hold.org_id)',
      'held = held - hold.amount, balance = balance - hold.settled\n  where id = credit_account(p_workspace, paying_org(p_workspace, hold.agent_id))',
    ],
    ['paying_org', 'order by oa.created_at', 'order by oa.created_at desc'],
    ['paying_org', 'and o.allow_billing', ''],
    ['credit_transfer', ' and balance - held >= p_amount', ' and balance >= p_amount'],
    [
      'credit_transfer',
      "(p_workspace, v_id || ':to', p_amount, 'increase', 'feature', p_kind, p_to)",
      "(p_workspace, v_id || ':to', p_amount, 'increase', 'feature', p_kind, p_from)",
    ],
    [
      'credit_transfer',
      "'decrease', 'feature', p_kind, p_from),\n    (p_workspace, v_id || ':to', p_amount, 'increase', 'feature', p_kind, p_to)",
      "'decrease', 'feature', p_kind, p_from)",
    ],
    ['credit_transfer', 'and debit_account = v_from and credit_account = v_to ', ''],
    ['credit_transfer', '  perform credit_pay_debts(p_workspace, v_to);\n', ''],
    ['credit_grant', "  perform credit_pay_debts(p_workspace, 'workspace:' || p_workspace);\n", ''],
    ['credit_pay_debts', 'order by number', 'order by number desc'],
    ['credit_pay_debts', 'exit when v_pay <= 0;', 'exit when v_pay < debt.amount;'],
    ['credit_owe', 'p_advance - coalesce(sum(amount - paid - forgiven), 0)', 'p_advance'],
    ['credit_owe', ' filter (where known.giver = p_from and known.receiver = p_to)', ''],
    ['credit_owe', 'least(v_left, balance - held)', 'least(v_left, balance)'],
  ])(
    'planted fault: %s with `%s` made `%s` disagrees',
    async (name, from, to) => {
      const mend = await plantFault(database, name, [[from, to]]);
      const found = await fc.check(sequences(database), { numRuns: 300, seed: 72, endOnFailure: true }).finally(mend);
      expect(found.failed).toBe(true);
    },
    120_000,
  );
});
