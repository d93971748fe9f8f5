import { newMessageId, type OrgId } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeOrgsWithAgent } from '../../../test/factories/org-accounts.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { insertOf, listTables } from '../../../test/harness/table-catalogue.ts';
import type { Tx } from '../../db/database.ts';
import { fromCredits, toCredits } from '../billing/credits.rules.ts';
import { findLedgerFaults } from '../billing/find-ledger-faults.ts';
import { getAccount } from '../billing/get-account.ts';
import { getBalance } from '../billing/get-balance.ts';
import { grantCredits, moveCredits } from '../billing/grant-credits.ts';
import { exportUsage, listUsage } from '../billing/list-usage.ts';
import { listDebts } from './credit-sales.queries.ts';
import { canSell, forgiveDebts, sellCredits } from './sell-credits.ts';

describe.each(await openTestDatabases())('credits that orgs buy, on $name', ({ database }) => {
  const agencyWith = async (credits: number) => {
    const { scope, orgIds } = await makeOrgsWithAgent(database, 3);
    const run = <Result>(work: (tx: Tx) => Promise<Result>) => database.transaction(scope, work);
    const grant = (credits: number) =>
      run((tx) =>
        grantCredits(tx, scope, { id: newMessageId(), amountMicro: fromCredits(credits), featureKey: 'top_up' }),
      );
    if (credits > 0) await grant(credits);
    const [one, two, three] = orgIds as [OrgId, OrgId, OrgId];
    const nameOf = (key: string) =>
      ({ [`org:${one}`]: 'one', [`org:${two}`]: 'two', [`org:${three}`]: 'three' })[key] ?? key.split(':')[0] ?? '';
    return {
      ...{ scope, run, grant, one, two, three },
      sell: (id: string, orgId: OrgId, credits: number) =>
        run((tx) => sellCredits(tx, scope, { id, orgId, amountMicro: fromCredits(credits) })),
      canSell: (credits: number) => run((tx) => canSell(tx, scope, fromCredits(credits))),
      back: (orgId: OrgId, credits: number) =>
        run((tx) => {
          const move = { id: newMessageId(), from: orgId, to: null, featureKey: 'transfer_to_workspace' };
          return moveCredits(tx, scope, { ...move, amountMicro: fromCredits(credits) });
        }),
      async has() {
        expect(await run((tx) => findLedgerFaults(tx, scope))).toEqual([]);
        const credits = async (of: OrgId | null) =>
          toCredits((await run((tx) => getBalance(tx, scope, of))).balanceMicro);
        const debts = await run((tx) => listDebts(tx, scope));
        return {
          workspace: await credits(null),
          orgs: [await credits(one), await credits(two), await credits(three)],
          debts: debts
            .map(({ debtor, creditor, owed }) => `${nameOf(debtor)} ${nameOf(creditor)} ${toCredits(owed)}`)
            .sort(),
        };
      },
      async linesOf(orgId?: OrgId) {
        const { items } = await listUsage({ database }, scope, { limit: 50, orgId });
        const signed = items.map(
          ({ featureKey, amount, direction }) => `${featureKey} ${direction === 'increase' ? amount : -amount}`,
        );
        let file = '';
        for await (const part of await exportUsage({ database }, scope, { orgId })) file += part.text;
        const inFile = file
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(','));
        expect(inFile.map(([, key, credits]) => `${key} ${credits}`)).toEqual(signed);
        return signed.sort();
      },
    };
  };

  test('of an agency that has enough are taken from it, once', async () => {
    const agency = await agencyWith(1_500);
    await Promise.all([agency.sell('inv:1', agency.one, 1_000), agency.sell('inv:1', agency.one, 1_000)]);
    expect(await agency.has()).toEqual({ workspace: 500, orgs: [1_000, 0, 0], debts: [] });
    expect(await agency.linesOf(agency.one)).toEqual(['credits_bought 1000']);
    expect(await agency.linesOf()).toEqual(['credits_sold -1000', 'top_up 1500']);
    for (const [id, orgId, credits] of [
      ['inv:1', agency.two, 1_000],
      ['inv:1', agency.one, 999],
    ] as const)
      await expect(agency.sell(id, orgId, credits)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await agency.has()).toMatchObject({ workspace: 500, orgs: [1_000, 0, 0] });
  });

  test('of one that has a part are advanced, up to 5,000, and the next credits pay that', async () => {
    const agency = await agencyWith(600);
    await agency.sell('inv:1', agency.one, 5_000);
    expect(await agency.has()).toEqual({ workspace: 0, orgs: [5_000, 0, 0], debts: ['workspace platform 4400'] });
    expect(await agency.linesOf()).toEqual(['advance 4400', 'credits_sold -5000', 'top_up 600']);
    await agency.grant(1_000);
    expect(await agency.has()).toMatchObject({ workspace: 0, debts: ['workspace platform 3400'] });
    expect((await getAccount({ database, operatorEmail: '' }, agency.scope)).owedTokens).toBe(3_400);
    // What an org gives back pays as well.
    await agency.back(agency.one, 400);
    expect(await agency.has()).toMatchObject({ workspace: 0, debts: ['workspace platform 3000'] });
    await agency.grant(5_000);
    expect(await agency.has()).toEqual({ workspace: 2_000, orgs: [4_600, 0, 0], debts: [] });
    expect((await agency.linesOf()).filter((line) => line.startsWith('debt'))).toEqual([
      ...['debt_paid -1000', 'debt_paid -3000', 'debt_paid -400'],
    ]);
  });

  test('of one that has nothing are owed beyond that, and paid the oldest first', async () => {
    const agency = await agencyWith(0);
    await agency.sell('inv:1', agency.one, 6_000);
    await agency.sell('inv:2', agency.two, 700);
    await agency.sell('inv:3', agency.one, 300);
    // All of it is owed: told again it is the same, and another sum is not.
    await agency.sell('inv:2', agency.two, 700);
    await expect(agency.sell('inv:2', agency.three, 700)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    const owed = ['workspace one 1300', 'workspace platform 5000', 'workspace two 700'];
    expect(await agency.has()).toEqual({ workspace: 0, orgs: [5_000, 0, 0], debts: owed });
    await agency.grant(5_500);
    expect(await agency.has()).toMatchObject({
      orgs: [5_500, 0, 0],
      debts: ['workspace one 800', 'workspace two 700'],
    });
    await agency.grant(1_000);
    expect(await agency.has()).toMatchObject({
      orgs: [6_000, 500, 0],
      debts: ['workspace one 300', 'workspace two 200'],
    });
    await agency.grant(1_000);
    expect(await agency.has()).toEqual({ workspace: 500, orgs: [6_300, 700, 0], debts: [] });
    expect(await agency.linesOf(agency.one)).toEqual([
      ...['credits_bought 5000', 'debt_received 300', 'debt_received 500', 'debt_received 500'],
    ]);
  });

  test('an org that ends is owed nothing any more', async () => {
    const agency = await agencyWith(0);
    await agency.sell('inv:1', agency.one, 5_600);
    await agency.run((tx) => forgiveDebts(tx, agency.scope, agency.one));
    await agency.grant(5_100);
    expect(await agency.has()).toEqual({ workspace: 100, orgs: [5_000, 0, 0], debts: [] });
  });

  test('can be sold while all of them would be there, beside what others pay for just now', async () => {
    const agency = await agencyWith(2_000);
    expect([await agency.canSell(7_000), await agency.canSell(7_000.000_001)]).toEqual([true, false]);
    const tables = await listTables(database);
    const begin = (mark: string, kind: 'org' | 'workspace', credits: number) =>
      database.unscoped.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        const insert = (name: string, given: Record<string, string>) =>
          tx.execute(
            sql.raw(insertOf(tables.find((one) => one.name === name)!, agency.scope.workspaceUid, mark, given)),
          );
        const payer = `'payer-${mark}'`;
        const org = kind === 'org' ? `'${agency.one}'` : 'null';
        await insert('payers', {
          id: payer,
          kind: `'${kind}'`,
          org_id: org,
          account: `'${mark}'`,
          customer_id: 'null',
        });
        await insert('orders', {
          ...{ payer_id: payer, credits: String(fromCredits(credits)), state: "'sent'", id: `'order-${mark}'` },
          ...{ account: `'${mark}'`, quote_id: `'quote-${mark}'`, invoice_id: 'null' },
        });
      });
    const mark = newMessageId();
    await begin(`${mark}a`, 'org', 3_000);
    // What the workspace buys for itself takes nothing from it.
    await begin(`${mark}b`, 'workspace', 9_000);
    expect([await agency.canSell(4_000), await agency.canSell(4_001)]).toEqual([true, false]);
    await database.unscoped.execute(
      sql`update orders set state = 'paid', next_at = null where id = ${`order-${mark}a`}`,
    );
    expect(await agency.canSell(7_000)).toBe(true);
  });

  test('cannot be sold while an org is owed what it has paid for', async () => {
    const agency = await agencyWith(0);
    await agency.sell('inv:1', agency.one, 6_000);
    expect([await agency.canSell(0), await agency.canSell(1)]).toEqual([true, false]);
    await agency.grant(5_400);
    expect(await agency.canSell(4_401)).toBe(false);
    expect(await agency.canSell(4_400)).toBe(true);
  });
});
