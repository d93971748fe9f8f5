import { newAgentId } from '@antiphon/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { newTestScope, openBothDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { sumLedger } from './billing.queries.ts';
import { checkLedgers } from './check-ledgers.ts';
import { getBalance } from './get-balance.ts';
import { grantCredits } from './grant-credits.ts';
import { holdTurn } from './hold-turn.ts';
import { settleTurn } from './settle-turn.ts';
import { voidExpiredHolds } from './void-expired-holds.ts';

const at = (minutes: number) => new Date(Date.parse('2026-11-21T10:00:00Z') + minutes * 60_000);

describe.each(await openBothDatabases())('schedules of the ledger on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope, makeScope };
  let scope = newTestScope();
  const agentId = newAgentId();
  const hold = (turnId: string, minutes: number) =>
    database.transaction(scope, (tx) =>
      holdTurn(tx, scope, { turnId, agentId, amountMicro: 10n, monthlyLimitMicro: null, now: at(minutes) }),
    );
  const settle = (turnId: string) =>
    database.transaction(scope, (tx) =>
      settleTurn(tx, scope, { turnId, agentId, conversationId: null, amountMicro: 7n, featureKey: 'text_turn' }),
    );
  const balance = () => database.transaction(scope, (tx) => getBalance(tx, scope));

  beforeEach(async () => {
    scope = newTestScope();
    await database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: 'start', amountMicro: 100n, featureKey: 'welcome_credits' }),
    );
  });

  it('gives back what nobody ended within 15 minutes, of every workspace, and changes nothing the second time', async () => {
    const first = scope;
    await hold('t1', 0);
    scope = newTestScope();
    await database.transaction(scope, (tx) =>
      grantCredits(tx, scope, { id: 'start', amountMicro: 100n, featureKey: 'welcome_credits' }),
    );
    await hold('t1', 0);
    await voidExpiredHolds(deps, at(14.9));
    expect((await balance()).heldMicro).toBe(10n);
    for (let run = 0; run < 2; run++) {
      await voidExpiredHolds(deps, at(15));
      expect(await balance()).toEqual({ balanceMicro: 100n, heldMicro: 0n });
    }
    scope = first;
    expect(await balance()).toEqual({ balanceMicro: 100n, heldMicro: 0n });
    await checkLedgers(deps);
  });

  it('charges nothing for a turn whose hold expired before it was settled', async () => {
    await hold('t1', 0);
    await voidExpiredHolds(deps, at(16));
    expect(await settle('t1')).toBe(0n);
    expect(await hold('t1', 17)).toBe('voided');
    expect((await balance()).balanceMicro).toBe(100n);
  });

  it('leaves a hold that a second worker took over, and one that was settled', async () => {
    await hold('t1', 0);
    await hold('t2', 0);
    await settle('t2');
    expect(await hold('t1', 10)).toBe('held');
    await voidExpiredHolds(deps, at(16));
    expect(await balance()).toEqual({ balanceMicro: 93n, heldMicro: 10n });
    expect(await settle('t1')).toBe(7n);
  });

  it('tells the workspace whose ledger does not add up', async () => {
    await checkLedgers(deps);
    await database.transaction(scope, (tx) => tx.execute('update credit_accounts set balance = balance + 1'));
    await expect(checkLedgers(deps)).rejects.toThrow(`${scope.workspaceUid}: balance: 101 instead of 100`);
    await database.transaction(scope, (tx) => tx.execute('update credit_accounts set balance = balance - 1'));
  });

  it('adds up alike in one page and in many, and one workspace that cannot be read hides no other', async () => {
    const first = scope;
    for (let turn = 0; turn < 5; turn += 1) {
      await hold(`p${turn}`, 0);
      await settle(`p${turn}`);
    }
    const sum = (atOnce?: number) => database.transaction(scope, (tx) => sumLedger(tx, scope, atOnce));
    expect(await sum(2)).toEqual(await sum());
    expect((await sum(2)).accounts.get(`workspace:${scope.workspaceUid}`)?.turns).toBe(35n);
    await database.transaction(scope, (tx) => tx.execute('update credit_accounts set balance = balance + 1'));
    const makeScopeBut = (uid: typeof first.workspaceUid) => {
      if (uid !== first.workspaceUid) throw new Error('too large');
      return deps.makeScope(uid);
    };
    await expect(checkLedgers({ ...deps, makeScope: makeScopeBut })).rejects.toThrow(
      /could not be read \(too large\).*instead of|instead of.*could not be read \(too large\)/s,
    );
    await database.transaction(scope, (tx) => tx.execute('update credit_accounts set balance = balance - 1'));
  });
});
