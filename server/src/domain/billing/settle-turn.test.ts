import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import { describe, expect, it } from 'vitest';
import { newTestScope, openBothDatabases } from '../../../test/harness/database.ts';
import type { Tx } from '../../db/database.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';
import { getAgentMonth } from './get-agent-month.ts';
import { getBalance } from './get-balance.ts';
import { grantCredits } from './grant-credits.ts';
import { holdTurn } from './hold-turn.ts';
import { settleTurn } from './settle-turn.ts';

const now = new Date('2026-11-30T23:59:59Z');

describe.each(await openBothDatabases())('turns on $name', ({ database }) => {
  const agentId = newAgentId();

  function openWorkspace(balanceMicro: bigint) {
    const scope = newTestScope();
    const run = <Result>(work: (tx: Tx) => Promise<Result>) => database.transaction(scope, work);
    const hold = (turnId: string, amountMicro: bigint, more: { limit?: bigint; agent?: AgentId; at?: Date } = {}) =>
      run((tx) =>
        holdTurn(tx, scope, {
          turnId,
          agentId: more.agent ?? agentId,
          amountMicro,
          monthlyLimitMicro: more.limit ?? null,
          now: more.at ?? now,
        }),
      );
    const settle = (turnId: string, amountMicro: bigint) =>
      run((tx) =>
        settleTurn(tx, scope, { turnId, agentId, conversationId: 'cnv_1', amountMicro, featureKey: 'text_turn' }),
      );
    const grant = (id: string, amountMicro: bigint) =>
      run((tx) => grantCredits(tx, scope, { id, amountMicro, featureKey: 'welcome_credits' }));
    const balance = () => run((tx) => getBalance(tx, scope));
    const faults = () => run((tx) => findLedgerFaults(tx, scope));
    return { scope, run, hold, settle, grant, balance, faults, ready: grant('start', balanceMicro) };
  }

  it('charges what was used, gives the rest back and adds up', async () => {
    const { ready, hold, settle, balance, faults } = openWorkspace(100n);
    await ready;
    expect(await hold('t1', 30n)).toBe('new');
    expect(await balance()).toEqual({ balanceMicro: 100n, heldMicro: 30n });
    expect(await settle('t1', 12n)).toBe(12n);
    expect(await balance()).toEqual({ balanceMicro: 88n, heldMicro: 0n });
    expect(await faults()).toEqual([]);
  });

  it('charges once: a second settlement answers what the first one charged', async () => {
    const { ready, hold, settle, balance } = openWorkspace(100n);
    await ready;
    await hold('t1', 30n);
    expect(await settle('t1', 12n)).toBe(12n);
    expect(await settle('t1', 25n)).toBe(12n);
    expect(await settle('t1', 0n)).toBe(12n);
    expect(await hold('t1', 30n)).toBe('settled');
    expect((await balance()).balanceMicro).toBe(88n);
  });

  it('never charges more than was held', async () => {
    const { ready, hold, settle, balance } = openWorkspace(100n);
    await ready;
    await hold('t1', 30n);
    expect(await settle('t1', 31n)).toBe(30n);
    expect((await balance()).balanceMicro).toBe(70n);
  });

  it('voids at 0, without a usage line, and keeps a voided turn voided', async () => {
    const { ready, hold, settle, balance, faults } = openWorkspace(100n);
    await ready;
    await hold('t1', 30n);
    expect(await settle('t1', 0n)).toBe(0n);
    expect(await settle('t1', 30n)).toBe(0n);
    expect(await hold('t1', 30n)).toBe('voided');
    expect(await balance()).toEqual({ balanceMicro: 100n, heldMicro: 0n });
    expect(await faults()).toEqual([]);
  });

  it('finds an open hold again at its first amount', async () => {
    const { ready, hold, balance } = openWorkspace(100n);
    await ready;
    await hold('t1', 30n);
    expect(await hold('t1', 90n)).toBe('held');
    expect((await balance()).heldMicro).toBe(30n);
  });

  it('refuses a turn that the free balance does not cover, and lets it ask again', async () => {
    const { ready, hold, settle, grant, faults } = openWorkspace(100n);
    await ready;
    await hold('t1', 60n);
    expect(await hold('t2', 41n)).toBe('no_credits');
    await grant('more', 1n);
    expect(await hold('t2', 41n)).toBe('new');
    await settle('t2', 41n);
    expect(await faults()).toEqual([]);
  });

  it('refuses a turn of a workspace that never got credits', async () => {
    const scope = newTestScope();
    const turn = { turnId: 't1', agentId, amountMicro: 1n, monthlyLimitMicro: null, now };
    expect(await database.transaction(scope, (tx) => holdTurn(tx, scope, turn))).toBe('no_credits');
  });

  it('counts what is held and spent against the limit of the month, and begins anew with the next UTC month', async () => {
    const agent = newAgentId();
    const { scope, ready, run, hold, settle, balance } = openWorkspace(1_000n);
    await ready;
    expect(await hold('t1', 60n, { limit: 100n, agent })).toBe('new');
    expect(await hold('t2', 41n, { limit: 100n, agent })).toBe('spend_limit');
    await settle('t1', 10n);
    expect(await hold('t2', 91n, { limit: 100n, agent })).toBe('spend_limit');
    expect(await hold('t2', 90n, { limit: 100n, agent })).toBe('new');
    expect(await run((tx) => getAgentMonth(tx, scope, agent, now))).toEqual({
      spentMicro: 10n,
      heldMicro: 90n,
      messages: 0,
    });
    expect(await hold('t3', 100n, { limit: 100n, agent, at: new Date('2026-12-01T00:00:00Z') })).toBe('new');
    expect((await balance()).heldMicro).toBe(190n);
  });

  it('leaves nothing of a refusal behind', async () => {
    const agent = newAgentId();
    const { scope, ready, run, hold, balance, faults } = openWorkspace(10n);
    await ready;
    expect(await hold('t1', 11n, { agent })).toBe('no_credits');
    expect(await run((tx) => getAgentMonth(tx, scope, agent, now))).toEqual({
      spentMicro: 0n,
      heldMicro: 0n,
      messages: 0,
    });
    expect((await balance()).heldMicro).toBe(0n);
    expect(await faults()).toEqual([]);
  });

  it("refuses the id of another agent's turn, a turn that was never held, and sums that make no sense", async () => {
    const { ready, hold, settle } = openWorkspace(100n);
    await ready;
    await hold('t1', 30n);
    await expect(hold('t1', 30n, { agent: newAgentId() })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(settle('t9', 1n)).rejects.toMatchObject({ code: 'not_found' });
    await expect(settle('t1', -1n)).rejects.toThrow();
    await expect(hold('t2', 0n)).rejects.toThrow();
    await expect(hold('t2', -5n)).rejects.toThrow();
  });

  it('keeps workspaces apart: the same turn id in two of them is two turns', async () => {
    const first = openWorkspace(100n);
    const second = openWorkspace(100n);
    await Promise.all([first.ready, second.ready]);
    expect(await first.hold('t1', 10n)).toBe('new');
    await expect(second.settle('t1', 10n)).rejects.toMatchObject({ code: 'not_found' });
    expect(await second.hold('t1', 20n, { agent: newAgentId() })).toBe('new');
    expect((await first.balance()).heldMicro).toBe(10n);
    expect((await second.balance()).heldMicro).toBe(20n);
  });

  it('grants once per id and refuses another sum under it', async () => {
    const { ready, grant, balance, faults } = openWorkspace(100n);
    await ready;
    await grant('start', 100n);
    await expect(grant('start', 101n)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(grant('gift', 0n)).rejects.toThrow();
    expect((await balance()).balanceMicro).toBe(100n);
    expect(await faults()).toEqual([]);
  });

  it('lets no transfer be changed or deleted', async () => {
    const { ready, run } = openWorkspace(100n);
    await ready;
    const forbidden = (statement: string) => expect(run((tx) => tx.execute(statement))).rejects.toThrow();
    await forbidden('update credit_transfers set amount = 1');
    await forbidden('delete from credit_transfers');
    await forbidden('update usage_entries set amount = 1');
    await forbidden('delete from credit_holds');
    await forbidden('delete from credit_accounts');
  });

  it('has a floor below which no statement gets', async () => {
    const { ready, run } = openWorkspace(100n);
    await ready;
    await expect(run((tx) => tx.execute('update credit_accounts set balance = -1'))).rejects.toThrow();
    await expect(run((tx) => tx.execute('update credit_accounts set held = 101'))).rejects.toThrow();
  });

  it('tells a drift: a balance that was changed without a transfer', async () => {
    const { ready, run, faults } = openWorkspace(100n);
    await ready;
    await run((tx) => tx.execute('update credit_accounts set balance = 99'));
    expect(await faults()).toEqual(['balance: 99 instead of 100']);
  });
});
